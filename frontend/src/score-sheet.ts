/** Cards of the score: a scored deal (T13), the end of the game, and the pad in the game's own form (T14). */

import { html, nothing, type TemplateResult } from "lit";
import { lines } from "./result-lines";
import { drawCards, type Scene } from "./scene";
import { other, type Laid, type Seat, type View } from "./table-view";

const SEATS: readonly Seat[] = ["A", "B"];

/** T13: both hands as they were laid, the arithmetic with its rules, who deals next and when. */
export function resultCard(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  const result = view.result;
  if (!result) return nothing;
  const title = result.winner ? words.t(`sum.title.${result.type}`, { name: scene.names[result.winner] }) : words.t("sum.title.dead");
  return html`<section class="gt-result">
    <h2>${title}</h2>
    ${view.spread ? openHand(scene, view.spread) : nothing}
    ${view.laid ? openHand(scene, view.laid) : nothing}
    <ul class="gt-sum">${lines(result, words).map((line) => html`<li><span>${line.text}</span> <small class="rule">${line.rule}</small></li>`)}</ul>
    ${view.over ? nothing : html`<div class="cluster spread">
      <p>${result.next_dealer ? words.t("sum.next", { name: scene.names[result.next_dealer] }) : nothing}</p>${nextDeal(scene)}</div>`}
  </section>`;
}

function openHand(scene: Scene, laid: Laid): TemplateResult {
  const { words } = scene;
  const off = (laid.laid_off ?? []).map((one) => one.card);
  return html`<div class="gt-open"><p><strong>${scene.names[laid.seat]}</strong> <span>${words.t("sum.counts", { count: laid.count })}</span></p>
    <div class="gt-groups">
      ${laid.melds.map((meld) => html`<span class="gt-group">${drawCards(scene, meld)}</span>`)}
      ${off.length ? html`<span class="gt-group off">${drawCards(scene, off, words.t("sum.laid_off"))}<small aria-hidden="true">${words.t("sum.laid_off")}</small></span>` : nothing}
      ${laid.deadwood.length ? html`<span class="gt-group dead">${drawCards(scene, laid.deadwood, words.t("label.deadwood", { count: "" }))}</span>` : nothing}
    </div></div>`;
}

/** When the next deal comes, and the button that does not wait for it. */
export function nextDeal(scene: Scene): TemplateResult | typeof nothing {
  const { words, next } = scene;
  const seconds = next ? Math.max(0, Math.ceil((next.at - performance.now()) / 1000)) : null;
  const when = seconds === null ? words.t("sum.waiting") : words.n("sum.in", seconds);
  const asked = scene.me !== null && next?.ready.includes(scene.me);
  return html`<p class="cluster"><span class="gt-when">${when}</span>
    ${scene.me && !asked ? html`<button type="button" class="button primary" @click=${() => scene.ready()}>${words.t("sum.ready")}</button>` : nothing}</p>`;
}

/** The end of the sitting: who won, how, and by what difference. */
export function endCard(scene: Scene, again: string): TemplateResult | typeof nothing {
  const { view, words } = scene;
  if (!view.over) return nothing;
  const ending = view.ending ?? null;
  const winner = ending?.winner ?? view.score.winner;
  const title = winner ? words.t("end.title", { name: scene.names[winner] }) : words.t("end.title.drawn");
  return html`<section class="gt-end"><h2>${title}</h2>${winner ? html`<p>${endLine(scene, ending?.how ?? "played", winner)}</p>` : nothing}
    <p class="cluster">${again ? html`<a class="button primary" href=${again}>${words.t("end.again")}</a>` : nothing}<a class="button" href=${location.pathname}>${words.t("end.deals")}</a></p></section>`;
}

function endLine(scene: Scene, how: string, winner: Seat): string {
  const { view, words, names } = scene;
  const loser = other(winner);
  if (how !== "played") return words.t(`end.${how}`, { loser: names[loser] });
  const { totals, net } = view.score;
  return words.t("end.played", { winner: names[winner], loser: names[loser], a: totals?.[winner] ?? "", b: totals?.[loser] ?? "", net: Math.abs(net?.[winner] ?? 0) });
}

/** T14, standard pad: each deal with points and running total, then boxes, bonuses, total and signed difference. */
export function sheet(scene: Scene): TemplateResult {
  const { view, words, names } = scene;
  const { score } = view;
  const running = { A: 0, B: 0 };
  const rows = score.deals.map((deal) => {
    if (deal.winner) running[deal.winner] += deal.points;
    return html`<tr><th scope="row" class="num">${deal.n}</th><td>${words.t(`sheet.type.${deal.type}`)}</td>
      ${SEATS.map((seat) => html`<td class="num">${deal.winner === seat ? html`<strong>+${deal.points}</strong> <small>${running[seat]}</small>` : nothing}</td>`)}</tr>`;
  });
  return html`<section class="panel gt-sheet"><h2>${words.t("sheet.title")}</h2>
    <div class="table-wrap" tabindex="0" role="region" aria-label=${words.t("sheet.title")}><table class="data">
      <thead><tr><th scope="col" class="num">${words.t("sheet.deal")}</th><th scope="col">${words.t("sheet.how")}</th>${SEATS.map((seat) => html`<th scope="col" class="num">${names[seat]}</th>`)}</tr></thead>
      <tbody>${rows.length ? rows : html`<tr><td colspan="4" class="muted">${words.t("sheet.empty")}</td></tr>`}</tbody>
      <tfoot>${footer(view).map(([key, values]) => html`<tr><th scope="row" colspan="2">${words.t(`sheet.${key}`)}</th>${values.map((value) => html`<td class="num">${value}</td>`)}</tr>`)}</tfoot>
    </table></div></section>`;
}

/** The foot of the pad: what is known of the game so far, or its settlement (GIN-32 to 37). */
export function footer(view: View): [string, (number | string)[]][] {
  const { score } = view;
  const rows: [string, (number | string)[]][] = [["points", SEATS.map((seat) => score.points[seat])], ["boxes", SEATS.map((seat) => score.boxes[seat])]];
  if (!score.over || !score.totals || !score.winner) return rows;
  const { winner, totals } = score;
  const bonus = (value: number): (number | string)[] => SEATS.map((seat) => (seat === winner ? `+${value}` : ""));
  if (score.game_bonus) rows.push(["bonus", bonus(score.game_bonus)]);
  const rest = SEATS.map((seat) => totals[seat] - score.points[seat] - (seat === winner ? score.game_bonus ?? 0 : 0));
  if (rest.some((value) => value !== 0)) rows.push([score.shutout ? "boxes.shutout" : "boxes.points", rest.map((value) => (value ? signed(value) : ""))]);
  rows.push(["total", SEATS.map((seat) => totals[seat])]);
  if (score.net) rows.push(["net", SEATS.map((seat) => signed(score.net![seat]))]);
  return rows;
}

const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
