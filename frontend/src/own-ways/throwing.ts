/** Throw a card by a gesture. It works like the verb, which asks for a confirmation if that is wanted and says why a
 *  throw is not possible. */

import type { Card } from "../shared/cards";
import type { GinTable } from "../shared/table/gin-table";
import { may } from "../shared/table-view";
import { plans } from "./ahead-marks";
import { isTwice, type Tap } from "./gestures";

/** Keeps the click that ends a gesture from pressing what lies under it. */
export function noClick(): void {
  const still = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", still, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", still, { capture: true }));
}

/** May this card be thrown now, or be chosen for a throw in advance? */
export const throwable = (table: GinTable, card: Card): boolean => plans(table) || may(table.view, "discard", card);

export function throwCard(table: GinTable, card: Card): void {
  if (table.chosen !== card) table.choose(card);
  setTimeout(() => table.verb("d")?.click());
}

/** A double tap on a card of the hand throws it; the first tap chooses it as usual. */
export function throwByDoubleTap(table: GinTable): void {
  let before: Tap | null = null;
  table.addEventListener(
    "click",
    (event) => {
      const card = (event.target as Element).closest<HTMLElement>(".gt-card")?.dataset["card"];
      if (!card || !event.isTrusted) return;
      const now = { card, x: event.clientX, y: event.clientY, at: event.timeStamp };
      const isSecond = isTwice(before, now) && throwable(table, card);
      before = isSecond ? null : now;
      if (!isSecond) return;
      event.stopPropagation();
      throwCard(table, card);
    },
    { capture: true },
  );
}
