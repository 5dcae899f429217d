/** The words of the templates, read as the page would read them: in English, and in Spanish by its catalogue. */
import { readdirSync, readFileSync } from "node:fs";
import { Strings } from "../src/shared/strings";

const FOLDER = "../templates/games/strings";
const LONG = /\{% blocktranslate trimmed %\}\s*([^]*?)\s*\{% endblocktranslate %\}/g; // over several lines
const text = readdirSync(FOLDER)
  .map((name) => readFileSync(`${FOLDER}/${name}`, "utf8"))
  .join("")
  .replace(LONG, (_all, words: string) => `{% translate "${words.replace(/\s*\n\s*/g, " ")}" %}`);
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
