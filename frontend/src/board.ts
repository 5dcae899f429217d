/** The board: opponent, stock and discards, the hand, the action bar (T1, T3 to T8). */

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { short, type Card } from "./cards";
import { face, left } from "./clock-face";
import type { Sorting } from "./hand-order";
import { drawCard, type Scene } from "./scene";
import { may, other, type Seat } from "./table-view";
import { showdownVerbs, verbs, type Verb } from "./verbs";

const SORTINGS: readonly Sorting[] = ["melds", "suit", "rank", "own"];

export function header(scene: Scene, label: string, rules: string): TemplateResult {
  const { view, words } = scene;
  return html`<header class="gt-head">
    <h1>${label}</h1>
    <p class="cluster">
      <span class="badge">${rules}</span>
      <span class="badge">${words.t("label.target", { count: view.score.target })}</span>
      ${view.deal ? html`<span class="badge">${words.t("label.deal", { count: view.deal })}</span>` : nothing}
      ${view.factor > 1 ? html`<span class="badge warn">× ${view.factor}</span>` : nothing}
    </p>
  </header>`;
}

/** Name, points, clock and presence of one seat; for the far seat its card backs too (T3). */
export function seatStrip(scene: Scene, seat: Seat): TemplateResult {
  const { view, words } = scene;
  const isLaid = view.result !== null && (view.phase === "done" || view.over);
  const count = isLaid ? 0 : view.counts?.[seat] ?? 0;
  const far = seat !== scene.near;
  return html`<section class="gt-seat ${far ? "far" : "near"} ${view.turn === seat ? "on-move" : ""}" aria-label=${scene.names[seat]}>
    <p class="gt-name"><strong>${scene.names[seat]}</strong>
      ${view.dealer === seat ? html`<span class="chip">${words.t("label.dealer")}</span>` : nothing}
      ${presence(scene, seat)}</p>
    ${count && (far || !view.hand) ? html`<div class="gt-backs" role="img" aria-label=${words.n("label.cards", count)}>
      ${Array.from({ length: count }, () => drawCard(scene.sprite, "back"))}<span class="gt-count">${count}</span></div>` : nothing}
    <p class="gt-points">${words.n("label.points", view.score.points[seat])}</p>
    ${clock(scene, seat)}
  </section>`;
}

function presence(scene: Scene, seat: Seat): TemplateResult | typeof nothing {
  const found = scene.presence?.[seat];
  if (!found || scene.view.over || seat === scene.me || found.word === "here") return nothing;
  const key = found.word === "gone" && found.grace === 0 ? "pres.left" : `pres.${found.word}`;
  return html`<span class="chip warn">${scene.words.t(key, { count: found.grace ?? "" })}</span>`;
}

function clock(scene: Scene, seat: Seat): TemplateResult | typeof nothing {
  const ms = left(scene.clocks, seat, performance.now());
  if (ms === null) return nothing;
  const low = ms < 10_000 && scene.clocks?.running === seat;
  return html`<p class="gt-clock ${low ? "low" : ""}"><span class="visually-hidden">${scene.words.t("label.clock")} </span>${face(ms)}</p>`;
}

/** Stock and discards; both are buttons while they may be drawn from (T4, T5). */
export function centre(scene: Scene): TemplateResult {
  const { view, words } = scene;
  const take = may(view, "take_upcard") ? "take_upcard" : "draw_discard";
  const limit = view.limit > 0 ? words.t("label.limit", { count: view.limit }) : words.t("label.gin_only");
  return html`<section class="gt-centre" aria-label=${words.t("label.pile")}>
    ${pile(scene, "draw_stock", words.t("label.stock.say", { count: view.stock }), view.stock ? "back" : null,
      html`<span>${words.t("label.stock")}</span> <span>${words.t("label.stock.left", { count: view.stock })}</span>`)}
    ${pile(scene, take, view.top ? words.t("label.pile.say", { card: scene.say.card(view.top) }) : words.t("label.pile.empty"), view.top,
      html`<span>${words.t("label.pile")}</span> <span>${limit}</span>`)}
    ${view.pile_cards?.length ? html`<p class="gt-thrown">${view.pile_cards.map((card) => html`<span>${short(card)}</span> `)}</p>` : nothing}
  </section>`;
}

