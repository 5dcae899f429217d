/** The cards that a player has picked. */

import type { Card } from "../cards";
import type { View } from "../table-view";

/** The picked cards after a tap on one: it is picked, alone or beside the others (`many`), or put back. A card that has
 *  left the hand meanwhile, though the page still shows it, is not picked: no later tap could put it back. */
export function pick(before: readonly Card[], card: Card, view: View, many: boolean): Card[] {
  if (!view.hand?.includes(card) && card !== view.centre) return [...before];
  const others = many ? before.filter((one) => one !== card) : [];
  return before.includes(card) ? others : [...others, card];
}
