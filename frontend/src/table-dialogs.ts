/** The sheets that ask before something final: the knock in two steps (T9), resigning; and the list of keys (T21). */

import { html, nothing, type TemplateResult } from "lit";
import { short, type Card } from "./cards";
import { bestSpreads } from "./melds";
import { drawCards, type KnockSheet, type Scene } from "./scene";
import { legal, type View } from "./table-view";

/** What the knock sheet starts with: the chosen card if it may be thrown, else the one that leaves least. */
export function knockSheet(view: View, chosen: Card | null): KnockSheet | null {
  const legalCards = legal(view, "knock").flatMap((action) => action.card ?? []);
  const discards = view.aids?.after ? legalCards : chosen ? [chosen] : [];
  const after = view.aids?.after ?? {};
  const sorted = [...discards].sort((a, b) => (after[a] ?? 0) - (after[b] ?? 0));
  const discard = chosen && sorted.includes(chosen) ? chosen : sorted[0];
  return discard ? throwing(view, sorted, discard) : null;
}

/** The sheet with this discard; below full aids it lays out nothing, the engine arranges. */
export function throwing(view: View, discards: Card[], discard: Card): KnockSheet {
  const kept = (view.hand ?? []).filter((card) => card !== discard);
  return { discards, discard, spreads: view.aids?.after ? bestSpreads(kept) : [], at: 0 };
}

export function knockDialog(scene: Scene, change: (sheet: KnockSheet | null) => void): TemplateResult | typeof nothing {
  const { knocking, words } = scene;
  if (!knocking) return nothing;
  const { discard, discards, spreads, at } = knocking;
  const spread = spreads[at];
  const knock = (): void => {
    change(null);
    scene.perform({ do: "knock", card: discard, ...(spread ? { melds: spread.melds } : {}) });
  };
  return html`<dialog class="gt-dialog" id="gt-knock" aria-labelledby="gt-knock-title" @close=${() => change(null)}>
    <h2 id="gt-knock-title">${words.t("knock.title")}</h2>
    ${discards.length > 1 ? html`<fieldset><legend>${words.t("knock.throw")}</legend>
      ${discards.map((card) => html`<label class="gt-throw"><input type="radio" class="tick" name="gt-discard" .checked=${card === discard} @change=${() => change(throwing(scene.view, discards, card))}>
        <span>${label(scene, card)}</span></label>`)}</fieldset>` : html`<p>${label(scene, discard)}</p>`}
    ${spread ? html`<p class="muted">${words.t("knock.lie")}</p><div class="gt-groups">
      ${spread.melds.map((meld) => html`<span class="gt-group">${drawCards(scene, meld)}</span>`)}
      ${spread.loose.length ? html`<span class="gt-group dead">${drawCards(scene, spread.loose, words.t("label.deadwood", { count: "" }))}</span>` : nothing}</div>
      <p>${words.t("knock.deadwood", { count: spread.deadwood })} ${words.t("knock.bonus")}</p>` : nothing}
    <p class="actions"><button type="button" class="button primary" @click=${knock}>${words.t("knock.do")}</button>
      ${spreads.length > 1 ? html`<button type="button" class="button" @click=${() => change({ ...knocking, at: (at + 1) % spreads.length })}>${words.t("knock.arrange")}</button>` : nothing}
      <button type="button" class="button quiet" @click=${() => change(null)}>${words.t("knock.cancel")}</button></p>
  </dialog>`;
}

function label(scene: Scene, card: Card): string {
  const count = scene.view.aids?.after?.[card];
  return scene.words.t(count === undefined ? "knock.plain" : "knock.with", { count: count ?? "", card: short(card) });
}

export function resignDialog(scene: Scene): TemplateResult {
  const { words } = scene;
  const close = (event: Event): void => (event.target as Element).closest("dialog")?.close();
  return html`<dialog class="gt-dialog" id="gt-resign" aria-labelledby="gt-resign-title"><h2 id="gt-resign-title">${words.t("resign.title")}</h2><p>${words.t("resign.text")}</p>
    <p class="actions"><button type="button" class="button danger" @click=${(event: Event) => { close(event); scene.perform({ do: "resign" }); }}>${words.t("resign.do")}</button>
    <button type="button" class="button" @click=${close}>${words.t("resign.cancel")}</button></p></dialog>`;
}

const KEYS: readonly [string, string][] = [["← →", "move"], ["Alt ← →", "order"], ["Space", "choose"], ["Enter", "act"], ["Esc", "clear"],
  ..."suvdkgahmwpcbl".split("").map((key): [string, string] => [key, key]), ["?", "help"]];

export function keysDialog(scene: Scene): TemplateResult {
  const { words } = scene;
  return html`<dialog class="gt-dialog" id="gt-keys" aria-labelledby="gt-keys-title"><h2 id="gt-keys-title">${words.t("label.keys")}</h2>
    <dl class="gt-keys">${KEYS.map(([key, name]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${words.t(`key.${name}`)}</dd></div>`)}</dl>
    <form method="dialog" class="actions"><button class="button">${words.t("key.close")}</button></form></dialog>`;
}
