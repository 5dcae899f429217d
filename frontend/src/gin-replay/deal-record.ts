/** The record of a finished deal, as its page contains it, and what can be read from it without drawing anything. */

import { wholePack, type Card } from "../shared/cards";
import { bestSpreads, type Spread } from "../shared/melds";
import type { BySeat, Result, Seat, TableEvent } from "../shared/table-view";

export interface Step {
  n: number;
  v?: number;
  seat: Seat | null;
  next?: Seat | null;
  text?: string;
  event: TableEvent;
  top: Card | null;
  stock: number;
  /** Null: this hand was not seen; how many cards it had is in `counts`. */
  hands: BySeat<Card[] | null>;
  counts?: BySeat<number>;
  deadwood: BySeat<number | null> | null;
  /** Melds on the table, each with the seat that laid most of it. */
  table?: { cards: Card[]; by: Seat }[];
}
/** A deal with everything in it, or (`look`: a seat, or null for a watcher) as that viewer saw it, without the deck. */
export interface DealRecord {
  rules: string;
  names: BySeat<string>;
  players: Seat[];
  board?: number | null;
  deal: number;
  dealer: Seat | null;
  deck?: Card[];
  look?: Seat | null;
  steps: Step[];
  result: Result | null;
}

/** A move that the analysis calls an error, in words. */
export interface Mistake {
  n: number;
  seat: Seat;
  played: string;
  best: string;
}

/** Where the errors are on a graph: the index of the step, and the position on the curve of the player who erred, from
 *  the left and the top (0 to 1). Errors of hidden hands are not on it. */
export function crosses(
  steps: readonly Step[],
  errors: readonly Mistake[],
): { error: Mistake; at: number; x: number; y: number }[] {
  return errors.flatMap((error) => {
    const at = steps.findIndex((step) => step.n === error.n),
      count = steps[at]?.deadwood?.[error.seat];
    if (typeof count !== "number") return [];
    return [{ error, at, x: steps.length > 1 ? at / (steps.length - 1) : 0, y: 1 - Math.min(100, count) / 100 }];
  });
}

/** Index of the step that ends play: the knock, gin, or the last discard of a dead deal. */
export function knockAt(steps: readonly Step[]): number {
  const found = steps.findIndex((step) => step.event.e === "knocked");
  return found < 0 ? Math.max(0, steps.length - 1) : found;
}

/** The cards that a seat has not seen after the step at this index: never in its hand, on top of the pile, on the table
 *  or laid open. A card that was open once counts as seen; in a deal as a viewer saw it, every hand that is shown was
 *  seen. */
export function unseen(
  { deck = wholePack(), steps, look }: Pick<DealRecord, "deck" | "steps" | "look">,
  at: number,
  seat: Seat,
): Card[] {
  const seen = new Set<Card>();
  for (const { hands, top, table, event } of steps.slice(0, at + 1)) {
    const open = look === undefined ? hands[seat] : Object.values(hands).flatMap((hand) => hand ?? []);
    for (const card of [...(open ?? []), ...(table ?? []).flatMap((meld) => meld.cards), ...laidOpen(event)])
      seen.add(card);
    if (top) seen.add(top);
  }
  return deck.filter((card) => !seen.has(card));
}

/** The cards that a knock or a showdown lays open: melds, deadwood, a card laid off. */
function laidOpen({ e, melds, deadwood, card }: TableEvent): Card[] {
  return [...(melds ?? []).flat(), ...(deadwood ?? []), ...(e === "laid_off" && card ? [card] : [])];
}

/** The cards that a seat has laid off up to the step at this index: no longer in its hand (a director may have taken it
 * back). */
export function laidOff(steps: readonly Step[], at: number, seat: Seat): Card[] {
  const hand = steps[at]!.hands[seat] ?? [];
  return steps
    .slice(0, at + 1)
    .flatMap(({ event: { e, seat: by, card } }) =>
      e === "laid_off" && by === seat && card && !hand.includes(card) ? [card] : [],
    );
}

/** The seat whose unseen cards are listed: in a deal as a viewer saw it the viewer's own (null: none); else the seat of
 *  the one hand that is shown, or the seat that has to act. */
export function blind({ look, players }: DealRecord, step: Step, open: readonly Seat[]): Seat | null {
  return look !== undefined ? look : open.length === 1 ? open[0]! : (step.next ?? step.seat ?? players[0]!);
}

/** A hand as its holder would lay it: melds apart, deadwood by value. */
export function laid(hand: readonly Card[]): Spread {
  return bestSpreads(hand)[0] ?? { melds: [], loose: [...hand], deadwood: 0 };
}

/** The step that an address names ("#7" is step 7, "#v45" the first that made version 45 of the table); null if it
 *  names no step of this deal. */
export function stepNamed(hash: string, steps: readonly Step[]): number | null {
  const [, kind, digits] = /^#(step-|v)?(\d+)$/.exec(hash) ?? [];
  const found = steps.findIndex((step) => (kind === "v" ? step.v : step.n) === Number(digits));
  return found < 0 ? null : found;
}

/** Points "x,y" of one seat's deadwood over the deal, in a box of the given size; 100 points of deadwood fill it. */
export function curve(steps: readonly Step[], seat: Seat, width: number, height: number): string {
  const dx = steps.length > 1 ? width / (steps.length - 1) : 0;
  return steps
    .map(
      (step, i) =>
        `${(i * dx).toFixed(1)},${(height - (Math.min(100, step.deadwood?.[seat] ?? 0) / 100) * height).toFixed(1)}`,
    )
    .join(" ");
}
