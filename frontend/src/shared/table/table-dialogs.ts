/** The dialogs that confirm a final action: the knock in two steps, laying, a challenge, a fold, resigning. */

import { html, nothing, type TemplateResult } from "lit";
import { short, type Card } from "../cards";
import type { Facts } from "../facts";
import { bestSpreads, colouredSpreads, type Spread } from "../melds";
import { suitSigns } from "../games/result-lines";
import { cite, drawCards, type KnockSheet, type Scene } from "./scene";
import type { Strings } from "../strings";
import { legal, type View } from "../table-view";

/** The cards that the knock dialog offers to throw: the chosen one alone if a knock may throw it, else all, and first
 *  the one that leaves the least deadwood. */
export function knockSheet(view: View, chosen: Card | null, how: KnockSheet["how"]): KnockSheet | null {
  const legalCards = legal(view, how).flatMap((action) => action.card ?? []);
  const after = view.aids?.after;
  const discards = chosen && (!after || legalCards.includes(chosen)) ? [chosen]
    : after ? legalCards.sort((a, b) => (after[a] ?? 0) - (after[b] ?? 0)) : [];
  return discards[0] ? throwing(view, discards, discards[0], how) : null;
}

/** The dialog with this discard. Below full aids it shows no arrangement; the engine arranges. */
export function throwing(view: View, discards: Card[], discard: Card, how: KnockSheet["how"]): KnockSheet {
  const kept = (view.hand ?? []).filter((card) => card !== discard);
  return { how, discards, discard, spreads: view.aids?.after ? waysToLie(view, kept, how) : [], at: 0 };
}

/** GIN-14: least deadwood; CGN-14: in Color Gin more suits may be worth more. */
function waysToLie(view: View, kept: Card[], how: KnockSheet["how"]): Spread[] {
  if (!view.score.suits) return asShown(bestSpreads(kept), view.aids?.melds ?? []);
  const open = view.score.suits
    .filter((column) => !column.over)
    .map((column) => column.name)
    .join("");
  return colouredSpreads(kept, how === "gin" ? 0 : view.limit, open);
}

/** GIN-14: the arrangement shown in the hand comes first, so it is the one that is sent. */
function asShown(spreads: Spread[], melds: readonly Card[][]): Spread[] {
  const shown = new Set(melds.map(key));
  const like = (spread: Spread): number => spread.melds.filter((meld) => shown.has(key(meld))).length;
  return spreads.sort((a, b) => like(b) - like(a));
}

const key = (meld: readonly Card[]): string => [...meld].sort().join();

export function knockDialog(
  scene: Scene,
  change: (sheet: KnockSheet | null) => void,
): TemplateResult | typeof nothing {
  const { knocking, words } = scene;
  if (!knocking) return nothing;
  const { how, discard, discards, spreads, at } = knocking;
  const spread = spreads[at];
  const knock = (): void => {
    change(null);
    scene.perform({ do: how, card: discard, ...(spread ? { melds: spread.melds } : {}) });
  };
  return html`<dialog class="gt-dialog" id="gt-knock" aria-labelledby="gt-knock-title" @close=${() => change(null)}>
    <h2 id="gt-knock-title">${words.t(how === "gin" ? "verb.gin" : "knock.title")}</h2>
    ${
      discards.length > 1
        ? html`<fieldset><legend>${words.t("knock.throw")}</legend>
      ${discards.map(
        (
          card,
        ) => html`<label class="gt-throw"><input type="radio" class="tick" name="gt-discard"
          .checked=${card === discard} @change=${() => change(throwing(scene.view, discards, card, how))}>
        <span>${label(scene, card)}</span></label>`,
      )}</fieldset>`
        : html`<p>${label(scene, discard)}</p>`
    }
    ${
      spread
        ? html`<p class="muted">${words.t("knock.lie")}</p><div class="gt-groups">
      ${spread.melds.map((meld) => html`<span class="gt-group">${drawCards(scene, meld)}</span>`)}
      ${spread.loose.length ? html`<span
        class="gt-group dead">${drawCards(scene, spread.loose, words.t("label.deadwood", { count: "" }))}</span>`
          : nothing}</div>
      ${spread.suits ? html`<p>${words.t("knock.suits", { suits: suitSigns(spread.suits) })}</p>` : nothing}
      <p>${words.t("knock.deadwood", { count: spread.deadwood })} ${how === "gin" ? nothing
        : cite(knockWarning(words, scene.facts, Object.keys(scene.view.counts).length - 1))}</p>`
        : nothing
    }
    <p class="actions"><button type="button" class="button primary"
      @click=${knock}>${words.t(how === "gin" ? "verb.gin" : "knock.do")}</button>
      ${spreads.length > 1 ? html`<button type="button" class="button"
        @click=${() => change({ ...knocking, at: (at + 1) % spreads.length })}>${words.t("knock.arrange")}</button>`
          : nothing}
      <button type="button" class="button quiet" @click=${() => change(null)}>${words.t("knock.cancel")}</button></p>
  </dialog>`;
}

/** GIN-24, GIN-25: what equal deadwood would mean under the rules of this table, against so many opponents. */
export function knockWarning(words: Strings, facts: Facts, opponents: number): string {
  return words.n(facts.undercut_on_tie ? "knock.level.undercut" : "knock.level.nothing", opponents);
}

function label(scene: Scene, card: Card): string {
  const count = scene.view.aids?.after?.[card];
  return scene.words.t(count === undefined ? "knock.plain" : "knock.with", { count: count ?? "", card: short(card) });
}

/** Actions that cannot be taken back and change the whole deal are confirmed: a challenge, a fold; one that ends the
 *  sitting has its own title. */
export function askDialog(scene: Scene, close: () => void): TemplateResult | typeof nothing {
  const { asking, words } = scene;
  if (!asking) return nothing;
  const { title, text, label, action } = asking;
  return html`<dialog class="gt-dialog" id="gt-ask" aria-labelledby="gt-ask-title" @close=${close}><h2
    id="gt-ask-title">${title ?? label}</h2><p>${text}</p>
    <p class="actions"><button type="button" class="button ${title ? "danger" : "primary"}" @click=${() => {
      close();
      scene.perform(action);
    }}>${label}</button>
    <button type="button" class="button quiet"
      @click=${close}>${words.t(title ? "resign.cancel" : "knock.cancel")}</button></p></dialog>`;
}
