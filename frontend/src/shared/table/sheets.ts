/** The score in the game's own form: the pad, Hollywood's columns, the colours, and the sheets of the games with melds
 *  on the table. */

import { html, nothing, type TemplateResult } from "lit";
import { payments } from "../games/conquian";
import type { Facts } from "../facts";
import { countsDeals, gamesBefore } from "../games/match-line";
import { numbered, suitSigns } from "../games/result-lines";
import type { Scene } from "./scene";
import { figure, signed } from "../strings";
import type { Column, Seat, View } from "../table-view";

export const SEATS: readonly Seat[] = ["A", "B"];
type Row = [string, (number | string)[]];

export function sheet(scene: Scene): TemplateResult {
  const { words } = scene;
  const columns = scene.view.score.columns ?? scene.view.score.suits;
  return html`<section class="panel gt-sheet"><h2>${words.t("sheet.title")}</h2>${gamesBefore(scene)}
    <div class="table-wrap" tabindex="0" role="region"
      aria-label=${words.t("sheet.title")}>${columns ? columned(scene, columns) : pad(scene)}</div>
    ${columns ? settlement(scene) : nothing}${scene.facts.doubling && !scene.view.result
      ? html`<p class="muted"><small>${doubling(scene)}</small></p>` : nothing}</section>`;
}

/** DBL-1, 4, 6: the factor of the present deal, and who may offer to double next. */
export function doubling({
  view: { factor, double_right },
  words,
  say,
  facts: { double_cap },
}: Pick<Scene, "view" | "words" | "say" | "facts">): string {
  const isCapped = double_cap !== null && factor * 2 > double_cap;
  const next = isCapped
    ? words.t("sheet.double.none")
    : double_right
      ? say.about("sheet.double.right", double_right)
      : words.t("sheet.double.both");
  return `${words.t("sheet.factor", { factor })} ${next}`;
}

/** Each deal with its points and the running total, then boxes, bonuses, total and signed difference. */
function pad(scene: Scene): TemplateResult {
  const { view, words, names, facts } = scene;
  const running = { A: 0, B: 0 };
  const numbers = numbered(view.score.deals);
  const paid = facts.sheet === "stakes" ? payments(view.score.deals, facts.draw_carry) : null;
  const rows = view.score.deals.map((deal, at) => {
    const worth = paid?.[at] ?? deal.points;
    const entered = deal.scores ?? { A: deal.winner === "A" ? worth : 0, B: deal.winner === "B" ? worth : 0 };
    const gained = { A: entered.A - (deal.penalties?.A ?? 0), B: entered.B - (deal.penalties?.B ?? 0) };
    for (const seat of SEATS) running[seat] += gained[seat];
    return html`<tr><th scope="row"
      class="num">${numbers[at]}</th><td>${words.t(
        `sheet.type.${deal.type}`,
      )}${deal.factor ? ` ×${deal.factor}` : ""}</td>
      ${SEATS.map((seat) => html`<td
        class="num">${gained[seat]
          ? html`<strong>${signed(gained[seat])}</strong> <small>${figure(running[seat])}</small>`
          : nothing}</td>`)}</tr>`;
  });
  return html`<table class="data">
    <thead><tr><th scope="col" class="num">${words.t("sheet.deal")}</th><th
      scope="col">${words.t("sheet.how")}</th>${SEATS.map((seat) =>
        html`<th scope="col" class="num">${names[seat]}</th>`)}</tr></thead>
    <tbody>${rows.length ? rows : html`<tr><td colspan="4" class="muted">${words.t("sheet.empty")}</td></tr>`}</tbody>
    <tfoot>${footer(view, facts).map(([key, values]) =>
      html`<tr><th scope="row" colspan="2">${words.t(`sheet.${key}`)}</th>${values.map((value) =>
        html`<td class="num">${figure(value)}</td>`)}</tr>`)}</tfoot>
  </table>`;
}

/** HOL-1, CGN-8: a column for each number or suit, a side of it for each player, running totals in it; closed ones
 *  are ruled off. */
