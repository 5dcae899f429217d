/** Links to the finished deals of a sitting, on the card of the result and in every row of the score sheet. At a table
 *  under play a link opens the deal over the table (gin-replay.ts, which is then loaded); else it leads to the deal's
 *  page. */

import { dealNumbers } from "./deal-links";
import { el } from "../shared/elements";
import { fetched, lostAt } from "../shared/fetching/fetched";
import type { GinTable } from "../shared/table/gin-table";

type Replay = typeof import("../gin-replay");

class Links {
  private readonly last: HTMLElement;
  private readonly come: (use: (replay: Replay["replay"]) => void) => Promise<void>;

  constructor(private readonly table: GinTable) {
    this.come = fetched(table.dataset["replay"]!, ({ replay }: Replay) => replay, lostAt(table));
    this.last = el("a", { class: "button small gt-step-through" }, table.words.t("sum.replay"));
    table.addController({ hostUpdated: () => this.draw() });
    table.addEventListener("click", (event) => this.follow(event));
    table.requestUpdate();
  }

  private draw(): void {
    const { table, last } = this,
      { view } = table,
      numbers = dealNumbers(view);
    const home = // not that of a deal which is open over the table
      table.querySelector(".gt-layout .gt-next") ?? table.querySelector(".gt-layout .gt-slip");
    if (home && last.parentElement !== home) home.append(last);
    this.to(last, view.deal);
    for (const head of table.querySelectorAll(".gt-sheet tbody th")) {
      const n = numbers[parseInt(head.textContent ?? "") - 1],
        there = head.querySelector("a");
      head.classList.toggle("leads", !!n);
      if (!n) there?.remove();
      else if (there) this.to(there, n);
      else head.append(this.to(el("a", { class: "gt-to-deal" }), n, table.words.t("sheet.replay", { count: n })));
    }
  }

  /** A link that leads to this deal of the sitting. */
  private to(link: HTMLElement, n: number, label = ""): HTMLElement {
    const href = `${this.table.dataset["deals"] ?? ""}${n}/`;
    if (link.getAttribute("href") !== href) link.setAttribute("href", href);
    if (label) link.setAttribute("aria-label", label);
    return link;
  }

  private follow(event: MouseEvent): void {
    const { table } = this,
      link = (event.target as Element).closest(".gt-step-through, .gt-to-deal");
    if (!link || table.view.over || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void this.come((replay) => void replay(table, link as HTMLAnchorElement));
  }
}

void customElements.whenDefined("gin-table").then(() => {
  const table = document.querySelector<GinTable>("gin-table");
  if (table) new Links(table);
});
