/** <gin-small>: a table as a watcher sees it, drawn small, for pages that show several side by side. It is the live
 *  table with another drawing: socket, versions and words are those of <gin-table>. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { stands } from "../deal-course/course";
import { place } from "../shared/games/match-line";
import { clock } from "../shared/table/board";
import { GinTable } from "../shared/table/gin-table";
import type { Group } from "../shared/hand/hand-rows";
import { groupedHand } from "../shared/hand/open-hand";
import { standing, tag } from "../shared/table/plate";
import { drawCard, named } from "../shared/table/scene";
import { other, type Seat } from "../shared/table-view";

class SmallTable extends GinTable {
  /** This drawing has no buttons. */
  protected override onKey = (): void => undefined;

  /** The title and the icon of the page do not belong to this table alone. */
  override updated(_changed: PropertyValues): void {
    this.toggleAttribute("data-over", this.view.over);
  }

  override render(): TemplateResult {
    const { view, words } = this,
      far = other(this.near),
      at = view.match ? place(view.match, words) : "";
    return html`${this.notices()}
      <header class="gm-head"><h2><a href=${this.dataset["href"] ?? ""}>${this.dataset["label"]}</a></h2>
        ${at || view.deal ? html`<span class="badge">${at || words.t("label.deal", { count: view.deal })}</span>`
          : nothing}</header>
      ${this.seat(far)}
      <div class="gm-middle">${this.piles()}<p class="gm-said">${this.said()}</p></div>
      ${this.seat(this.near)}`;
  }

  /** The players, their score, and their cards, open if these watchers see them. */
  private seat(seat: Seat): TemplateResult {
    const { view, words, facts } = this,
      points = view.score.points[seat],
      open = this.isScored() ? null : groupedHand(this, seat);
    return html`<section class="gm-seat ${view.turn === seat && !view.over ? "on-move" : ""}"
      aria-label=${this.names[seat]}>${tag(this, seat)}<p class="gt-name">${named(this, seat)}${open?.loose
      ? html`<small aria-hidden="true">${open.loose}</small>` : nothing}</p>
      ${standing(words.n("label.points", points), points, facts.sheet === "pad" ? facts.target : null)}
      ${clock(this, seat)}${this.isScored() ? nothing : open ? this.hand(open) : this.backs(seat)}</section>`;
  }

  private isScored(): boolean {
    const { view } = this;
    return view.over || (view.result !== null && view.phase === "done");
  }

  private hand({ groups, loose }: { groups: Group[]; loose: string }): TemplateResult {
    const said = groups.flatMap(({ cards }) => cards.map((card) => this.say.card(card)));
    return html`<div class="gm-hand" role="img" aria-label=${[...said, loose].filter(Boolean).join(", ")
      }>${groups.map(({ cards }) => html`<span>${cards.map((card) => drawCard(this.sprite, card))}</span>`)}</div>`;
  }

  private backs(seat: Seat): TemplateResult | typeof nothing {
    const count = this.view.counts?.[seat] ?? 0;
    return count
      ? html`<div class="gm-hand backs" role="img" aria-label=${this.words.n("label.cards", count)}>${Array.from(
          { length: count },
          () => drawCard(this.sprite, "back"),
        )}</div>`
      : nothing;
  }

  private piles(): TemplateResult | typeof nothing {
    const { view, words } = this;
    if (this.isScored()) return nothing;
    return html`<div class="gm-piles"><span role="img" aria-label=${words.t("label.stock.say", { count: view.stock })
      }>${drawCard(this.sprite, "back")}<b>${view.stock}</b></span><span role="img" aria-label=${view.top
      ? words.t("label.pile.say", { card: this.say.card(view.top) }) : words.t("label.pile.empty")}>${view.top
      ? drawCard(this.sprite, view.top) : html`<i></i>`}</span></div>`;
  }

  /** What happened last, or how the deal or the match ended. */
  private said(): TemplateResult {
    const { view, words, say } = this,
      winner = view.ending ? view.ending.winner : view.score.winner,
      kind = view.match ? "match" : "game";
    if (view.over)
      return html`<strong>${winner ? say.about(`end.title.${kind}`, winner)
        : words.t(`end.title.drawn.${kind}`)}</strong>`;
    const scored = this.isScored() ? say.event({ ...view.result!, e: "deal_scored" } as never) : null;
    if (scored) return html`<strong>${scored}</strong>`;
    const last = view.course?.at(-1),
      worth = last ? stands(last, words, (seat) => this.names[seat]) : "";
    return html`${this.log[0] ?? say.status(view)}${worth ? html`<small>${worth}</small>` : nothing}`;
  }
}

customElements.define("gin-small", SmallTable);
