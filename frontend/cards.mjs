/** Draws static/cards.svg: 52 faces and a back, one <symbol> each, in strokes and shapes of our own. `npm run
 *  cards`. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = { C: "club", D: "diamond", H: "heart", S: "spade" };
const COLOURS = { club: "#17211c", diamond: "#bd2020", heart: "#bd2020", spade: "#17211c" };

/** Suit shapes in a box of 20 by 20 around the origin. */
const SHAPES = {
  heart:
    "M0 9C-4 5-9 1.500-9-3.500-9-7-6.500-9-4.300-9-2.500-9-.8-8 0-6 .8-8 2.500-9 4.300-9 6.500-9 9-7 " +
      "9-3.500 9 1.500 4 5 0 9z",
  diamond: "M0-10C2-6 4.500-3 7.500 0 4.500 3 2 6 0 10-2 6-4.500 3-7.500 0-4.500-3-2-6 0-10z",
  spade:
    "M0-9.500C3-5 8.800-2 8.800 2.800 8.800 5.700 6.700 7 4.800 7 3.200 7 1.900 6.300 1.200 5 1.200 7.200 2 " +
      "8.500 3.200 9.500H-3.200C-2 8.500-1.200 7.200-1.200 5-1.900 6.300-3.200 7-4.800 7-6.700 7-8.800 " +
      "5.700-8.800 2.800-8.800-2-3-5 0-9.500z",
  club: "M0-9.500A4.300 4.300 0 0 1 3.500-2.700 4.300 4.300 0 1 1 1.200 4.200C1.200 7 2 8.500 3.400 " +
    "9.500H-3.400C-2 8.500-1.200 7-1.200 4.200A4.300 4.300 0 1 1-3.500-2.700 4.300 4.300 0 0 1 0-9.500z",
};

/** Rank figures as strokes in a box of 16 by 24. */
const FIGURES = {
  A: "M1.500 23L8 1.500 14.500 23M4 15.500H12",
  2: "M2 7C2 3.500 4.500 1.500 8 1.500S14 3.700 14 7C14 12 2 16 2 22.500H14.500",
  3: "M2 2H13.500L7.500 10C11.500 10 14.300 12.500 14.300 16S11.500 22.500 7.800 22.500C4.800 22.500 2.500 " +
    "21.200 1.500 18.500",
  4: "M11 23V2L1.500 16.500H15",
  5: "M13 2H4L3 11C4.500 9.500 6 9 8 9 11.800 9 14.300 11.800 14.300 15.600S11.500 22.500 7.700 " +
    "22.500C4.800 22.500 2.600 21.300 1.600 18.800",
  6: "M12.500 3C6.500 3 2 8.500 2 16M2 15.800A6.200 6.700 0 1 0 14.400 15.800 6.200 6.700 0 1 0 2 15.800",
  7: "M1.500 2H14.500C10 8 7 14 6 23",
  8: "M8 10.700A5.200 4.600 0 1 1 8 1.500 5.200 4.600 0 1 1 8 10.700 6.200 5.900 0 1 0 8 22.500 6.200 5.900 " +
    "0 1 0 8 10.700",
  9: "M3.500 21.500C9.500 21.500 14 16 14 8.500M14 8.200A6.200 6.700 0 1 0 1.600 8.200 6.200 6.700 0 1 0 14 8.200",
  J: "M11.500 1.500V16.500C11.500 20.500 9.500 22.500 6.500 22.500S1.700 20.500 1.700 17.500M7 1.500H15",
  Q: "M8 1.500C3.800 1.500 1.600 5.500 1.600 12S3.800 22.500 8 22.500 14.400 18.500 14.400 12 12.200 1.500 " +
    "8 1.500M9 16.500L14.500 23",
  K: "M2.500 1.500V23M14 1.500L3 14M7 9.700L14.500 23",
};

/** Where the pips lie: columns and rows of the inner field. */
const X = [30.5, 42, 53.5];
const PIPS = {
  2: [
    [1, 22],
    [1, 74],
  ],
  3: [
    [1, 22],
    [1, 48],
    [1, 74],
  ],
  4: [
    [0, 22],
    [2, 22],
    [0, 74],
    [2, 74],
  ],
  5: [
    [0, 22],
    [2, 22],
    [1, 48],
    [0, 74],
    [2, 74],
  ],
  6: [
    [0, 22],
    [2, 22],
    [0, 48],
    [2, 48],
    [0, 74],
    [2, 74],
  ],
  7: [
    [0, 22],
    [2, 22],
    [1, 35],
    [0, 48],
    [2, 48],
    [0, 74],
    [2, 74],
  ],
  8: [
    [0, 22],
    [2, 22],
    [1, 35],
    [0, 48],
    [2, 48],
    [1, 61],
    [0, 74],
    [2, 74],
  ],
  9: [
    [0, 20],
    [2, 20],
    [0, 38],
    [2, 38],
    [1, 48],
    [0, 58],
    [2, 58],
    [0, 76],
    [2, 76],
  ],
  T: [
    [0, 20],
    [2, 20],
    [1, 29],
    [0, 38],
    [2, 38],
    [0, 58],
    [2, 58],
    [1, 67],
    [0, 76],
    [2, 76],
  ],
};

