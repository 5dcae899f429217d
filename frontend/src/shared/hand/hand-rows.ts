/** The layout of a hand: melds and deadwood as groups, in two rows on an upright phone. */

import type { Card } from "../cards";
import { isSet } from "../melds";

/** Cards that lie together; "plain" is a hand that is not sorted by melds, or its second half. */
export interface Group {
  kind: "run" | "set" | "dead" | "plain";
  cards: Card[];
  number: number;
}

/** Of one rank, or in order in one suit. */
export const kindOf = (meld: readonly Card[]): "run" | "set" => (isSet(meld) ? "set" : "run");

const FULL = 7; // cards of a row beside which no further meld lies

/** The order divided into its melds and the remaining cards; the plain order is one group. A meld of which a card is
 *  put elsewhere is none. */
export function groupsOf(order: readonly Card[], known: readonly Card[][]): Group[] {
  const melds = known.filter((meld) => meld.every((card) => order.includes(card)));
  if (!melds.length) return [{ kind: "plain", cards: [...order], number: -1 }];
  const groups = melds.map(
    (meld, number): Group => ({
      kind: kindOf(meld),
      cards: order.filter((card) => meld.includes(card)),
      number,
    }),
  );
  const rest = order.filter((card) => !melds.some((meld) => meld.includes(card)));
  return [...groups, { kind: "dead" as const, cards: rest, number: -1 }].filter(({ cards }) => cards.length);
}

/** Two rows: the melds above as far as they fit, everything else below; a hand without melds is halved. */
export function rowsOf(groups: readonly Group[]): [Group[], Group[]] {
  const [first] = groups;
  if (groups.length === 1 && first) {
    const { cards } = first,
      half = Math.max(5, Math.ceil(cards.length / 2));
    const part = (from: number, to?: number): Group => ({ ...first, cards: cards.slice(from, to) });
    return [[part(0, half)], cards.length > half ? [part(half)] : []];
  }
  const upper: Group[] = [];
  for (const group of groups) {
    const held = upper.reduce((sum, { cards }) => sum + cards.length, 0);
    if (group.kind === "dead" || (held && held + group.cards.length > FULL)) break;
    upper.push(group);
  }
  return [upper, groups.slice(upper.length)];
}
