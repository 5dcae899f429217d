/** Draws static/cards.svg: 52 faces with pictures, 52 without, 52 with large figures and a back on a grid of 100 by
 *  140, one <symbol> each. Indices, pips, the aces and the back are ours; the art of the court cards is the CC0 deck of
 *  courts.mjs. `npm run cards`. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { courts, HIGH, legal, WIDE } from "./courts.mjs";
import { FIGURES } from "./figures.mjs";
import { SHAPES, figure, sign, signs } from "./signs.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
export const STATIC = join(HERE, "..", "static");
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = { C: "club", D: "diamond", H: "heart", S: "spade" };
const COLOURS = { club: "#17211c", diamond: "#b3261e", heart: "#b3261e", spade: "#17211c" };
const GOLD = "#d9a83f";

/** Where the pips lie, right of the index: so that a card of a fan shows its left column. */
const [LEFT, MIDDLE, RIGHT] = [48, 67, 86];
const ROWS = { top: 29, upper: 57, middle: 71, lower: 85, bottom: 113 };
const at = (...rows) => rows.map((y) => [MIDDLE, y]);
const both = (...rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
const { top, upper, middle, lower, bottom } = ROWS;
const PIPS = {
  2: at(top, bottom),
  3: at(top, middle, bottom),
  4: both(top, bottom),
  5: [...both(top, bottom), ...at(middle)],
  6: both(top, middle, bottom),
  7: [...both(top, middle, bottom), ...at(50)],
  8: [...both(top, middle, bottom), ...at(50, 92)],
  9: [...both(top, upper, lower, bottom), ...at(middle)],
  T: [...both(top, upper, lower, bottom), ...at(43, 99)],
};

const BLANK =
  '<rect x=".5" y=".5" width="99" height="139" rx="7.5" fill="var(--card,#fffdf6)" ' +
  'stroke="var(--card-edge,#cbbfa6)"/>';

/** The rank is 39 high in the middle of a column of 36, narrowed where it would be wider. */
function index(rank) {
  const { width } = FIGURES[rank];
  const high = 0.36,
    wide = Math.min(high, 30 / width);
  return `<use href="#r${rank}" transform="translate(${figure(18.5 - (width * wide) / 2)} 8)scale(${figure(wide)} ` +
    `${high})"/>`;
}

/** The suit under the rank. */
const under = (suit) => sign(suit, 18, 61, 1.25);

/** The house's own ace: a spade with a line in it, a heart of gold, the name below. */
function ace() {
  const letters = "M0 0V6A3 3 0 0 0 6 6V0M11 9V0L17 9V0M22 0V9C29 9 29 0 22 0M38 0H33V9H38M33 4.5H37" +
    "M43 9V0C49 0 49 4.7 43 4.7L49 9M60 1.5C56-2 53 1 53 4.5S56 11 60 7.5M65 0V6A3 3 0 0 0 71 6V0M75 0H83M79 0V9";
  return signs(under("spade"), sign("spade", 67, 68, 3.1)) +
    `<use href="#spade" fill="none" stroke="${GOLD}" stroke-width=".5" ` +
    `transform="translate(67 66.5)scale(2.35)"/><g fill="${GOLD}">${signs(sign("heart", 67, 68, 0.95))}` +
    `<path d="M46 122.2H88V123.2H46z"/></g><path d="${letters}" fill="none" stroke="var(--spade,${COLOURS.spade})" ` +
    `stroke-width="1.8" transform="translate(45.5 112)scale(.52)"/>`;
}

function court(name, suit, { art, isRight }) {
  const [x, y] = [isRight ? 86 : 44.5, 24.5];
  return `<g transform="translate(35 13.5)scale(${60.5 / WIDE} ${113 / HIGH})"><use href="#h${name}"/>` +
    `<use href="#h${name}" transform="rotate(180 ${WIDE / 2} ${HIGH / 2})"/></g>` +
    `<rect x="35" y="13.5" width="60.5" height="113" fill="none" stroke="#27406b" stroke-width=".7"/>` +
    signs(under(suit), sign(suit, x, y, 0.62), sign(suit, 130.5 - x, 140 - y, 0.62, true));
}

function centre(rank, suitLetter, art) {
  const suit = SUITS[suitLetter];
  if (rank === "A") return suit === "spade" ? ace() : signs(under(suit), sign(suit, 66, 76, 2.3));
  const pips = PIPS[rank];
  if (!pips) return court(rank + suitLetter, suit, art[rank + suitLetter]);
  const size = pips.length > 8 ? 0.98 : 1.1;
  return signs(under(suit), ...pips.map(([x, y]) => sign(suit, x, y, size, y > 71)));
}

function face(rank, suitLetter, art) {
  const colour = `var(--${SUITS[suitLetter]},${COLOURS[SUITS[suitLetter]]})`;
  return `<symbol id="${rank}${suitLetter}" viewBox="0 0 100 140">${BLANK}<g fill="${colour}">` +
    `${index(rank)}${centre(rank, suitLetter, art)}</g></symbol>`;
}

/** Without pictures: one large sign, in a frame where the rank is a letter of the court. */
function plainFace(rank, suitLetter) {
  const suit = SUITS[suitLetter];
  const frame = "JQK".includes(rank)
    ? `<rect x="38" y="17" width="54" height="106" rx="5" fill="none" stroke="${GOLD}" stroke-width="1.6"/>`
    : "";
  return `<symbol id="${rank}${suitLetter}-plain" viewBox="0 0 100 140">${BLANK}<g fill="var(--${suit},` +
    `${COLOURS[suit]})">${index(rank)}${frame}${signs(under(suit), sign(suit, 65, 72, 2.4))}</g></symbol>`;
}

/** For who sees little: rank and suit alone, twice as high; of a covered card both show. */
function largeFace(rank, suitLetter) {
  const suit = SUITS[suitLetter],
    { width } = FIGURES[rank],
    wide = Math.min(0.66, 50 / width);
  return `<symbol id="${rank}${suitLetter}-large" viewBox="0 0 100 140">${BLANK}<g fill="var(--${suit},` +
    `${COLOURS[suit]})"><use href="#r${rank}" transform="translate(${figure(29.5 - (width * wide) / 2)} 9)` +
    `scale(${figure(wide)} .66)"/>` +
    `${signs(sign(suit, 29, 106, 2.5), sign(suit, 79, 24, 1.5), sign(suit, 79, 116, 1.5, true))}</g></symbol>`;
}

function parts(art) {
  const shapes = Object.entries(SHAPES).map(([name, d]) => `<path id="${name}" d="${d}"/>`);
  const figures = Object.entries(FIGURES).map(([rank, { d }]) => `<path id="r${rank}" d="${d.join("")}"/>`);
  const halves = Object.entries(art).map(([name, { art: half }]) => `<g id="h${name}" fill="#17211c">${half}</g>`);
  return [...shapes, ...figures, ...halves].join("");
}

/** Three backs in one: the stylesheet's --back-NAME says which is seen; where there is none, the diamonds. */
function back() {
  const gold = "#e6c878",
    dark = "var(--back-deep,#4f131c)";
  const pattern = (id, width, height, d, how) =>
    `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"><path d="${d}" ${how}/>` +
    "</pattern>";
  const line = (strength) => `fill="none" stroke="#fff" stroke-opacity="${strength}" stroke-width="1.1"`;
  const ground = (fill) => `<rect x="5.5" y="5.5" width="89" height="129" rx="4" fill="${fill}"/>`;
  const emblem = (suit) => `<use href="#${suit}" transform="translate(50 70)scale(1.15)" fill="#f0d9a0"/>`;
  const seen = (name, plain, inside) => `<g opacity="var(--back-${name},${plain})">${inside}</g>`;
  return pattern("p", 9, 13, "M4.5 1L8 6.5 4.5 12 1 6.5z", 'fill="#fff" fill-opacity=".13"') +
    pattern("q", 12, 12, "M0 6A6 6 0 0 0 12 6M-6 0A6 6 0 0 0 6 0A6 6 0 0 0 18 0M-6 12A6 6 0 0 0 6 12A6 6 0 0 0 18 12",
      line(0.24)) +
    pattern("o", 8, 8, "M-2 2L2-2M0 8L8 0M6 10L10 6M0 0L8 8M-2 6L2 10M6-2L10 2", line(0.13)) +
    `<symbol id="back" viewBox="0 0 100 140">${BLANK}${ground("var(--back,#7a2531)")}` +
    `<rect x="9.5" y="9.5" width="81" height="121" rx="2.5" fill="none" stroke="${gold}" stroke-opacity=".8"/>` +
    seen("diamonds", 1, ground("url(#p)") +
      `<path d="M50 40L74 70 50 100 26 70z" fill="${dark}" stroke="${gold}" stroke-width="1.5"/>` +
      `<path d="M50 45L70 70 50 95 30 70z" fill="none" stroke="${gold}" stroke-opacity=".5" stroke-width=".7"/>` +
      emblem("spade")) +
    seen("scales", 0, `${ground("url(#q)")}<circle cx="50" cy="70" r="23" fill="${dark}" stroke="${gold}" ` +
      `stroke-width="1.5"/><circle cx="50" cy="70" r="19.5" fill="none" stroke="${gold}" stroke-opacity=".5" ` +
      `stroke-width=".7"/>${emblem("heart")}`) +
    seen("lattice", 0, `${ground("url(#o)")}<path d="M29 49H71V91H29z" fill="${dark}" stroke="${gold}" ` +
      `stroke-width="1.5"/><path d="M32.5 52.5H67.5V87.5H32.5z" fill="none" stroke="${gold}" stroke-opacity=".5" ` +
      `stroke-width=".7"/>${emblem("club")}`) +
    "</symbol>";
}

/** The sprite, and what stands beside it about the deck that its court cards come from. */
export function drawn() {
  const art = courts();
  const faces = Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => face(rank, suit, art)));
  const large = Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => largeFace(rank, suit)));
  const plain = Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => plainFace(rank, suit)));
  const symbols = [...faces, ...plain, ...large, back()].join("\n");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><defs>${parts(art)}</defs>\n${symbols}\n</svg>\n`;
  return { "cards.svg": svg, "cards.svg.LEGAL.txt": legal() };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, text] of Object.entries(drawn())) writeFileSync(join(STATIC, name), text);
