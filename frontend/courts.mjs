/** The twelve court cards of @letele/playing-cards (CC0, an English pattern), without frames, pips and indices, in our
 *  colours: half of each figure as paths on a grid of 520 by 800, to be shown twice. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = join(HERE, "node_modules", "@letele", "playing-cards");
const FINE = 0.4; // of the grid of the deck, 1300 by 2000: a step is still less than a dot of a phone
export const WIDE = 1300 * FINE,
  HIGH = 2000 * FINE;
const INKS = { red: "#b8321f", "#44F": "#27406b", "#FC4": "#d9a83f", "#000": "#17211c" };
const NUMBERS = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** The deck draws by React.createElement; here that makes plain objects. */
function deck() {
  const text = readFileSync(join(PACKAGE, "dist", "index.esm.js"), "utf8");
  const names = /export \{([^}]*)\}/.exec(text)[1].split(",").map((one) => one.trim().split(" as "));
  const body = text.replace(/^import .*$/gm, "").replace(/^export [^]*$/m, "");
  const made = `return {${names.map(([own, given]) => `${given}: ${own}`).join(",")}};`;
  const createElement = (name, given, ...inside) => ({
    name,
    given: given ?? {},
    inside: inside.flat().filter(Boolean),
  });
  return new Function("React", "_extends", body + made)({ createElement }, Object.assign);
}

/** Commands of a path with their numbers: [letter, numbers][]. */
function* commands(path) {
  for (const [, letter, rest] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = readNumbers(rest, letter.toUpperCase() === "A");
    const many = NUMBERS[letter.toUpperCase()];
    if (!many) yield [letter, []];
    for (let at = 0; at < numbers.length; at += many) {
      const next = at && letter === "M" ? "L" : at && letter === "m" ? "l" : letter;
      yield [next, numbers.slice(at, at + many)];
    }
  }
}

/** The flags of an arc may stand without a blank behind them. */
function readNumbers(text, isArc) {
  const found = [];
  const one = /\s*,?\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/y;
  const flag = /\s*,?\s*([01])/y;
  for (let at = 0; ; ) {
    const pattern = isArc && [3, 4].includes(found.length % 7) ? flag : one;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return found;
    found.push(Number(match[1]));
    at = pattern.lastIndex;
  }
}

/** The same path on the coarser grid, in relative steps of whole numbers. */
export function coarse(path, scale = FINE) {
  let [x, y, startX, startY] = [0, 0, 0, 0]; // exact
  let [gridX, gridY] = [0, 0]; // where the written path stands
  let text = "",
    last = "";
  const onGrid = (number) => Math.round(number * scale);
  const write = (letter, numbers) => {
    const body = numbers.map((one, at) => (at && one >= 0 ? " " : "") + one).join("");
    text += letter === last && letter !== "m" ? (numbers[0] < 0 ? body : ` ${body}`) : letter + body;
    last = letter;
  };
  for (const [letter, numbers] of commands(path)) {
    const isRelative = letter >= "a",
      kind = letter.toUpperCase();
    if (kind === "Z") {
      text += "z";
      last = "z";
      [x, y, gridX, gridY] = [startX, startY, onGrid(startX), onGrid(startY)];
      continue;
    }
    const points = [];
    if (kind === "H") points.push([numbers[0] + (isRelative ? x : 0), y]);
    else if (kind === "V") points.push([x, numbers[0] + (isRelative ? y : 0)]);
    else
      for (let at = kind === "A" ? 5 : 0; at < numbers.length; at += 2)
        points.push([numbers[at] + (isRelative ? x : 0), numbers[at + 1] + (isRelative ? y : 0)]);
    const steps = points.flatMap(([px, py]) => [onGrid(px) - gridX, onGrid(py) - gridY]);
    [x, y] = points.at(-1);
    if (kind === "M") [startX, startY] = [x, y];
    if (kind === "A") write("a", [...numbers.slice(0, 2).map((one) => Math.round(one * scale * 10) / 10),
      ...numbers.slice(2, 5), ...steps]);
    else if (steps.some((one) => one !== 0) || kind === "M") {
      const isLevel = kind === "L" || kind === "H" || kind === "V";
      if (isLevel && steps[1] === 0) write("h", [steps[0]]);
      else if (isLevel && steps[0] === 0) write("v", [steps[1]]);
      else write(isLevel ? "l" : letter.toLowerCase(), steps);
    }
    [gridX, gridY] = [onGrid(x), onGrid(y)];
  }
  return text;
}

const attributes = (given) =>
  Object.entries(given)
    .filter(([name]) => !["width", "height", "d", "xlinkHref", "transform"].includes(name))
    .map(([name, value]) => {
      const ink = INKS[value] ?? value;
      const number = name === "strokeWidth" ? Math.round(value * FINE * 10) / 10 : ink;
      return ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${number}"`;
    })
    .join("");

/** Half a court card, and on which side the art leaves room for its pip. */
function half(card) {
  const { inside } = card({});
  const symbols = inside.find(({ name }) => name === "defs").inside;
  const [pip] = symbols.filter(({ given }) => given.viewBox === "-600 -600 1200 1200");
  const places = inside.filter(({ name, given }) => name === "use" && given.xlinkHref === `#${pip.given.id}`);
  const large = places.find(({ given }) => given.height > 40);
  // in the order in which they lie over each other, which is not that of the symbols
  const shown = inside.filter(({ name, given }) => name === "use" && !given.transform);
  const order = shown.map(({ given }) => given.xlinkHref);
  const layers = symbols
    .filter(({ name, given }) => name === "symbol" && given.viewBox === "0 0 1300 2000")
    .sort((one, next) => order.indexOf(`#${one.given.id}`) - order.indexOf(`#${next.given.id}`));
  const drawn = layers.flatMap(({ inside: parts }) =>
    parts.filter(({ name }) => name === "path").map(({ given }) =>
      `<path${attributes(given)} d="${coarse(given.d)}"/>`));
  // pips woven into the clothes: the deck places them by a box of 1200 in a square of `width`
  const woven = layers.flatMap(({ inside: parts }) =>
    parts.filter(({ name, given }) => name === "use" && given.xlinkHref === `#${pip.given.id}`).map(({ given }) => {
      const ink = pip.inside[0].given.fill ?? "#000";
      const size = given.width / 1200;
      return `<g transform="scale(${FINE})"><path transform="${given.transform ?? ""}translate(${
        (given.x ?? 0) + given.width / 2} ${(given.y ?? 0) + given.height / 2})scale(${size})" fill="${
        INKS[ink] ?? ink}" d="${coarse(pip.inside[0].given.d, 1)}"/></g>`;
    }));
  return { art: drawn.join("") + woven.join(""), isRight: large.given.x > 0 };
}

/** By card as the wire writes it ("KD"). */
export function courts() {
  const cards = deck();
  return Object.fromEntries(
    [..."CDHS"].flatMap((suit) => [..."JQK"].map((rank) => [rank + suit, half(cards[suit + rank.toLowerCase()])])),
  );
}

/** Where the art is from and on which terms. */
export function legal() {
  const { name, version, author } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  return `The art of the court cards in cards.svg is from ${name} ${version} (npm) by ${author}, recoloured.\n\n` +
    readFileSync(join(PACKAGE, "LICENSE"), "utf8");
}
