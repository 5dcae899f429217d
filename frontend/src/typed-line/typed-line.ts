/** The typed line: a word, cards and the number of a meld, in English or in the page's words. Nothing here acts. */

import { packRanks, parse, type Card } from "../shared/cards";
import type { Facts } from "../shared/facts";
import type { Strings } from "../shared/strings";

export const WORDS = [
  "draw",
  "take",
  "pass",
  "d",
  "knock",
  "gin",
  "big",
  "off",
  "show",
  "done",
  "object",
  "admit",
  "double",
  "accept",
  "decline",
  "lay",
  "add",
  "challenge",
  "turn",
  "use",
  "reject",
  "force",
  "waive",
  "fold",
  "claim",
  "hand",
  "melds",
  "dead",
  "pile",
  "clocks",
  "score",
  "last",
  "rules",
] as const;
export type Word = (typeof WORDS)[number];

/** The meaning of a line; `rest` is the part that was not understood. */
export interface Line {
  word: Word | null;
  cards: Card[];
  meld: number | null;
  rest: string[];
}

const RANKS = "A23456789TJQK";
const SUITS = "SHCD";

/** Removes case, accents and punctuation: "Corazónes," becomes "corazones". */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f.,;:…]/g, "")
    .trim();

/** Reads a line. English words and the letters s h d c are understood in every language. */
export function read(text: string, words: Strings): Line {
  const [first = "", ...others] = plain(text).split(/\s+/).filter(Boolean);
  const line: Line = { word: wordOf(first, words), cards: [], meld: null, rest: [] };
  if (!line.word && first) line.rest.push(first);
  for (let at = 0; at < others.length;) {
    const [card, length] = cardAt(others, at, words);
    const said = others[at]!;
    if (card) line.cards.push(card);
    else if (/^[1-9]\d?$/.test(said) && line.meld === null) line.meld = Number(said);
    else line.rest.push(said);
    at += length;
  }
  return line;
}

function wordOf(said: string, words: Strings): Word | null {
  return (
    WORDS.find((word) => word === said) ?? WORDS.find((word) => names(words, `word.${word}`).includes(said)) ?? null
  );
}

/** The synonyms of a word, as the catalogue lists them: "robar, mazo". */
const names = (words: Strings, key: string): string[] => (words.has(key) ? words.t(key).split(",").map(plain) : []);

/** "7h", "10 h", "7 of hearts", "siete de corazones", "rey picas": the card that begins here, and the number of words
 *  it takes. */
function cardAt(said: readonly string[], at: number, words: Strings): [Card | null, number] {
  const short = parse(said[at]!) ?? parse(said[at]!.replace(/[♠♥♣♦]/, (sign) => SUITS["♠♥♣♦".indexOf(sign)]!));
  if (short) return [short, 1];
  const rank = rankOf(said[at]!, words);
  if (!rank) return [null, 1];
  const joins = names(words, "word.of").includes(said[at + 1] ?? "") ? 1 : 0;
  const suit = suitOf(said[at + 1 + joins] ?? "", words);
  return suit && packRanks().includes(rank) ? [rank + suit, 2 + joins] : [null, 1];
}

function rankOf(said: string, words: Strings): string | undefined {
  const letter = said.toUpperCase().replace(/^10$/, "T");
  return [...RANKS].find(
    (rank) =>
      rank === letter || [plain(words.t(`rank.${rank}`)), ...names(words, `word.rank.${rank}`)].includes(said),
  );
}

/** A suit by its letter or its name, of which three letters are enough: "h", "heart", "corazón". */
function suitOf(said: string, words: Strings): string | undefined {
  const isNamed = (suit: string): boolean => said.length >= 3 && plain(words.t(`suit.${suit}`)).startsWith(said);
  return [...SUITS].find((suit) => suit.toLowerCase() === said || isNamed(suit));
}

/** The key that does what a word says, in each game; actions without a key are done in the table's other ways. */
const KEYS: Partial<Record<Word, string>> = {
  draw: "s",
  take: "u",
  pass: "v",
  d: "d",
  knock: "k",
  gin: "g",
  big: "i",
  double: "x",
  accept: "y",
  decline: "n",
  challenge: "x",
  object: "o",
  admit: "j",
  lay: "n",
  add: "t",
  turn: "r",
  use: "u",
  reject: "r",
  force: "f",
  waive: "v",
  fold: "x",
  hand: "h",
  melds: "m",
  dead: "w",
  pile: "p",
  clocks: "c",
  score: "b",
  last: "l",
};
const OF: Record<Facts["kernel"], readonly Word[]> = {
  gin: ["draw", "take", "pass", "d", "knock", "gin", "big", "off", "show", "done", "double", "accept", "decline"],
  colonel: ["draw", "take", "d", "lay", "add", "challenge", "accept", "decline"],
  conquian: ["turn", "use", "lay", "add", "d", "done", "reject", "pass", "force", "waive", "fold"],
};
const SPOKEN: readonly Word[] = ["hand", "melds", "dead", "pile", "clocks", "score", "last", "rules"];
const LAWS: readonly Word[] = ["object", "admit"];

export const keyFor = (word: Word): string => KEYS[word] ?? "";
export const isSpoken = (word: Word): boolean => SPOKEN.includes(word);

/** The words of this game, in the order in which they are listed. */
export const wordsOf = (facts: Facts, hasLaws: boolean): Word[] => [
  ...OF[facts.kernel],
  ...(hasLaws ? LAWS : []),
  "claim",
  ...SPOKEN,
];
