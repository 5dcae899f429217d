/** Colonel: where a card can go, and the questions before it is laid. */

import { short } from "./cards";
import type { Question, Scene } from "./table/scene";
import { legal, type Action, type View } from "./table-view";

/** The ways to put the chosen card on a meld (COL-7): the lawful ones, or any, if no aids mark what fits. */
export function adds(view: View, chosen: string | null): Action[] {
  if (!chosen) return [];
  if (view.aids?.melds || !mayLay(view)) return legal(view, "add").filter((action) => action.card === chosen);
  return view.table!.map((_, meld) => ({ do: "add", card: chosen, meld }));
}

/** May this seat lay now (COL-6)? */
export const mayLay = (view: View): boolean =>
  !!view.table && view.phase === "discard" && !!view.seat && view.turn === view.seat && !view.over;

/** Cards on the table cannot be taken back, so laying is confirmed before it is sent. */
export const added = ({ words }: Pick<Scene, "words">, action: Action): Question => ({
  label: words.t("verb.add.card", { card: short(action.card!), meld: action.meld! + 1 }),
  text: words.t("ask.lay"),
  action,
});
