/** <table-hint>: asks the site what the house would do now, and shows it over the table; for practice tables. */

import type { Card } from "../shared/cards";
import { wordOf } from "../shared/elements";
import { askApi } from "../shared/fetching/site-api";
import { afterChange } from "../shared/own/after-change";
import type { GinTable } from "../shared/table/gin-table";

interface Hint {
  says: string;
  lines: string[];
  cards: Card[];
}
interface Told {
  v: number;
  now: Hint | null;
}

const MARK = "data-hinted";

class TableHint extends HTMLElement {
  private table!: GinTable;
  private readonly button = this.querySelector<HTMLElement>(".th-ask")!;
  private marked: readonly Card[] = [];
  private version = -1;

  connectedCallback(): void {
    this.table = document.querySelector<GinTable>("gin-table")!;
    this.box.addEventListener("toggle", (event) => {
      if ((event as ToggleEvent).newState === "open") void this.ask();
    });
    void customElements.whenDefined("gin-table").then(() => this.follow());
  }

  private get box(): HTMLElement {
    return this.querySelector<HTMLElement>(".th-box")!;
  }

  /** A hint belongs to one position: it disappears when play goes on. */
  private follow(): void {
    const { table } = this;
    afterChange(table, () => {
      if (table.link.v === this.version) return;
      if (this.box.matches(":popover-open")) this.box.hidePopover();
      this.mark([]);
    });
    table.addController({ hostUpdated: () => this.drawn() });
    this.drawn();
  }

  /** Runs whenever the table is drawn: puts the button in its head and the marks on the cards. */
  private drawn(): void {
    const head = this.table.querySelector(".gt-head");
    if (head && this.button.parentElement !== head) {
      head.querySelector(".cluster")!.after(this.button);
      head.toggleAttribute("data-asks", true);
    }
    this.mark(this.marked);
  }

  private async ask(): Promise<void> {
    this.show(wordOf(this, "asked"), []);
    const told = await askApi<Told>(this.dataset["at"] ?? "");
    if (!told) return this.show(wordOf(this, "lost"), []);
    this.version = told.v;
    this.show(told.now?.says ?? wordOf(this, "wait"), told.now?.lines ?? []);
    this.mark(told.now?.cards ?? []);
  }

  private show(says: string, lines: readonly string[]): void {
    this.querySelector(".th-says")!.textContent = says;
    const list = this.querySelector(".th-lines")!;
    list.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })),
    );
  }

  /** Mark the cards that the hint is about. */
  private mark(cards: readonly Card[]): void {
    this.marked = cards;
    for (const one of this.table.querySelectorAll<HTMLElement>(".gt-card"))
      one.toggleAttribute(MARK, cards.includes(one.dataset["card"] as Card));
  }
}

customElements.define("table-hint", TableHint);
