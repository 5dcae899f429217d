/** The plate of a player: a small card with initials and suit, name, rating, points towards the target, clock. */

import { html, nothing, type TemplateResult } from "lit";
import { short, SIGNS, suit } from "../cards";
import { drawCard, type Scene } from "./scene";
import type { Seat } from "../table-view";

/** The first letters of a name's first two words that begin with one: "Nora (house)" is N, "Ann Lee" AL. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join("");
}

export function tag(scene: Scene, seat: Seat): TemplateResult {
  const suit = scene.suits[seat] ?? "S",
    word = scene.presence?.[seat]?.word ?? "here";
  return html`<span class="gt-tag ${suit} ${word}" aria-hidden="true"><b>${initials(scene.people[seat] ?? "")}</b><i
    >${SIGNS[suit]}</i></span>`;
}

/** Backs of the cards that a seat holds, spread; how many is said. */
export function fan(scene: Scene, count: number): TemplateResult | typeof nothing {
  return count
    ? html`<div class="gt-backs" role="img" aria-label=${scene.words.n("label.cards", count)}>${Array.from(
        { length: count },
        () => drawCard(scene.sprite, "back"),
      )}<span class="gt-count">${count}</span></div>`
    : nothing;
}

/** What a seat took from the discards and still holds, as small cards under its fan. */
export function known(scene: Scene, seat: Seat): TemplateResult | typeof nothing {
  const cards = scene.seen(seat);
  if (!cards.length) return nothing;
  const label = scene.words.t("label.known", { cards: cards.map((card) => scene.say.card(card)).join(", ") });
  return html`<p class="gt-known" role="img" aria-label=${label} title=${label}>${cards.map((card) =>
    html`<span class=${suit(card)}>${short(card)}</span>`)}</p>`;
}

/** The hand of the near seat for viewers who do not hold it: card backs in a fan, in place of one's own hand. */
export function nearBacks(scene: Scene): TemplateResult | typeof nothing {
  const { view, near } = scene;
  const isLaid = view.phase === "done" || view.over;
  const count = isLaid || view.hand || view.hands ? 0 : (view.counts?.[near] ?? 0);
  return count ? html`<div class="gt-low">${fan(scene, count)}${known(scene, near)}</div>` : nothing;
}

/** Points, with the progress to the target if the game has one, or its columns. */
export function standing(
  said: string,
  points: number,
  target: number | null,
  columns: TemplateResult | null = null,
): TemplateResult {
  if (columns)
    return html`<p class="gt-points gt-columns"><span class="visually-hidden">${said}</span><span
      aria-hidden="true">${columns}</span></p>`;
  return target
    ? html`<p class="gt-points"><progress aria-hidden="true" max=${target} value=${Math.max(0, Math.min(points,
        target))}></progress><span class="visually-hidden">${said}</span><span
        aria-hidden="true"><b>${points}</b>/${target}</span></p>`
    : html`<p class="gt-points">${said}</p>`;
}
