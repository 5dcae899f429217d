/** What the page of a table has for those who watch: how late they see it, steps back, how many they are, and the other
 *  tables. A chunk of its own beside <gin-table>, which knows nothing of it. */

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

/** The owner of the table says how many watch, to nobody but them. It stands in the bar of the site, where that is
 *  narrow on the felt. */
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