function columned(scene: Scene, columns: Column[]): TemplateResult {
  const { view, words, names } = scene;
  const scored = view.score.deals.filter(
    (deal) => deal.winner || columns.some((column) => column.deals.includes(deal.n)),
  );
  const before = (column: Column, seat: Seat): number =>
    column.gained.reduce((left, gained) => left - gained[seat], column.points[seat]);
  const running = columns.map((column) => ({ A: before(column, "A"), B: before(column, "B") }));
  const numbers = numbered(view.score.deals);
  const title = (column: Column): string => (view.score.suits ? suitSigns(column.name) : column.name);
  const spoken = (column: Column): string =>
    view.score.suits ? words.t(`suit.${column.name}`) : words.t("sheet.column", { count: column.name });
  const cell = (column: Column, at: number, seat: Seat, deal: (typeof scored)[number]): TemplateResult => {
    const gained = column.gained[column.deals.indexOf(deal.n)];
    if (!gained || (!gained[seat] && deal.winner !== seat)) return html`<td class="num"></td>`;
    running[at]![seat] += gained[seat];
    const put = deal.type === "adjusted" ? html`<strong>${signed(gained[seat])}</strong> ` : nothing;
    return html`<td class="num">${put}${figure(running[at]![seat])}</td>`;
  };
  const lost = (deal: (typeof scored)[number]): boolean => !columns.some((column) => column.deals.includes(deal.n));
  const rows = scored.map(
    (
      deal,
    ) => html`<tr><th scope="row" class="num"
      title=${words.t(`sheet.type.${deal.type}`)}>${numbers[deal.n - 1]}${lost(deal)
        ? html`<span class="visually-hidden"> ${words.t("sheet.lost")}</span>*` : nothing}${deal.type === "adjusted"
        ? html` <small>${words.t("sheet.type.adjusted")}</small>` : nothing}</th>
    ${columns.flatMap((column, at) => SEATS.map((seat) => cell(column, at, seat, deal)))}</tr>`,
  );
  return html`<table class="data columned n${columns.length}">
    <thead><tr><th scope="col" rowspan="2"
      class="num">${words.t("sheet.deal")}</th>${columns.map((column) => html`<th scope="colgroup" colspan="2"
        class=${column.over ? "closed" : ""}><span aria-hidden="true">${title(column)}</span><span
          class="visually-hidden">${spoken(column)}</span></th>`)}</tr>
      <tr>${columns.flatMap(() => SEATS.map((seat) => html`<th scope="col" class="num" title=${names[seat]}><span
        class="gt-upright">${names[seat]}</span></th>`))}</tr></thead>
    <tbody>${rows.length ? rows
      : html`<tr><td colspan=${1 + 2 * columns.length} class="muted">${words.t("sheet.empty")}</td></tr>`}</tbody>
    <tfoot><tr><th scope="row">${words.t("sheet.points")}</th>${columns.flatMap((column) => SEATS.map((seat) =>
      html`<td class="num ${column.over ? "closed" : ""}">${column.winner === seat
        ? html`<strong>${figure(column.points[seat])}</strong>` : figure(column.points[seat])}</td>`))}</tr>
      ${columns.some((column) =>
        column.totals && column.totals.A + column.totals.B !== column.points.A + column.points.B)
          ? html`<tr><th scope="row">${words.t("sheet.total")}</th>${columns.flatMap((column) => SEATS.map((seat) =>
          html`<td class="num">${column.totals ? figure(column.totals[seat]) : nothing}</td>`))}</tr>`
            : nothing}</tfoot>
  </table>`;
}

/** HOL-5, HOL-6, CGN-11: the totals of the columns, in one line for each player. */
function settlement(scene: Scene): TemplateResult {
  const { view, words, names, facts } = scene;
  const { score } = view;
  const columns = score.columns ?? score.suits ?? [];
  const closed = (seat: Seat): number => columns.filter((column) => column.winner === seat).length;
  const line = (seat: Seat): string => {
    if (score.suits) return words.t("sheet.suits.line", { points: score.points[seat] });
    if (facts.column_settlement === "best_of") return words.n("sheet.won.line", closed(seat));
    const net = columns.reduce((sum, column) => sum + (column.net?.[seat] ?? 0), 0);
    return score.over ? signed(net) : words.t("sheet.net.line", { net: signed(net) });
  };
  const how = score.suits
    ? "sheet.suits.how"
    : facts.column_settlement === "best_of"
      ? "sheet.best.how"
      : "sheet.totals.how";
  return html`<dl class="gt-settled">${SEATS.map((seat) =>
    html`<div><dt>${names[seat]}</dt><dd>${line(seat)}</dd></div>`)}</dl>
    <p class="muted"><small>${words.t(how)}</small></p>`;
}

/** The foot of the pad: what is known of the game so far, or its settlement (GIN-32 to 37); for STR-2 a stake and no
 *  boxes. */
export function footer(view: View, facts: Facts): Row[] {
  const { score } = view;
  const rows: Row[] = [[facts.sheet === "stakes" ? "units" : "points", SEATS.map((seat) => score.points[seat])]];
  if (facts.sheet !== "pad")
    return score.over && score.net ? [...rows, ["net", SEATS.map((seat) => signed(score.net![seat]))]] : rows;
  if (facts.stake === null && !countsDeals(view.match)) rows.push(["boxes", SEATS.map((seat) => score.boxes[seat])]);
  if (!score.over || !score.totals || !score.winner) return rows;
  if (facts.stake !== null)
    return [
      ...rows,
      [score.shutout ? "stake.shutout" : "stake", SEATS.map((seat) => signed(score.net?.[seat] ?? 0))],
    ];
  const { winner, totals } = score;
  const bonus = (value: number): (number | string)[] => SEATS.map((seat) => (seat === winner ? `+${value}` : ""));
  if (score.game_bonus) rows.push(["bonus", bonus(score.game_bonus)]);
  const rest = SEATS.map(
    (seat) => totals[seat] - score.points[seat] - (seat === winner ? (score.game_bonus ?? 0) : 0),
  );
  if (rest.some((value) => value !== 0))
    rows.push([score.shutout ? "boxes.shutout" : "boxes.points", rest.map((value) => (value ? signed(value) : ""))]);
  rows.push(["total", SEATS.map((seat) => totals[seat])]);
  if (score.net) rows.push(["net", SEATS.map((seat) => signed(score.net![seat]))]);
  return rows;
}