/** Court figures, upper half, drawn around x = 43 down to y = 48: crown, plumed cap, tiara. */
const COURTS = {
  K: ["M31 27L32 13 38 20 43 11 48 20 54 13 55 27z", "M35 27V35C35 40 38 43 43 43S51 40 51 35V27z"],
  Q: ["M32 27C32 20 36 14 43 14S54 20 54 27L49 23 43 26 37 23z", "M35 26V35C35 40 38 43 43 43S51 40 51 35V26L43 29z"],
  J: ["M31 26C31 18 36 15 42 16 48 17 54 13 57 15 54 17 55 24 55 26z", "M35 26V35C35 40 38 43 43 43S51 40 51 35V26z"],
};

const tidy = (path) => path.replace(/(\.\d*?[1-9])0+(?=\D|$)/g, "$1").replace(/\.0+(?=\D|$)/g, "");
const use = (id, x, y, scale, turn = false) =>
  `<use href="#${id}" transform="translate(${x} ${y})${turn ? " rotate(180)" : ""} scale(${scale})"/>`;

function index(rank, suit) {
  const figure =
    rank === "T"
      ? '<path d="M4.500 8.500V32.500" transform="translate(.5 0)"/><use href="#rO" ' +
        'transform="translate(9.200 8.500)"/>'
      : `<use href="#r${rank}" transform="translate(5 8.500)"/>`;
  return (
    tidy(`<g fill="none" stroke-width="3.400" stroke-linejoin="round" stroke-linecap="round">${figure}</g>`) +
    use(suit, 13, 47, 0.9)
  );
}

function middle(rank, suit) {
  if (rank === "A") return use(suit, 43, 48, 2);
  const pips = PIPS[rank];
  if (pips) return pips.map(([column, y]) => use(suit, X[column], y, 0.62, y > 48)).join("");
  const half = `<use href="#c${rank}"/>` + use(suit, 43, 35, 0.5);
  return `<rect x="27" y="9" width="32" height="78" rx="2" fill="none" stroke-width="1" ` +
    `opacity=".55"/>${half}<g transform="rotate(180 43 48)">${half}</g>`;
}

function face(rank, suitLetter) {
  const suit = SUITS[suitLetter];
  const colour = `var(--${suit},${COLOURS[suit]})`;
  return `<symbol id="${rank}${suitLetter}" viewBox="0 0 64 96"><use href="#f"/><g fill="${colour}" ` +
    `stroke="${colour}" stroke-width="0">${index(rank, suit)}${middle(rank, suit)}</g></symbol>`;
}

function parts() {
  const shapes = Object.entries(SHAPES).map(([name, d]) => `<path id="${name}" d="${tidy(d)}"/>`);
  const figures = Object.entries(FIGURES).map(([rank, d]) => `<path id="r${rank}" d="${tidy(d)}"/>`);
  const nought =
    '<path id="rO" d="M6.500 0C2.500 0 1 4.500 1 12S2.500 24 6.500 24 12 19.500 12 12 10.500 0 6.500 0z"/>';
  const courts = Object.entries(COURTS).map(
    ([rank, [hat, head]]) =>
      `<g id="c${rank}"><path d="${hat}"/><path d="${head}" fill="none" stroke-width="1.600"/><path d="M28 ` +
        `48C29 44 34 42 38 41.500L43 46 48 41.500C52 42 57 44 58 48z"/></g>`,
  );
  const blank =
    '<rect id="f" x=".75" y=".75" width="62.500" height="94.500" rx="6" fill="var(--card,#fffef9)" ' +
      'stroke="var(--card-edge,#c9bfa8)" stroke-width="1.500"/>';
  return [blank, ...shapes, ...figures, nought, ...courts].map(tidy).join("");
}

function back() {
  const lattice = Array.from(
    { length: 11 },
    (_, i) =>
      `M${6 + (i - 4) * 13} 6L${6 + (i - 4) * 13 + 84} 90M${58 - (i - 4) * 13} 6L${58 - (i - 4) * 13 - 84} 90`,
  ).join("");
  return `<clipPath id="k"><rect x="6" y="6" width="52" height="84" rx="3"/></clipPath><symbol id="back" ` +
    `viewBox="0 0 64 96"><use href="#f"/><rect x="5" y="5" width="54" height="86" rx="4" ` +
    `fill="var(--back,#7d2b2b)"/><g clip-path="url(#k)" fill="none" stroke="#f3ecdb" ` +
    `stroke-opacity=".45"><path d="${lattice}"/></g><circle cx="32" cy="48" r="11" ` +
    `fill="var(--back,#7d2b2b)" stroke="#f3ecdb"/><use href="#spade" transform="translate(32 48) scale(.7)" ` +
    `fill="#f3ecdb"/></symbol>`;
}

const faces = Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => face(rank, suit)));
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><defs>${parts()}</defs>\n${faces.join("\n")}\n${back()}\n</svg>\n`;
writeFileSync(join(dirname(fileURLToPath(import.meta.url)), "..", "static", "cards.svg"), svg);
