/** A move chosen in advance: a draw from the stock and optionally a throw after it. Pure: from a view to the next step.
 *  */

import type { Card } from "../shared/cards";
import { legal, may, type Action, type Seat, type View } from "../shared/table-view";

/** It always begins with a draw from the stock; `drew` once that draw has been sent. */
export interface Ahead {
  deal: number;
  throws: Card | null;
  drew: boolean;
}
/** What to do with it now: wait, send an action and keep the rest, or drop it for a reason (`ahead.lost.REASON`). */
export type Step =
  { does: "wait" } | { does: "act"; action: Action; rest: Ahead | null } | { does: "drop"; why: Why };
export type Why = "over" | "stock" | "throw" | "end";

const ENDS = ["knock", "gin", "big_gin"];

/** May this seat choose in advance now: in gin and Colonel, while another player draws or throws? */
export const mayPlan = (view: View, me: Seat | null, kernel: string): boolean =>
  (kernel === "gin" || kernel === "colonel") &&
  !!me &&
  !view.over &&
  !!view.hand?.length &&
  !!view.turn &&
  view.turn !== me &&
  (view.phase === "draw" || view.phase === "discard");

/** The next step. A throw is dropped if the drawn card allows the deal to be ended, because the player has to decide
 *  that. */
export function step(ahead: Ahead, view: View, me: Seat): Step {
  if (view.over || view.deal !== ahead.deal || !view.turn) return { does: "drop", why: "over" };
  if (view.turn !== me) return ahead.drew ? { does: "drop", why: "over" } : { does: "wait" };
  if (!ahead.drew) {
    const action = legal(view, "draw_stock")[0];
    if (!action) return { does: "drop", why: "stock" };
    return { does: "act", action, rest: ahead.throws ? { ...ahead, drew: true } : null };
  }
  if (view.phase !== "discard") return { does: "drop", why: "stock" };
  if (ENDS.some((verb) => may(view, verb))) return { does: "drop", why: "end" };
  const action = legal(view, "discard").find((one) => one.card === ahead.throws);
  return action ? { does: "act", action, rest: null } : { does: "drop", why: "throw" };
}
