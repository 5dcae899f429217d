/** Builds the islands into static/dist; the first line of each file carries the SHA-256 of what it was built from. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const HERE = dirname(fileURLToPath(import.meta.url));
export const DIST = join(HERE, "..", "static", "dist");
/** The islands: each folder of src with an index.ts is a bundle of its name. */
export const ISLANDS = readdirSync(join(HERE, "src"))
  .filter((name) => existsSync(join(HERE, "src", name, "index.ts")))
  .sort();

/** The files a bundle depends on, in the order in which they are hashed: everything in src but tests, then the lock. */
function sources() {
  const found = readdirSync(join(HERE, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(HERE, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    );
  return [...found, "package-lock.json"].sort();
}

/** SHA-256 over "path NUL bytes NUL" of every source; tests/test_frontend_stamp.py does the same. */
export function stamp() {
  const hash = createHash("sha256");
  for (const path of sources()) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(HERE, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Templates are indented for readers; the browser needs one blank where we have a new line and many. */
const flat = {
  name: "flat",
  setup: (building) =>
    building.onLoad({ filter: /[\\/]src[\\/].+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/\n +/g, "\n"),
      loader: "ts",
    })),
};

/** Lit is a file of its own, loaded once whatever a page is made of; only src/lit holds the library itself. */
const litOnce = {
  name: "lit-once",
  setup: (building) =>
    building.onResolve({ filter: /^lit(\/|$)/ }, ({ importer }) =>
      importer === join(HERE, "src", "lit", "index.ts") ? null : { path: "./lit.js", external: true },
    ),
};

export async function bundle(outdir) {
  await build({
    entryPoints: Object.fromEntries(ISLANDS.map((name) => [name, join(HERE, "src", name, "index.ts")])),
    outdir,
    bundle: true,
    plugins: [litOnce, flat],
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
