/** Builds the islands into static/dist; the first line of each file carries the SHA-256 of what it was built from. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const HERE = dirname(fileURLToPath(import.meta.url));
export const DIST = join(HERE, "..", "static", "dist");
/** Each bundle with the source that it starts from. */
export const ENTRIES = { "site": "site", "gin-table": "for-two", "gin-seats": "for-more", "table-laws": "table-laws", "table-watch": "table-watch", "own-ways": "own-ways", "own-dialogs": "own-dialogs", "typed-line": "typed-form", "table-again": "table-again", "chat-door": "chat-door", "gin-chat": "chat", "gin-replay": "gin-replay", "hall-screen": "hall-screen", "score-entry": "score-entry", "sheet-worker": "sheet-worker", "deal-shuffle": "deal-shuffle", "deal-check": "deal-check", "deal-door": "deal-door" };

/** The files a bundle depends on, in the order in which they are hashed: everything in src but tests, then the lock. */
function sources() {
  const found = readdirSync(join(HERE, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(HERE, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join("/"));
  return [...found, "package-lock.json"].sort();
}

/** SHA-256 over "path NUL bytes NUL" of every source; tests/test_frontend_stamp.py does the same. */
export function stamp() {
  const hash = createHash("sha256");
  for (const path of sources()) {
    hash.update(path).update("\0").update(readFileSync(join(HERE, path))).update("\0");
  }
  return hash.digest("hex");
}

/** Templates are indented for readers; the browser needs one blank where we have a new line and many. */
const flat = {
  name: "flat",
  setup: (building) => building.onLoad({ filter: /[\\/]src[\\/][^\\/]+\.ts$/ }, ({ path }) => ({ contents: readFileSync(path, "utf8").replace(/\n +/g, "\n"), loader: "ts" })),
};

export async function bundle(outdir) {
  await build({
    entryPoints: Object.fromEntries(Object.entries(ENTRIES).map(([out, name]) => [out, join(HERE, "src", `${name}.ts`)])),
    outdir,
    bundle: true,
    plugins: [flat],
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "external",
    charset: "utf8",
    tsconfig: join(HERE, "tsconfig.json"),
    banner: { js: `/* undercut ${stamp()} */` },
    logLevel: "warning",
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(DIST);
