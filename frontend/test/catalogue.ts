/** The English words of the template, read as the page would read them. */
import { readFileSync } from "node:fs";
import { Strings } from "../src/strings";

const text = readFileSync(process.env["UNDERCUT_STRINGS"] ?? "../templates/games/strings.html", "utf8");
const found = [...text.matchAll(/<i data-k="([^"]+)">\{% translate (["'])(.*?)\2 %\}<\/i>/g)];
export const catalogue = new Map(found.map((match) => [match[1]!, match[3]!]));
export const words = new Strings(catalogue, "en");
