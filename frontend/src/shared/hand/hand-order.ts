/** The order in which a player holds the hand, sorted or by hand, and what is remembered of a table over a reload. */

import { byRank, bySuit, type Card } from "../cards";

export type Sorting = "suit" | "rank" | "melds" | "own";

/** The hand in the chosen order. Own order keeps known cards in their places; a new card goes to the end. */
export function arrange(
  hand: readonly Card[],
  sorting: Sorting,
  own: readonly Card[],
  melds: readonly Card[][],
): Card[] {
  if (sorting === "rank") return [...hand].sort(byRank);
  if (sorting === "own") return keep(hand, own);
  if (sorting === "melds" && melds.length) {
    const melded = melds.flat().filter((card) => hand.includes(card));
    return [...melded, ...hand.filter((card) => !melded.includes(card)).sort(byRank)];
  }
  return [...hand].sort(bySuit);
}

function keep(hand: readonly Card[], own: readonly Card[]): Card[] {
  const held = own.filter((card) => hand.includes(card));
  return [...held, ...hand.filter((card) => !held.includes(card))];
}

/** The order with one card moved by a number of places; it stops at the ends. */
export function move(order: readonly Card[], card: Card, by: number): Card[] {
  const from = order.indexOf(card);
  if (from < 0) return [...order];
  const rest = order.filter((other) => other !== card);
  const to = Math.max(0, Math.min(rest.length, from + by));
  return [...rest.slice(0, to), card, ...rest.slice(to)];
}

/** The data remembered about one table, only in the browser. */
export interface Kept {
  sorting: Sorting;
  own: Card[];
}

export function load(storage: Storage, key: string): Kept {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? "") as Partial<Kept>;
    const sorting = (["suit", "rank", "melds", "own"] as const).find((name) => name === kept.sorting) ?? "melds";
    return { sorting, own: Array.isArray(kept.own) ? kept.own.filter((card) => typeof card === "string") : [] };
  } catch {
    return { sorting: "melds", own: [] };
  }
}

export function save(storage: Storage, key: string, kept: Kept): void {
  try {
    storage.setItem(key, JSON.stringify(kept));
  } catch {
    /* a full or forbidden storage only forgets the order */
  }
}

/** The lines of the log, for this tab until it is closed. */
export function loadLog(storage: Storage, key: string): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((line) => typeof line === "string") : [];
  } catch {
    return [];
  }
}

/** Of lines that arrive together, the latest first, those that the log does not yet begin with: a reopened page has
 *  kept the log, and may have older lines than it. */
export function unwritten(lines: string[], log: readonly string[]): string[] {
  const at = lines.findIndex((_, from) => lines.slice(from).every((line, n) => log[n] === line));
  return at < 0 ? lines : lines.slice(0, at);
}

export function keepLog(storage: Storage, key: string, log: readonly string[]): void {
  try {
    storage.setItem(key, JSON.stringify(log));
  } catch {
    /* as above */
  }
}
