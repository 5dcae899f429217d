/** Colonel: where a card goes, and what is asked before it lies. */

import { short } from "./cards";
import type { Question, Scene } from "./table/scene";
import { legal, type Action, type View } from "./table-view";

/** The ways to put the chosen card on a meld (COL-7): the lawful ones, or on any of them where no aids mark what
 *  fits. */
export function adds(view: View, chosen: string | null): Action[] {
  if (!chosen) return [];
  if (view.aids?.melds || !mayLay(view)) return legal(view, "add").filter((action) => action.card === chosen);
  return view.table!.map((_, meld) => ({ do: "add", card: chosen, meld }));
}

/** Is it this seat's time to lay (COL-6)? */
export const mayLay = (view: View): boolean =>
  !!view.table && view.phase === "discard" && !!view.seat && view.turn === view.seat && !view.over;

/** Cards on the table cannot be taken back, so laying is confirmed before it is sent. */
export const added = ({ words }: Pick<Scene, "words">, action: Action): Question => ({
  label: words.t("verb.add.card", { card: short(action.card!), meld: action.meld! + 1 }),
  text: words.t("ask.lay"),
  action,
});
