/** Find the deal of the sitting that a row of the score sheet is about. */

import type { View } from "../shared/table-view";

/** The numbers in the sitting, which go on from game to game, of the entries on the sheet; 0 for a director's
 *  correction (IRR-35), which is no deal. */
export function dealNumbers({
  deal,
  result,
  score: { deals },
}: Pick<View, "deal" | "result"> & { score: { deals: readonly { type: string }[] } }): number[] {
  const isDeal = deals.map(({ type }) => type !== "adjusted");
  let n = deal - isDeal.filter(Boolean).length - (result ? 0 : 1);
  return isDeal.map((is) => (is ? ++n : 0));
}
