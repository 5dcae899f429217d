/** A hand that lies open to watchers, in its melds over brackets. */

import { html, nothing, type TemplateResult } from "lit";
import { bySuit } from "../cards";
import { bestSpreads } from "../melds";
import { groupsOf, type Group } from "./hand-rows";
import { drawCard, type Scene } from "./scene";
import type { Seat } from "../table-view";

export function openHand(scene: Scene, seat: Seat): TemplateResult | typeof nothing {
  const { view, words } = scene,
    cards = [...(view.hands?.[seat] ?? [])].sort(bySuit);
  if (!cards.length) return nothing;
  const best = scene.facts.kernel === "gin" ? bestSpreads(cards)[0]! : null;
  const order = best ? [...best.melds.flat(), ...best.loose] : cards;
  const said = [`${scene.names[seat]}: ${order.map((card) => scene.say.card(card)).join(", ")}`];
  if (best) said.push(words.t("label.deadwood", { count: best.deadwood }));
  const under = ({ kind }: Group): string =>
    kind === "run" || kind === "set" ? words.t(`label.${kind}`)
      : best ? words.t("label.deadwood", { count: best.deadwood }) : "";
  return html`<section class="gt-shown ${seat === scene.near ? "near" : "far"}" role="img"
    aria-label=${said.join(", ")}>
    ${groupsOf(order, best?.melds ?? []).map((group) => html`<div
      class="gt-run ${best && group.kind === "plain" ? "dead" : group.kind}"><div
      class="gt-fan">${group.cards.map((card) => html`<div
        class="gt-card">${drawCard(scene.sprite, card)}</div>`)}</div><i
      class="gt-bracket"><b>${under(group)}</b></i></div>`)}
  </section>`;
}
