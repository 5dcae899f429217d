/** The exact melds of a hand: sets of three or four of a rank, runs of three or more in a suit (GIN-13). For hints
 *  only. */

import { bySuit, place, suit, value, type Card } from "./cards";

export interface Spread {
  melds: Card[][];
  loose: Card[];
  deadwood: number;
  suits?: string;
}

/** Every set and run in the hand, including parts of longer ones. */
export function candidates(hand: readonly Card[]): Card[][] {
  return [...sets(hand), ...runs(hand)];
}

function sets(hand: readonly Card[]): Card[][] {
  const ranks = new Map<number, Card[]>();
  for (const card of hand) ranks.set(place(card), [...(ranks.get(place(card)) ?? []), card]);
  const full = [...ranks.values()].filter((cards) => cards.length >= 3);
  return full.flatMap((cards) =>
    cards.length === 3 ? [cards] : [cards, ...cards.map((out) => cards.filter((card) => card !== out))],
  );
}

function runs(hand: readonly Card[]): Card[][] {
  const found: Card[][] = [];
  const sorted = [...hand].sort(bySuit);
  for (let from = 0; from < sorted.length; from++) {
    const run = [sorted[from]!];
    for (let next = from + 1; next < sorted.length; next++) {
      const card = sorted[next]!,
        last = run[run.length - 1]!;
      if (suit(card) !== suit(last) || place(card) !== place(last) + 1) break;
      run.push(card);
      if (run.length >= 3) found.push([...run]);
    }
  }
  return found;
}

/** All arrangements with the least deadwood, each once; the first is only by chance the engine's default (GIN-14). */
export function bestSpreads(hand: readonly Card[]): Spread[] {
  const all = arrangements(hand);
  const best = Math.min(...all.map((spread) => spread.deadwood));
  return all.filter((spread) => spread.deadwood === best);
}

/** CGN-9, 14: the arrangements within the limit that score in an open suit; most open suits first, then least deadwood.
 *  */
export function colouredSpreads(hand: readonly Card[], limit: number, open: string): Spread[] {
  const ways = arrangements(hand).map((spread) => ({ ...spread, suits: scoringSuits(spread, open) }));
  const lawful = ways.filter((spread) => spread.deadwood <= limit && spread.suits);
  return lawful.sort((a, b) => b.suits.length - a.suits.length || a.deadwood - b.deadwood);
}

/** CGN-4 to 6: the open suits that are in every set (all suits, if there is no set) and in no run or deadwood. */
export function scoringSuits(spread: Spread, open: string): string {
  const barred = [...spread.loose, ...spread.melds.filter((meld) => !isSet(meld)).flat()].map(suit);
  const sets = spread.melds.filter(isSet);
  return [...open]
    .filter((one) => !barred.includes(one) && sets.every((set) => set.some((card) => suit(card) === one)))
    .join("");
}

/** Of one rank; else in order in one suit. */
export const isSet = (meld: readonly Card[]): boolean => new Set(meld.map(place)).size === 1;

/** Every way to lay a hand open, each once, deadwood of any size. */
function arrangements(hand: readonly Card[]): Spread[] {
  const melds = candidates(hand);
  const total = hand.reduce((sum, card) => sum + value(card), 0);
  const found: [Card[][], number][] = [];
  const search = (from: number, chosen: Card[][], left: number): void => {
    found.push([[...chosen], left]);
    for (let i = from; i < melds.length; i++) {
      const meld = melds[i]!;
      if (chosen.some((other) => other.some((card) => meld.includes(card)))) continue;
      search(i + 1, [...chosen, meld], left - meld.reduce((sum, card) => sum + value(card), 0));
    }
  };
  search(0, [], total);
  return found.map(([spread, left]) => lay(hand, spread, left));
}

function lay(hand: readonly Card[], melds: Card[][], deadwood: number): Spread {
  const used = new Set(melds.flat());
  return {
    melds: melds.map((meld) => [...meld].sort(bySuit)),
    loose: hand.filter((card) => !used.has(card)).sort((a, b) => value(a) - value(b)),
    deadwood,
  };
}
