/** The keys of the table as a player has set them: which there are, replacements for them, or none at all. */

import type { Facts } from "../facts";

/** `keys`: for a letter of the table, the key that is pressed instead. */
export interface OwnKeys {
  off: boolean;
  keys: Record<string, string>;
}

/** Keys that cannot be changed, each with its action; a word is the name of a key, translated on the page. */
export const FIXED: readonly [string, string][] = [
  ["← →", "move"],
  ["Alt ← →", "order"],
  ["ends", "ends"],
  ["space", "choose"],
  ["enter", "act"],
  ["Esc", "clear"],
];
/** The keys of a watcher, who has no hand. */
export const WATCHING: typeof FIXED = [
  ["← →", "watch.steps"],
  ["ends", "watch.ends"],
];

/** The letters that act in a game, in the order of the list; those that only read aloud are the same everywhere. */
export function letters(facts: Facts, hasLaws: boolean): string[] {
  const told = [..."ahmwpcbl"],
    laws = hasLaws ? ["o", "j"] : [];
  if (facts.kernel === "colonel")
    return [
      "s",
      "u",
      "n",
      "t",
      "d",
      ...(facts.challenge ? ["x", "y"] : []),
      ...laws,
      ...told.filter((key) => key !== "w"),
      "?",
    ];
  if (facts.kernel === "conquian")
    return [
      "u",
      "r",
      "v",
      ...(facts.fold ? ["x"] : []),
      "f",
      "n",
      "o",
      "0",
      "w",
      "z",
      "q",
      "d",
      ...laws.slice(1),
      ..."ahtmpcbl",
      "?",
    ];
  const royal = facts.seating === "battle_royal" && !hasLaws ? ["j"] : [];
  return [
    "s",
    "u",
    ...royal,
    "v",
    "d",
    "k",
    "g",
    ...(facts.big_gin ? ["i"] : []),
    ...(facts.doubling ? ["x", "y", "n"] : []),
    ...laws,
    ...told,
    "?",
  ];
}

/** Do digits have a meaning in this game: a meld on the table, a group, a choice that a law gives? */
export const hasDigits = (facts: Facts, hasLaws: boolean): boolean => hasLaws || facts.kernel !== "gin";

/** The letter of the table that a pressed key stands for; null when it stands for none. */
export function meant(own: OwnKeys, pressed: string): string | null {
  if (own.off) return null;
  const found = Object.keys(own.keys).find((letter) => own.keys[letter] === pressed);
  return found ?? (pressed in own.keys ? null : pressed);
}

/** The key that is pressed for a letter. */
export const keyOf = (own: OwnKeys, letter: string): string => own.keys[letter] ?? letter;

/** May this key stand for a letter? It must be one character, no blank, and no digit, because digits name melds. */
export const mayBe = (key: string): boolean => [...key].length === 1 && !/[\s1-9]/.test(key);

/** The keys after setting one; a letter that had this key gets the other's. */
export function bind(own: OwnKeys, letter: string, pressed: string): OwnKeys {
  const had = meant({ ...own, off: false }, pressed),
    freed = keyOf(own, letter);
  const keys = { ...own.keys, [letter]: pressed, ...(had && had !== letter ? { [had]: freed } : {}) };
  return { ...own, keys: Object.fromEntries(Object.entries(keys).filter(([name, key]) => name !== key)) };
}