function pile(scene: Scene, verb: string, label: string, card: Card | "back" | null, caption: TemplateResult): TemplateResult {
  const action = scene.view.actions?.find((one) => one.do === verb);
  const open = action && !scene.busy && scene.active;
  const picture = card ? drawCard(scene.sprite, card) : html`<span class="gt-empty"></span>`;
  const top = open
    ? html`<button type="button" class="gt-pile open" aria-label=${label} @click=${() => scene.perform(action)}>${picture}</button>`
    : html`<div class="gt-pile" role="img" aria-label=${label}>${picture}</div>`;
  return html`<div class="gt-stack">${top}<p aria-hidden="true">${caption}</p></div>`;
}

/** The hand: a listbox with one tab stop; melds are bracketed, the card just drawn is raised (T6, T7, T23). */
export function hand(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  if (!view.hand?.length) return nothing;
  const melds = view.aids?.melds ?? [];
  return html`<section class="gt-hand">
    <div role="listbox" class="gt-cards" aria-label=${scene.say.hand(view)} aria-orientation="horizontal">
      ${repeat(scene.order, (card) => card, (card, index) => option(scene, card, index, melds))}
    </div>
    <div class="gt-tools">
      ${view.aids ? html`<p class="gt-deadwood">${words.t("label.deadwood", { count: view.aids.deadwood })}${afterThrow(scene)}</p>` : nothing}
      <div class="gt-sort" role="group" aria-label=${words.t("label.sort")}>
        ${SORTINGS.filter((name) => name !== "melds" || view.aids?.melds).map((name) => html`<button type="button" class="chip-button"
          aria-pressed=${scene.sorting === name ? "true" : "false"} @click=${() => scene.sort(name)}>${words.t(`label.${name}`)}</button>`)}
        <button type="button" class="chip-button" ?hidden=${!scene.chosen} aria-label=${words.t("label.left")} @click=${() => scene.shift(-1)}>◀</button>
        <button type="button" class="chip-button" ?hidden=${!scene.chosen} aria-label=${words.t("label.right")} @click=${() => scene.shift(1)}>▶</button>
      </div>
    </div>
  </section>`;
}

function afterThrow(scene: Scene): string {
  const after = scene.chosen ? scene.view.aids?.after?.[scene.chosen] : undefined;
  return after === undefined ? "" : ` · ${scene.words.t("label.after", { count: after })}`;
}

function option(scene: Scene, card: Card, index: number, melds: readonly Card[][]): TemplateResult {
  const number = melds.findIndex((meld) => meld.includes(card));
  const meld = number < 0 ? undefined : melds[number];
  const drawn = scene.view.taken?.card === card;
  const before = scene.order[index - 1];
  const gap = index > 0 && scene.sorting === "melds" && melds.findIndex((one) => one.includes(before ?? "")) !== number;
  return html`<div role="option" class="gt-card ${meld ? `melded m${number % 3}` : ""} ${drawn ? "drawn" : ""} ${gap ? "gap" : ""}" data-card=${card}
    aria-selected=${scene.chosen === card ? "true" : "false"} aria-label=${scene.say.inHand(card, meld, drawn)}
    tabindex=${index === scene.roving ? 0 : -1} @click=${() => { scene.reach(index); scene.choose(card); }}>
    ${drawCard(scene.sprite, card)}${drawn ? html`<span class="gt-new" aria-hidden="true">${scene.words.t("label.drawn")}</span>` : nothing}
  </div>`;
}

/** T8: verbs in fixed places; a verb that may not be done stays focusable and says why. */
export function bar(scene: Scene): TemplateResult {
  const setting = { view: scene.view, me: scene.me, chosen: scene.chosen, busy: scene.busy, words: scene.words };
  const strip = showdownVerbs(setting);
  return html`<div class="gt-bar" role="group" aria-label=${scene.words.t("label.actions")}>${(strip.length ? strip : verbs(setting)).map((verb) => verbButton(scene, verb))}</div>`;
}

function verbButton(scene: Scene, verb: Verb): TemplateResult {
  const off = !verb.action || !scene.active;
  const why = scene.active ? verb.why : scene.words.t("tab.old");
  const act = (): void => {
    if (off) scene.remark(why);
    else if (verb.opens === "knock") scene.openKnock();
    else scene.perform(verb.action!);
  };
  return html`<button type="button" class="gt-verb" data-key=${verb.key} aria-disabled=${off ? "true" : "false"} title=${off ? why : nothing} @click=${act}>
    ${verb.label}${off ? html`<span class="visually-hidden">: ${why}</span>` : nothing}</button>`;
}

/** The seat across the table. */
export const farSeat = (scene: Scene): Seat => other(scene.near);
