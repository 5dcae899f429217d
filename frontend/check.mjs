/** The front end's check: types, a rebuild that must not differ, and the unit tests. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundle, DIST, HERE } from "./build.mjs";
import { drawn, STATIC } from "./cards.mjs";
import { FONTS, fonts } from "./fonts.mjs";

const temp = mkdtempSync(join(tmpdir(), "undercut-frontend-"));
let failed = false;
const say = (good, text) => {
  if (!good) failed = true;
  console.log(`${good ? "ok  " : "FAIL"} ${text}`);
};
const run = (...command) => spawnSync(process.execPath, command, { cwd: HERE, stdio: "inherit" }).status === 0;

try {
  say(run(join(HERE, "node_modules", "typescript", "bin", "tsc"), "--noEmit"), "types");
  const rebuilt = join(temp, "dist");
  await bundle(rebuilt);
  for (const name of new Set([...readdirSync(rebuilt), ...readdirSync(DIST)])) {
    const [fresh, kept] = [join(rebuilt, name), join(DIST, name)];
    say(
      existsSync(fresh) && existsSync(kept) && readFileSync(fresh).equals(readFileSync(kept)),
      `static/dist/${name} is what the sources build`,
    );
  }
  for (const [name, text] of Object.entries(drawn()))
    say(readFileSync(join(STATIC, name), "utf8") === text, `static/${name} is what the deck draws`);
  for (const [name, bytes] of Object.entries(fonts()))
    say(readFileSync(join(FONTS, name)).equals(bytes), `static/fonts/${name} is what the package holds`);
  const tests = readdirSync(join(HERE, "test")).filter((name) => name.endsWith(".test.ts"));
  await build({
    entryPoints: tests.map((name) => join(HERE, "test", name)),
    outdir: temp,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  say(
    run("--test", "--test-reporter=dot", ...tests.map((name) => join(temp, name.replace(/\.ts$/, ".mjs")))),
    "unit tests",
  );
} finally {
  rmSync(temp, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
