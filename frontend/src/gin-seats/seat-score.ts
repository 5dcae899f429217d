/** The score of a table of more than two: the scored deal, the end, and the sheets by seats, by sides and by teams. */

import { html, nothing, type TemplateResult } from "lit";
import { gamesBefore, outcome } from "../shared/games/match-line";
import { lines, numbered, type Line } from "../shared/games/result-lines";
import { following, KINDS, openHand, slip } from "../shared/table/score-sheet";
import { moreLines } from "../shared/games/seat-lines";
import type { Scene } from "../shared/table/scene";
import type { SeatSentences } from "./seat-sentences";
import { by, isTeams, letters, seated, sideName, teamOf, type BoardSeen } from "../shared/games/seats";
import { figure, signed } from "../shared/strings";
import type { BySeat, DealLine, Laid, Result, Seat } from "../shared/table-view";

export function resultCard(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  const { result } = view;
  if (!result) return nothing;
  const say = scene.say as SeatSentences;
  const title = result.winner ? headline(say, result, result.winner) : words.t("sum.title.dead");
  const shown = [view.spread, ...seated(view).laid_before, view.laid].filter((one) => one !== null);
  return html`<section class="gt-result"><h2>${title}</h2>
    <div class="gt-hands">${shown.map((one) => openHand(scene, one))}</div>
    ${slip(scene, arithmetic(scene, result, shown))}
    ${gameOver(scene)}${following(scene, result.next_dealer && say.ofSide("sum.next", result.next_dealer))}</section>`;
}

/** Who wins, how much, and how: "Clive wins 19 – Gin!" */
function headline(say: SeatSentences, { type, points }: Result, winner: Seat): string {
  const how = ["gin", "big_gin", "undercut"].includes(type) ? ` – ${say.words.t(`sum.kind.${type}`)}` : "";
  return how || type === "knock" ? say.ofSide("sum.won", winner, { points }) + how
    : `${say.ofSide(`sum.title.${type}`, winner)}${points ? ` – ${points}` : ""}`;
}

/** Who has won the last game, shown between two games of a sitting. */
function gameOver(scene: Scene): TemplateResult | typeof nothing {
  const { view } = scene,
    winner = view.score.winner;
  if (!view.match || !view.score.over || view.over || !winner) return nothing;
  const say = scene.say as SeatSentences;
  return html`<p><strong>${say.ofSide("match.won.team", winner, { n: view.match.game })}</strong></p>`;
}

function arithmetic(scene: Scene, result: Result, laid: readonly Laid[]): Line[] {
  if (isTeams(scene.view)) return teamLines(scene, result, laid);
  return moreLines(result, scene.say, scene.facts, laid);
}

/** PRT-3, 4: the steps of the board whose hands are laid, the result of each other board, their net, and one box. What
 *  the other side has won is taken off. */
export function teamLines(scene: Scene, result: Result, laid: readonly Laid[]): Line[] {
  const { view, words } = scene,
    { winner, points } = result,
    { boards, board } = seated(view),
    own = boards[board ?? 0]!;
  const steps = [own, ...boards.filter((one) => one !== own)].flatMap((one, at) => {
    const found = boardLines(scene, one, at ? [] : laid, at ? "+ " : "");
    return !one.winner || teamOf(one.winner) === (winner ?? "A") ? found
      : found.map((line) => ({ ...line, sum: line.sum!.replace(/^(. )?/, (sign) => (sign === "− " ? "+ " : "− ")) }));
  });
  const text = winner ? (scene.say as SeatSentences).ofSide("sum.scores.team", winner) : words.t("sum.level.teams");
  const box = { text: words.n("sum.box", 1 + result.extra_boxes), rule: "PRT-4" };
  return [...steps, { text, sum: `${points}`, rule: "PRT-3" }, ...(winner ? [box] : [])];
}

/** The arithmetic of a board by its two hands where they decide it, without its total; else "Cy – Dee: knock + 10". */
function boardLines({ say, facts, names, words }: Scene, one: BoardSeen, laid: readonly Laid[], plus: string): Line[] {
  const { seats, winner, type, points } = one,
    loser = seats.find((seat) => seat !== winner)!;
  if (winner && laid[1] && KINDS.includes(type!)) {
    const counts = Object.fromEntries(laid.map(({ seat, count }) => [seat, count])) as BySeat<number>,
      bonus = points! - counts[loser] + counts[winner];
    return lines({ type, winner, counts, bonus } as Result, say, { ...facts, sheet: "" }, laid, loser).slice(0, -1);
  }
  const text = `${seats.map((seat) => names[seat]).join(" – ")}: ${words.t(`sheet.type.${type ?? "dead"}`)}`;
  return [{ text, sum: winner ? plus + points : "0", rule: "PRT-3" }];
}

