/** The melds on the table: numbered groups, each card marked with the player who laid it, because that player gets the
 *  credit. */

import { html, nothing, type TemplateResult } from "lit";
import { downOf } from "../shared/games/conquian";
import { added, adds } from "../shared/lays";
import { drawCard, drawCards, type Scene } from "../shared/table/scene";
import { type Seat, type TableMeld } from "../shared/table-view";

export function tableZone(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  if (!view.table) return nothing;
  const cards = view.table.reduce((sum, meld) => sum + meld.cards.length, 0);
  return html`<section class="gt-table ${cards > MANY ? "many" : ""}" aria-label=${words.t("label.melds_on_table")}>
    ${view.table.length ? view.table.map((meld, at) => group(scene, meld, at))
      : html`<p class="gt-bare">${words.t("label.no_melds")}</p>`}
  </section>`;
}

const MANY = 13; // cards on the table from which they are drawn smaller

/** Conquian's melds lie before the seat that laid them, beside its plate with the cards down out of eleven; in their
 *  place what is being put together. */
export function sideZone(
  scene: Scene,
  seat: Seat,
  plate: TemplateResult,
  drafted: TemplateResult | null = null,
): TemplateResult {
  const { view, words, names } = scene;
  const melds = (view.table ?? []).filter((meld) => meld.laid[seat].length);
  const down = downOf(view, seat);
  return html`<section class="gt-table side ${seat === scene.near ? "near" : "far"} ${down ? "" : "bare"}"
    aria-label=${words.t("label.down", { name: names[seat], count: down })}>${plate}${view.folded?.includes(seat)
      ? html` <span class="chip">${words.t("label.folded")}</span>` : nothing}
    ${drafted ?? melds.map((meld) => html`<div class="gt-meld">${drawCards(scene, meld.cards)}</div>`)}</section>`;
}

function group(scene: Scene, meld: TableMeld, at: number): TemplateResult {
  const { words, say, names } = scene;
  const action =
    scene.busy || !scene.active ? undefined : adds(scene.view, scene.chosen).find((one) => one.meld === at);
  const owner = (card: string): Seat => (meld.laid.A.includes(card) ? "A" : "B");
  const text = meld.cards.map((card) => say.about("label.laid_by", owner(card), { card: say.card(card) })).join(", ");
  // a finger presses the meld, keys the button in it
  const add = action ? (): void => scene.ask(added(scene, action)) : nothing;
  return html`<div class="gt-meld ${action && scene.view.aids?.melds ? "fits" : ""}" @click=${add}><span class="gt-no"
    aria-hidden="true">${at + 1}</span>
    <span class="laid" role="img" aria-label=${`${words.t("label.meld", { count: at + 1 })}: ${text}`}>${meld.cards.map(
      (card) =>
        html`<span class="by ${owner(card) === scene.near ? "near" : "far"}"
          title=${names[owner(card)]}>${drawCard(scene.sprite, card)}<i
            aria-hidden="true">${[...names[owner(card)]][0]}</i></span>`,
    )}</span>
    ${action ? html`<button type="button" class="chip-button">${words.t("verb.add.here")}</button>` : nothing}
  </div>`;
}
