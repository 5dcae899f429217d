/** Copies the two text faces of the site into static/fonts, with their licence: the Latin files and, for names from
 *  further east, those of extended Latin, which a browser loads only where a page needs them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
export const FONTS = join(HERE, "..", "static", "fonts");
const FACES = ["source-serif-4", "source-sans-3"];

/** The files by name: what a browser loads, and the terms beside it. */
export function fonts() {
  const found = {};
  for (const face of FACES) {
    const home = join(HERE, "node_modules", "@fontsource-variable", face);
    found[`${face}.woff2`] = readFileSync(join(home, "files", `${face}-latin-wght-normal.woff2`));
    found[`${face}-more.woff2`] = readFileSync(join(home, "files", `${face}-latin-ext-wght-normal.woff2`));
    found[`${face}.LEGAL.txt`] = readFileSync(join(home, "LICENSE"));
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(FONTS, { recursive: true });
  for (const [name, bytes] of Object.entries(fonts())) writeFileSync(join(FONTS, name), bytes);
}