/** Who won, who gave up, and what each player pays or gets (3P-6, 9, 19; GIN-37). */
export function endCard(
  scene: Scene,
  again: string | undefined,
  event: string | undefined,
): TemplateResult | typeof nothing {
  const { view, words, names } = scene;
  if (!view.over) return nothing;
  const ending = view.ending ?? null,
    winner = ending ? ending.winner : view.score.winner;
  const how = ending?.how ?? "played",
    won = view.match ? "end.title.match.team" : isTeams(view) ? "end.title.team" : "end.title.game";
  const title = winner
    ? (scene.say as SeatSentences).ofSide(won, winner)
    : words.t(view.match ? "end.title.drawn.match" : "end.title.open");
  const said = winner && (how === "played" || how === "time") ? outcome(view, winner, scene.say) : null;
  const net = said === null ? Object.entries(by<number>(view.score.net)) : [];
  return html`<section class="gt-end"><h2>${title}</h2>
    ${ending?.loser ? html`<p>${scene.say.about(`end.${ending.how}`, ending.loser,
      { loser: names[ending.loser] })}</p>` : nothing}${said === null ? nothing : html`<p>${said}</p>`}
    ${net.length ? html`<dl class="gt-settled">${net.map(([seat, value]) =>
      html`<div><dt>${sideName(view, by(names), seat as Seat)}</dt><dd>${signed(value ?? 0)}</dd></div>`)}</dl>`
        : nothing}
    <table-end></table-end>${event
      ? html`<a class="button primary" href=${event}>${words.t("end.event")}</a>` : nothing}
    <table-again at=${again}></table-again><a class="button"
      href=${location.pathname}>${words.t("end.deals")}</a></section>`;
}

/** A column of the sheet: whose it is, where its figures stand in the score, what a deal adds to it. */
interface Side {
  title: string;
  seat: Seat;
  gained(deal: DealLine): number;
}

function sides(scene: Scene): Side[] {
  const { view, words, names, facts } = scene;
  const lost = (deal: DealLine, seat: Seat): number => by<number>(deal.penalties)[seat] ?? 0;
  if (facts.sheet === "sides") {
    const box = view.score.deals.at(-1)?.box ?? seated(view).box ?? "A";
    const side = letters(view).find((seat) => seat !== box)!;
    const won = (deal: DealLine, isBox: boolean): number =>
      (deal.winner && (deal.winner === deal.box) === isBox ? deal.points : 0) -
      letters(view)
        .filter((seat) => (seat === (deal.box ?? box)) === isBox)
        .reduce((sum, seat) => sum + lost(deal, seat), 0);
    return [
      { title: words.t("seat.box.side"), seat: box, gained: (deal) => won(deal, true) },
      { title: words.t("seat.side"), seat: side, gained: (deal) => won(deal, false) },
    ];
  }
  const columns: Seat[] = isTeams(view) ? ["A", "B"] : letters(view);
  return columns.map((seat) => ({
    title: sideName(view, by(names), seat),
    seat,
    gained: (deal) => (deal.winner === seat ? deal.points : 0) - lost(deal, seat),
  }));
}

/** Each deal with its points and the running total; points, boxes, bonus and total at the foot. */
export function sheet(scene: Scene): TemplateResult {
  const { view, words, names, facts } = scene;
  const columns = sides(scene),
    { score } = view;
  const running = columns.map(() => 0);
  const numbers = numbered(score.deals);
  const who = (deal: DealLine): string => (facts.sheet === "sides" && deal.winner ? ` ${names[deal.winner]}` : "");
  const rows = score.deals.map(
    (
      deal,
      at,
    ) => html`<tr><th scope="row" class="num">${numbers[at]}</th><td>${words.t(
      `sheet.type.${deal.type}`,
    )}${who(deal)}</td>
    ${columns.map((side, at) => {
      const gained = side.gained(deal);
      running[at]! += gained;
      return html`<td class="num">${gained
        ? html`<strong>${signed(gained)}</strong> <small>${figure(running[at]!)}</small>` : nothing}</td>`;
    })}</tr>`,
  );
  const foot = (key: string, value: (side: Side) => number | string): TemplateResult =>
    html`<tr><th scope="row" colspan="2">${words.t(`sheet.${key}`)}</th>${columns.map((side) =>
      html`<td class="num">${figure(value(side))}</td>`)}</tr>`;
  return html`<section class="panel gt-sheet"><h2>${words.t("sheet.title")}</h2>${gamesBefore(scene)}<div
    class="table-wrap" tabindex="0" role="region" aria-label=${words.t("sheet.title")}><table class="data many">
    <thead><tr><th scope="col" class="num">${words.t("sheet.deal")}</th><th
      scope="col">${words.t("sheet.how")}</th>${columns.map((side) =>
        html`<th scope="col" class="num">${side.title}</th>`)}</tr></thead>
    <tbody>${rows.length ? rows
      : html`<tr><td colspan=${2 + columns.length} class="muted">${words.t("sheet.empty")}</td></tr>`}</tbody>
    <tfoot>${foot("points", (side) => by<number>(score.points)[side.seat] ?? 0)}${facts.stake === null
      ? foot("boxes", (side) => by<number>(score.boxes)[side.seat] ?? 0) : nothing}
      ${score.over && score.totals ? foot("total", (side) => by<number>(score.totals)[side.seat] ?? "") : nothing}
      ${score.over && score.net && facts.sheet !== "sides"
        ? foot("net", (side) => signed(by<number>(score.net)[side.seat] ?? 0))
        : nothing}</tfoot></table></div></section>`;
}
