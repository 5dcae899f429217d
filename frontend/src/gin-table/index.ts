/** The island of a table of two: <gin-table>. */

import { html, nothing, type TemplateResult } from "lit";
import { arranger } from "../shared/hand/arranger";
import { bar, centre, farSeat, hand, header, seatStrip } from "../shared/table/board";
import { GinTable } from "../shared/table/gin-table";
import { openHand } from "../shared/hand/open-hand";
import { nearBacks } from "../shared/table/plate";
import { endCard, nextDeal, resultCard } from "../shared/table/score-sheet";
import { sheet } from "../shared/table/sheets";
import { tableZone } from "./tabled";

class TableOfTwo extends GinTable {
  override render(): TemplateResult {
    const { view } = this;
    const scored = view.result !== null && (view.phase === "done" || view.over);
    return html`
      ${this.notices()}
      <div class="gt-layout">
        <div class="felt" tabindex="-1" aria-label=${this.words.t("label.table")} role="region">
          <div class="gt-top">${seatStrip(this, farSeat(this))}${header(this, this.dataset)}</div>
          ${scored ? nothing : openHand(this, farSeat(this))}
          ${this.status()}${this.claim()}
          ${endCard(this, this.dataset["again"], this.dataset["event"])}
          ${scored ? resultCard(this) : centre(this)}
          ${!scored && !view.turn && this.next ? html`<div class="gt-wait">${nextDeal(this)}</div>` : nothing}
          ${tableZone(this)}${this.drafting ? arranger(this) : nothing}
          <deal-shuffle .table=${this} .view=${view}></deal-shuffle>
          <p class="gt-last">${this.last}</p>
          ${scored ? nothing : html`${openHand(this, this.near)}${nearBacks(this)}`}
          ${seatStrip(this, this.near)}
          ${scored ? nothing : hand(this)}
          ${this.me && !view.over && !scored ? html`<div class="gt-act">${this.drafting ? nothing
            : bar(this)}</div>` : nothing}
        </div>
        <div class="gt-side">${sheet(this)}${this.story()}</div>
      </div>${this.below()}`;
  }
}

customElements.define("gin-table", TableOfTwo);
