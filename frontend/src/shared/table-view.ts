/** The types of what the server sends: one seat's view of a table, events, frames of undercut.1. */

import type { Card } from "./cards";

export type Seat = "A" | "B";
export type BySeat<T> = Record<Seat, T>;
export const other = (seat: Seat): Seat => (seat === "A" ? "B" : "A");

export interface Action {
  do: string;
  card?: Card;
  melds?: Card[][];
  meld?: number;
  cards?: Card[];
  table?: Card[][];
  discard?: Card;
  throws?: Card[];
}
/** A meld on the table: who laid which of its cards (COL-7). */
export interface TableMeld {
  cards: Card[];
  laid: BySeat<Card[]>;
}
export interface Laid {
  seat: Seat;
  melds: Card[][];
  deadwood: Card[];
  count: number;
  how?: string;
  discard?: Card;
  suits?: string;
  laid_off?: { card: Card; meld: number }[];
}
export interface Result {
  type: string;
  winner: Seat | null;
  points: number;
  counts: BySeat<number> | null;
  bonus: number;
  difference: number;
  extra_boxes: number;
  next_dealer: Seat | null;
  factor?: number;
  suits?: string;
  scores?: BySeat<number>;
  penalties?: BySeat<number>;
  box?: Seat;
}
export interface DealLine {
  n: number;
  winner: Seat | null;
  points: number;
  type: string;
  factor?: number;
  scores?: BySeat<number>;
  penalties?: BySeat<number>;
  box?: Seat;
}
/** A column of Hollywood (name "1" to "3") or of Color Gin (name a suit): HOL-1, CGN-8. */
export interface Column {
  name: string;
  points: BySeat<number>;
  entries: BySeat<number>;
  deals: number[];
  gained: BySeat<number>[];
  over: boolean;
  winner: Seat | null;
  totals: BySeat<number> | null;
  net: BySeat<number> | null;
}
export interface Score {
  target: number;
  points: BySeat<number>;
  boxes: BySeat<number>;
  deals: DealLine[];
  over: boolean;
  totals: BySeat<number> | null;
  net: BySeat<number> | null;
  winner: Seat | null;
  shutout: boolean;
  game_bonus: number;
  columns?: Column[];
  suits?: Column[];
}
/** A sitting of more than a plain game: the `game` and `deal` played now, the given games in `start`, the earlier games
 *  in `before`, `ends_at` in ms since 1970. */
export interface Match {
  length: { kind: string; n: number; all: boolean; deals: boolean };
  game: number;
  games: BySeat<number>;
  credits: BySeat<number>;
  deal: number;
  won: BySeat<number>;
  points: BySeat<number>;
  before: { winner: Seat | null; totals: BySeat<number> }[];
  start: BySeat<number>;
  ends_at: number | null;
  called: boolean;
}
/** Below full aids only the deadwood comes. */
export interface Aids {
  deadwood: number;
  melds?: Card[][];
  loose?: Card[];
  after?: Record<Card, number>;
  knock?: Card[];
}
export interface View {
  rules: string;
  phase: string;
  turn: Seat | null;
  dealer: Seat | null;
  seat: Seat | null;
  deal: number;
  hand: Card[] | null;
  /** Both hands, for watchers of a table that shows them later. */
  hands?: BySeat<Card[]>;
  /** The plays of the deal, each with what A may then expect of it. */
  course?: Stage[];
  counts: BySeat<number>;
  stock: number;
  pile: number;
  top: Card | null;
  pile_cards: Card[] | null;
  upcard: Card | null;
  limit: number;
  taken: { card: Card; from: string } | null;
  spread: Laid | null;
  laid: Laid | null;
  factor: number;
  double_right?: Seat | null;
  score: Score;
  result: Result | null;
  over: boolean;
  ending?: { how: string; winner: Seat | null; loser: Seat | null } | null;
  actions: Action[] | null;
  ranks?: string;
  aids: Aids | null;
  match?: Match;
  faced?: Partial<BySeat<Card[]>>;
  table?: TableMeld[];
  credit?: BySeat<number>;
  challenger?: Seat | null;
  centre?: Card | null;
  waste?: number;
  folded?: Seat[];
  tries?: string[];
}
/** IRR-0: may this seat do that although it is not lawful, because a law answers it? */
export const mayErr = (view: View, verb: string): boolean => !view.over && (view.tries ?? []).includes(verb);

export interface TableEvent {
  e: string;
  seat?: Seat;
  card?: Card | null;
  from?: string;
  how?: string;
  deal?: number;
  dealer?: Seat;
  upcard?: Card | null;
  count?: number;
  meld?: number;
  factor?: number;
  accepted?: boolean;
  by?: Seat | null;
  cards?: BySeat<Card> | Card[];
  winner?: Seat | null;
  points?: number;
  type?: string;
  net?: number;
  melds?: Card[][];
  deadwood?: Card[];
}

/** A play as it was told, and the points that A may expect of the deal after it (below 0: B). */
export interface Stage extends TableEvent {
  worth: number;
}

/** The content of `set`: new top-level keys. `actions` may be the word "discards": one for each card of the hand except
 *  the one taken from the pile. */
export type Change = Partial<Omit<View, "actions">> & { actions?: Action[] | null | "discards" };
export function changed(view: View, change: Change): View {
  const after = { ...view, ...change };
  if (after.actions !== "discards") return after as View;
  const barred = after.taken?.from === "pile" ? after.taken.card : null;
  return {
    ...after,
    actions: (after.hand ?? []).filter((card) => card !== barred).map((card) => ({ do: "discard", card })),
  };
}

/** All legal commands of one kind. */
export function legal(view: View, verb: string): Action[] {
  return (view.actions ?? []).filter((action) => action.do === verb);
}
export function may(view: View, verb: string, card?: Card): boolean {
  return legal(view, verb).some((action) => card === undefined || action.card === card);
}
