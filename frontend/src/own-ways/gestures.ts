/** The meaning of a gesture by finger or mouse at the table: a double tap, a card pushed up, a drop. */

import type { Card } from "../shared/cards";
import { legal, type Action, type View } from "../shared/table-view";

export interface Tap {
  card: Card;
  x: number;
  y: number;
  at: number;
}

const TWICE_MS = 350;
const TWICE_PX = 30;
const UP_PX = 45;
const UP_MS = 400;

/** Are two taps one double tap on the same card? */
export const isTwice = (before: Tap | null, now: Tap): boolean =>
  before !== null &&
  before.card === now.card &&
  now.at - before.at <= TWICE_MS &&
  Math.hypot(now.x - before.x, now.y - before.y) <= TWICE_PX;

/** Was a card pushed up: far enough, quickly, and more up than aside? */
export const isUp = (dx: number, dy: number, ms: number): boolean =>
  dy <= -UP_PX && ms <= UP_MS && Math.abs(dx) <= -dy * 0.7;

/** The draw that a card dragged from a pile into the hand makes. */
export function drawn(view: View, pile: "stock" | "discards"): Action | null {
  const verbs = pile === "stock" ? ["draw_stock"] : ["take_upcard", "draw_discard"];
  return verbs.flatMap((verb) => legal(view, verb))[0] ?? null;
}
