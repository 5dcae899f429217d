/** The shapes that the server sends: one seat's view of a table, events, frames of undercut.1. */

import type { Card } from "./cards";

export type Seat = "A" | "B";
export type BySeat<T> = Record<Seat, T>;
export const other = (seat: Seat): Seat => (seat === "A" ? "B" : "A");

export interface Action { do: string; card?: Card; melds?: Card[][]; meld?: number }
export interface Laid { seat: Seat; melds: Card[][]; deadwood: Card[]; count: number; how?: string; discard?: Card; laid_off?: { card: Card; meld: number }[] }
export interface Result {
  type: string; winner: Seat | null; points: number; counts: BySeat<number> | null; bonus: number; difference: number;
  extra_boxes: number; next_dealer: Seat | null; hand_win_bonus?: number; factor?: number;
}
export interface DealLine { n: number; winner: Seat | null; points: number; type: string }
export interface Score {
  target: number; points: BySeat<number>; boxes: BySeat<number>; deals: DealLine[]; over: boolean;
  totals: BySeat<number> | null; net: BySeat<number> | null; winner: Seat | null; shutout: boolean;
  game_bonus: number; box_value?: number; shutout_bonus?: number;
}
/** Below full aids only the deadwood comes (T10). */
export interface Aids { deadwood: number; melds?: Card[][]; loose?: Card[]; after?: Record<Card, number>; knock?: Card[] }
export interface View {
  rules: string; phase: string; turn: Seat | null; dealer: Seat | null; seat: Seat | null; deal: number;
  hand: Card[] | null; counts: BySeat<number>; stock: number; pile: number; top: Card | null; pile_cards: Card[] | null;
  upcard: Card | null; limit: number; taken: { card: Card; from: string } | null;
  spread: Laid | null; laid: Laid | null; factor: number; score: Score; result: Result | null; over: boolean; ending?: { how: string; winner: Seat | null } | null;
  actions: Action[] | null; aids: Aids | null;
}
export interface TableEvent {
  e: string; seat?: Seat; card?: Card | null; from?: string; how?: string; deal?: number; dealer?: Seat; upcard?: Card | null;
  count?: number; meld?: number; cards?: BySeat<Card>; winner?: Seat | null; points?: number; type?: string; net?: number;
}

/** What `set` brings: new top-level keys. `actions` may be the word "discards": one for each card of the hand but the one taken from the pile. */
export type Change = Partial<Omit<View, "actions">> & { actions?: Action[] | null | "discards" };
export function changed(view: View, change: Change): View {
  const after = { ...view, ...change };
  if (after.actions !== "discards") return after as View;
  const barred = after.taken?.from === "pile" ? after.taken.card : null;
  return { ...after, actions: (after.hand ?? []).filter((card) => card !== barred).map((card) => ({ do: "discard", card })) };
}

/** All legal commands of one kind. */
export function legal(view: View, verb: string): Action[] {
  return (view.actions ?? []).filter((action) => action.do === verb);
}
export function may(view: View, verb: string, card?: Card): boolean {
  return legal(view, verb).some((action) => card === undefined || action.card === card);
}
