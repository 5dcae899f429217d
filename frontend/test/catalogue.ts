/** The words of the templates, read as the page would read them: in English, and in Spanish by its catalogue. */
import { readFileSync } from "node:fs";
import { Strings } from "../src/shared/strings";

const file = process.env["UNDERCUT_STRINGS"] ?? "../templates/games/strings/strings.html";
const text =
  readFileSync(file, "utf8") +
  ["strings_more.", "strings_ways.", "strings_course.", "strings_gallery."].map((name) => readFileSync(file.replace("strings.", name), "utf8")).join("");
const found = [...text.matchAll(/<i data-k="([^"]+)">\{% translate (["'])(.*?)\2(?: context "([^"]*)")? %\}<\/i>/g)];
export const catalogue = new Map(found.map((match) => [match[1]!, match[3]!]));
export const words = new Strings(catalogue, "en");

const po = readFileSync("../locale/es/LC_MESSAGES/django.po", "utf8");
const translated = new Map(
  [...po.matchAll(/^(?:msgctxt (".*")\n)?msgid (".*")\nmsgstr (".*")$/gm)].map(([, context, id, said]) => [
    `${context ? JSON.parse(context) : ""}|${JSON.parse(id!)}`,
    JSON.parse(said!) as string,
  ]),
);
export const spanish = new Strings(
  new Map(found.map((match) => [match[1]!, translated.get(`${match[4] ?? ""}|${match[3]!}`) ?? match[3]!])),
  "es",
);
