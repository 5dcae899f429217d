/** The island of a table of two: <gin-table>. */

import { html, nothing, type TemplateResult } from "lit";
import { arranger } from "./arranger";
import { bar, centre, farSeat, hand, header, seatStrip } from "./board";
import { GinTable } from "./gin-table";
import { cite } from "./scene";
import { endCard, nextDeal, resultCard } from "./score-sheet";
import { sheet } from "./sheets";
import { tableZone } from "./tabled";

class TableOfTwo extends GinTable {
  override render(): TemplateResult {
    const { view } = this;
    const scored = view.result !== null && (view.phase === "done" || view.over);
    return html`
      ${header(this, this.dataset)}
      ${this.notices()}
      <div class="gt-layout">
        <div class="felt" tabindex="-1" aria-label=${this.words.t("label.table")} role="region">
          <p class="gt-status ${view.turn === this.me && this.me ? "mine" : ""}">${this.say.status(view)}</p>
          ${seatStrip(this, farSeat(this))}
          ${endCard(this, this.dataset["again"])}
          ${scored ? resultCard(this) : centre(this)}
          ${!scored && !view.turn && this.next ? html`<div class="gt-wait">${nextDeal(this)}</div>` : nothing}
          ${tableZone(this)}${this.drafting ? arranger(this) : nothing}
          <deal-shuffle .table=${this} .view=${view}></deal-shuffle>
          <p class="gt-last">${this.log[0]}</p>
          ${seatStrip(this, this.near)}
          ${scored ? nothing : hand(this)}
          ${this.me && !view.over && !scored ? html`<div class="gt-act">${this.drafting ? nothing : bar(this)}<p class="gt-note" role="status">${cite(this.note)}</p></div>` : nothing}
        </div>
        <div class="gt-side">${sheet(this)}${this.story()}</div>
      </div>${this.below()}`;
  }
}

customElements.define("gin-table", TableOfTwo);
