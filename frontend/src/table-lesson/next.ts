/** What to press next to follow an advice, found from the chosen cards and the open dialogs. */

import type { Card } from "../shared/cards";

/** One lawful action: the cards to choose, the key of the verb, how the player's melds lie afterwards, the meld to add
 *  to. */
export interface Advice {
  says: string;
  verb: string;
  cards: Card[];
  table: Card[][];
  meld: number | null;
}
/** The player's own choices at the table so far. */
export interface Hands {
  picked: readonly Card[];
  groups: readonly (readonly Card[])[] | null;
  isAsked: boolean;
}
/** Something to press: a selector within the table, and a word that explains a detour, if there is one. */
export interface Press {
  css: string;
  word: "" | "other" | "sure" | "way";
}

const key = (groups: readonly (readonly Card[])[]): string =>
  groups
    .map((group) => [...group].sort().join(""))
    .sort()
    .join("|");

/** The next thing to press in order to follow the advice. */
export function next(now: Advice, { picked, groups, isAsked }: Hands): Press {
  const verb = (letter: string): string => `.gt-verb[data-key="${letter}"]`;
  if (isAsked) return { css: "dialog[open] .button.primary", word: "sure" };
  if (groups === null && now.table.length) return { css: verb(now.verb), word: "" };
  const lays = groups !== null && now.table.length > 0;
  if (lays && key(groups) !== key(now.table))
    return { css: `[data-way="${key(now.table)}"], ${verb("w")}`, word: "way" };
  const strange = picked.find((card) => !now.cards.includes(card));
  const missing = now.cards.find((card) => !picked.includes(card));
  // of one card another choice takes the place
  if (strange && !(now.cards.length === 1 && groups === null && now.verb !== "t"))
    return { css: `.gt-card[data-card="${strange}"]`, word: "other" };
  if (missing) return { css: `.gt-card[data-card="${missing}"]`, word: "" };
  if (now.meld !== null) return { css: `.gt-table .gt-meld:nth-child(${now.meld + 1}) .chip-button`, word: "" };
  return { css: verb(lays ? "d" : now.verb), word: "" };
}
