/** The record of a finished deal, as its page carries it, and what can be read off it without drawing anything. */

import type { Card } from "./cards";
import { bestSpreads, type Spread } from "./melds";
import type { BySeat, Result, Seat, TableEvent } from "./table-view";

export interface Step {
  n: number; seat: Seat | null; text: string; event: TableEvent; hands: BySeat<Card[]>; top: Card | null; stock: number; deadwood: BySeat<number>;
}
export interface DealRecord { id: string; rules: string; names: BySeat<string>; deal: number; dealer: Seat | null; steps: Step[]; result: Result | null }

/** Index of the step that ends play: the knock, gin, or the last discard of a dead deal. */
export function knockAt(steps: readonly Step[]): number {
  const found = steps.findIndex((step) => step.event.e === "knocked");
  return found < 0 ? Math.max(0, steps.length - 1) : found;
}

/** A hand as its holder would lay it: melds apart, deadwood by value. */
export function laid(hand: readonly Card[]): Spread {
  return bestSpreads(hand)[0] ?? { melds: [], loose: [...hand], deadwood: 0 };
}

/** The step that an address names ("#7" is step 7); null when it names none of this deal. */
export function stepNamed(hash: string, steps: readonly Step[]): number | null {
  const n = Number(hash.replace(/^#(step-)?/, ""));
  const found = steps.findIndex((step) => step.n === n);
  return found < 0 ? null : found;
}

/** Points "x,y" of one seat's deadwood over the deal, in a box of the given size; 100 points of deadwood fill it. */
export function curve(steps: readonly Step[], seat: Seat, width: number, height: number): string {
  const dx = steps.length > 1 ? width / (steps.length - 1) : 0;
  return steps.map((step, i) => `${(i * dx).toFixed(1)},${(height - (Math.min(100, step.deadwood[seat]) / 100) * height).toFixed(1)}`).join(" ");
}
