/** A hand that is open to watchers, with its melds over brackets. */

import { html, nothing, type TemplateResult } from "lit";
import { bySuit } from "../cards";
import { bestSpreads } from "../melds";
import { groupsOf, type Group } from "./hand-rows";
import { drawCard, type Scene } from "../table/scene";
import type { Seat } from "../table-view";

/** The cards of such a hand in their groups, and the cards outside melds in words; "" in games without deadwood. Null
 *  if these watchers do not see it. */
export function groupedHand(scene: Scene, seat: Seat): { groups: Group[]; loose: string } | null {
  const cards = [...(scene.view.hands?.[seat] ?? [])].sort(bySuit);
  if (!cards.length) return null;
  if (scene.facts.kernel !== "gin") return { groups: groupsOf(cards, []), loose: "" };
  const { melds, loose, deadwood } = bestSpreads(cards)[0]!;
  return {
    groups: groupsOf([...melds.flat(), ...loose], melds),
    loose: scene.words.t("label.deadwood", { count: deadwood }),
  };
}

export function openHand(scene: Scene, seat: Seat): TemplateResult | typeof nothing {
  const open = groupedHand(scene, seat);
  if (!open) return nothing;
  const { groups, loose } = open,
    order = groups.flatMap(({ cards }) => cards),
    said = [`${scene.names[seat]}: ${order.map((card) => scene.say.card(card)).join(", ")}`];
  if (loose) said.push(loose);
  const under = ({ kind }: Group): string =>
    kind === "run" || kind === "set" ? scene.words.t(`label.${kind}`) : loose;
  return html`<section class="gt-shown ${seat === scene.near ? "near" : "far"}" role="img"
    aria-label=${said.join(", ")}>
    ${groups.map((group) => html`<div
      class="gt-run ${loose && group.kind === "plain" ? "dead" : group.kind}"><div
      class="gt-fan">${group.cards.map((card) => html`<div
        class="gt-card">${drawCard(scene.sprite, card)}</div>`)}</div><i
      class="gt-bracket"><b>${under(group)}</b></i></div>`)}
  </section>`;
}
