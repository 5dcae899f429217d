/** What the page of a table offers watchers: the delay, steps back, the number of watchers, and the other tables. It is
 *  a separate chunk beside <gin-table>, which does not know about it. */

import { el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import { Neighbours } from "./neighbours";
import { Steps } from "./steps";

/** On the felt itself, with the rules and the score. */
function late(table: GinTable): void {
  const badge = el("span", { class: "badge tg-late" }, table.dataset["late"]!);
  table.addController({
    hostUpdated: () => {
      const row = table.querySelector(".gt-head > .cluster");
      if (row && badge.parentElement !== row) row.append(badge);
    },
  });
}

/** The number of watchers, which the table's owner tells only to them. It is in the bar of the site; on a narrow screen
 *  on the felt. */
function crowd(table: GinTable): void {
  const told = table.told.bind(table),
    icon = `<svg viewBox="0 0 24 24" aria-hidden="true"><use href="${table.dataset["icons"]}#eye"></use></svg>`,
    sign = el("span", { class: "badge tg-crowd", hidden: "" }),
    number = el("b"),
    word = el("span"),
    inBar = el("li"),
    wide = matchMedia("(min-width: 68rem)");
  sign.innerHTML = icon;
  sign.append(number, " ", word);
  document.querySelector(".bar .account")?.prepend(inBar);
  table.addController({
    hostUpdated: () => {
      const there = wide.matches ? inBar : table.querySelector(".gt-head > .cluster");
      if (there && sign.parentElement !== there) there.append(sign);
    },
  });
  wide.addEventListener("change", () => table.requestUpdate());
  table.told = (frame) => {
    if (frame.k === "watching") {
      const count = Number(frame.n);
      number.textContent = `${count}${frame["more"] ? "+" : ""}`;
      word.textContent = table.words.n("gallery.watching", count);
      sign.hidden = false;
    }
    told(frame);
  };
}

void customElements.whenDefined("gin-table").then(() => {
  const table = document.querySelector<GinTable>("gin-table");
  if (!table || table.me) return;
  table.toggleAttribute("data-watched", true);
  table.toggleAttribute("data-open", !!table.view.hands);
  if (!table.view.over) new Steps(table);
  crowd(table);
  if (table.dataset["late"]) late(table);
  if (table.dataset["others"]) new Neighbours(table);
  table.requestUpdate();
});
