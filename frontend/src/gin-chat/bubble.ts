/** What somebody says, shown for some seconds in a bubble at the seat. It is only for eyes; the panel of the chat is
 *  read aloud. */

import { el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import type { Seat } from "../shared/table-view";

const SHOWN_MS = 6000;

/** Shows a bubble at this seat, replacing an earlier one; nothing if the seat is not drawn. */
export function bubble(table: GinTable, seat: string, words: string): void {
  const felt = table.querySelector<HTMLElement>(".felt"),
    plate = [...table.querySelectorAll<HTMLElement>(".gt-seat")].find(
      (one) => one.getAttribute("aria-label") === table.names[seat as Seat],
    );
  if (!felt || !plate) return;
  felt.querySelector(`.gt-bubble[data-seat="${seat}"]`)?.remove();
  const made = el("p", { class: "gt-bubble", "data-seat": seat, "aria-hidden": "true" }, el("bdi", {}, words));
  const [at, within] = [plate.getBoundingClientRect(), felt.getBoundingClientRect()];
  const isLow = at.top - within.top > within.height / 2;
  made.toggleAttribute("data-low", isLow);
  made.style.setProperty("--x", `${at.left - within.left + 8}px`);
  made.style.setProperty("--y", `${(isLow ? at.top : at.bottom) - within.top}px`);
  felt.append(made);
  setTimeout(() => made.remove(), SHOWN_MS);
}
