/** The island of a table of two: <gin-table>. */

import { html, nothing, type TemplateResult } from "lit";
import { colonelStrip, colonelVerbs } from "../shared/games/colonel";
import { arrangerVerbs, conquianStrip, conquianVerbs } from "../shared/games/conquian";
import { arranger, offered } from "../shared/hand/arranger";
import { bar, centre, farSeat, hand, header, seatStrip, type Bar } from "../shared/table/board";
import { GinTable } from "../shared/table/gin-table";
import { openHand } from "../shared/hand/open-hand";
import { nearBacks } from "../shared/table/plate";
import { endCard, nextDeal, resultCard } from "../shared/table/score-sheet";
import type { Draft } from "../shared/table/scene";
import { sheet } from "../shared/table/sheets";
import { sideZone, tableZone } from "./tabled";

const BARS: Partial<Record<string, Bar>> = {
  colonel: [colonelVerbs, colonelStrip],
  conquian: [conquianVerbs, conquianStrip],
};

class TableOfTwo extends GinTable {
  protected override offered(): Draft | null {
    return offered(this.view);
  }

  override render(): TemplateResult {
    const { view, facts } = this;
    const scored = view.result !== null && (view.phase === "done" || view.over),
      isLaidApart = facts.kernel === "conquian" && !!view.table;
    const far = seatStrip(this, farSeat(this)),
      near = seatStrip(this, this.near),
      verbs: Bar | undefined = this.drafting ? [arrangerVerbs, () => []] : BARS[facts.kernel],
      acts = this.me && !view.over && !scored;
    return html`
      ${this.notices()}
      <div class="gt-layout">
        <div class="felt" tabindex="-1" aria-label=${this.words.t("label.table")} role="region">
          ${header(this, this.dataset)}
          ${isLaidApart && !scored ? sideZone(this, farSeat(this), far) : html`<div class="gt-top">${far}</div>`}
          ${scored ? nothing : openHand(this, farSeat(this))}
          ${this.status()}
          ${endCard(this, this.dataset["again"], this.dataset["event"])}
          ${scored ? resultCard(this) : centre(this)}
          ${!scored && !view.turn && this.next ? html`<div class="gt-wait">${nextDeal(this)}</div>` : nothing}
          ${isLaidApart && scored ? nothing : isLaidApart ? sideZone(this, this.near, near, arranger(this))
            : tableZone(this)}
          <deal-shuffle .table=${this} .view=${view}></deal-shuffle>
          <p class="gt-last">${this.last}</p>
          ${scored ? nothing : html`${openHand(this, this.near)}${nearBacks(this)}`}
          ${scored ? nothing : hand(this)}
          ${this.foot(isLaidApart && !scored ? nothing : near, acts ? bar(this, verbs) : null)}
        </div>
        ${this.panel(sheet(this))}
      </div>${this.below()}`;
  }
}

customElements.define("gin-table", TableOfTwo);
