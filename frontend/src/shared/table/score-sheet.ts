/** Cards of the score: a scored deal, when the next one comes, and the end of the game. */

import { html, nothing, type TemplateResult } from "lit";
import { countsDeals, gameWon, isPlain, outcome } from "../games/match-line";
import { conquianLines } from "../games/conquian";
import { colonelLines } from "../games/colonel";
import { lines, type Line } from "../games/result-lines";
import { cite, drawCards, type Scene } from "./scene";
import { short, suit, type Card } from "../cards";
import { kindOf } from "../hand/hand-rows";
import type { Facts } from "../facts";
import type { Sentences } from "../sentences";
import { other, type Laid, type Result, type Seat, type View } from "../table-view";

/** Both hands as they were laid, the arithmetic with its rules, the next dealer and the time of the next deal. */
export function resultCard(scene: Scene): TemplateResult | typeof nothing {
  const { view, words, say } = scene;
  const result = view.result;
  if (!result) return nothing;
  const title = result.winner
    ? say.about(`sum.title.${result.type}`, result.winner)
    : words.t(scene.facts.kernel === "conquian" ? "sum.title.cq_drawn" : "sum.title.dead");
  const laid = [view.spread, view.laid].filter((one) => one !== null);
  const own = laid.sort((a, b) => Number(b.seat === scene.near) - Number(a.seat === scene.near));
  return html`<section class="gt-result">
    <h2>${KINDS.includes(result.type) && result.winner ? headline(scene, result.winner) : title}</h2>
    <div class="gt-hands">${held(scene)}${own.map((one) => openHand(scene, one))}</div>
    ${slip(scene, counted(sums(result, say, scene.facts, laid), view))}
    ${ways(scene, result)}
    ${gameWon(view, say) ? html`<p><strong>${gameWon(view, say)}</strong></p>` : nothing}
    ${following(scene, result.next_dealer && say.about("sum.next", result.next_dealer))}
  </section>`;
}

/** Endings that are announced together with the points: "You win 31 – Gin!" */
export const KINDS = ["knock", "gin", "big_gin", "undercut"];

function headline({ view, words, say }: Scene, winner: Seat): TemplateResult {
  const { type, points } = view.result!;
  const [before, after] = say.about("sum.won", winner, { points: "|" }).split("|");
  return html`<span>${before}<b data-count=${points}>${points}</b>${after}</span>${type === "knock"
    ? nothing : html` – <em>${words.t(`sum.kind.${type}`)}</em>`}`;
}

/** The sum on a slip of paper; the total stands out. Steps have their figures in a column and the cards that make them,
 *  and all rules stand at the foot, beside what has no figure. Where no line has a figure, each has its rule. */
export function slip({ view, words }: Scene, sum: readonly Line[]): TemplateResult {
  const steps = sum.filter((line) => line.sum),
    total = steps.filter((line) => line.rule !== "3P-16").at(-1), // what others lose stands under it
    rules = [...new Set(sum.map((line) => line.rule))];
  const lines = steps.length
    ? [
        ...steps.map((line) => html`<li class=${line === total ? "total" : ""}><span>${line.text}
          ${inked(line.cards)}</span> <b>${line.sum}</b></li>`),
        html`<li class="cited"><span>${sum.map((line) => (line.sum ? "" : `${line.text} · `))}${
          cite(rules.join(" "))}</span></li>`,
      ]
    : sum.map(({ text, rule }) => html`<li class=${text.startsWith("=") ? "total" : ""}><span>${text}</span> <small
        class="rule">${cite(rule)}</small></li>`);
  return html`<div class="gt-slip">${view.deal
    ? html`<h3>${words.t("label.deal", { count: view.deal })}</h3>` : nothing}<ul class="gt-sum">${lines}</ul></div>`;
}

/** "A♥ + 2♣": the cards that make a figure, in the colours of their suits. */
const inked = (cards: readonly Card[] = []): TemplateResult | typeof nothing =>
  cards.length ? html`<small>${cards.map((card, n) => html`${n ? " + " : ""}<b class=${"DH".includes(suit(card))
    ? "red" : ""}>${short(card)}</b>`)}</small>` : nothing;

/** The progress of all players to the target: the earlier points, and those of this deal. */
function ways({ view, names, facts, near }: Scene, result: Result): TemplateResult | typeof nothing {
  const { points } = view.score,
    { target } = facts;
  if (!target || !isPlain({ view, facts })) return nothing;
  const part = (value: number): string => `${Math.max(0, Math.min(100, (100 * value) / target))}%`;
  return html`<dl class="gt-ways">${[near, other(near)].map((seat) => {
    const gained = result.winner === seat ? Math.min(result.points, points[seat]) : 0,
      before = points[seat] - gained;
    return html`<dt>${names[seat]}</dt><dd class=${seat === near ? "near" : "far"}><svg width="100%" height="12"
      aria-hidden="true"><rect class="was" width=${part(before)} height="12"></rect><rect class="gained"
      x=${part(before)} width=${part(Math.min(gained, target - before))} height="12"></rect></svg><span>${gained
        ? html`<small>${before}</small> <em>+${gained}</em> ` : nothing}<b>${points[seat]}</b></span></dd>`;
  })}</dl>`;
}

/** What follows a scored deal; it stays visible under a long card. */
export function following(scene: Scene, dealing: string | null): TemplateResult | typeof nothing {
  return scene.view.over ? nothing : html`<div class="gt-next"><p>${dealing}</p>${nextDeal(scene)}</div>`;
}

/** If the length is a number of deals, boxes do not count. */
const counted = (found: Line[], view: View): Line[] =>
  countsDeals(view.match) ? found.filter((line) => line.rule !== "GIN-35" && line.rule !== "GIN-36") : found;

/** COL-12 to 15: the cards that counted, as each still held them. */
function held(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  const { result } = view;
  const faced = Object.entries(view.faced ?? {}) as [Seat, string[]][];
  return faced.length
    ? html`${faced.map(
        ([
          seat,
          cards,
        ]) => html`<div class="gt-open"><p><strong>${scene.names[seat]}</strong> <span>${words.t("label.held",
          { count: result?.counts?.[seat] ?? 0 })}</span></p>
    <div class="gt-groups"><span class="gt-group dead">${drawCards(scene, cards)}</span></div></div>`,
      )}`
    : nothing;
}

/** The arithmetic of a deal by the rules of its game. */
export function sums(result: Result, say: Sentences, facts: Facts, laid: readonly Laid[] = []): Line[] {
  const { words } = say;
  if (result.type === "lost_entropy") // ONL-1
    return [{ text: words.n("sum.total", result.points, { points: result.points }), rule: "ONL-2" }];
  if (facts.kernel === "conquian") return conquianLines(result, say);
  return facts.kernel === "colonel" ? colonelLines(result, say, facts) : lines(result, say, facts, laid);
}

export function openHand(scene: Scene, laid: Laid): TemplateResult {
  const { words } = scene;
  const off = (laid.laid_off ?? []).map((one) => one.card);
  return html`<div class="gt-open"><p><strong>${scene.names[laid.seat]}</strong> <span>${words.t("sum.counts",
    { count: laid.count })}</span></p>
    <div class="gt-groups">
      ${laid.melds.map((meld) => html`<span class="gt-group">${drawCards(scene, meld)}<i class="gt-bracket"
        aria-hidden="true"><b>${words.t(`label.${kindOf(meld)}`)}</b></i></span>`)}
      ${off.length ? html`<span class="gt-group off">${drawCards(scene, off, words.t("sum.laid_off"))}<small
        aria-hidden="true">${words.t("sum.laid_off")}</small></span>` : nothing}
      ${laid.deadwood.length ? html`<span
        class="gt-group dead">${drawCards(scene, laid.deadwood, words.t("label.deadwood", { count: "" }))}</span>`
          : nothing}
    </div></div>`;
}

/** The time of the next deal, and the button to start it at once. */
export function nextDeal(scene: Scene): TemplateResult | typeof nothing {
  const { words, next } = scene;
  const seconds = next ? Math.max(0, Math.ceil((next.at - performance.now()) / 1000)) : null;
  const when = seconds === null ? words.t("sum.waiting") : words.n("sum.in", seconds);
  const asked = scene.me !== null && next?.ready.includes(scene.me);
  return html`<p class="cluster"><span class="gt-when">${when}</span>
    ${scene.me && !asked ? html`<button type="button" class="button primary"
      @click=${() => scene.ready()}>${words.t("sum.ready")}</button>` : nothing}</p>`;
}

/** The end of the sitting: who won, how, and by what difference. */
export function endCard(
  scene: Scene,
  again: string | undefined,
  event: string | undefined,
): TemplateResult | typeof nothing {
  const { view, words, say } = scene;
  if (!view.over) return nothing;
  const ending = view.ending ?? null;
  const winner = ending ? ending.winner : view.score.winner;
  const kind = view.match ? "match" : "game";
  const title = winner ? say.about(`end.title.${kind}`, winner) : words.t(`end.title.drawn.${kind}`);
  return html`<section class="gt-end"><h2>${title}</h2>${winner
    ? html`<p>${endLine(scene, ending?.how ?? "played", winner)}</p>` : nothing}
    <table-end></table-end>${event
      ? html`<a class="button primary" href=${event}>${words.t("end.event")}</a>` : nothing}
    <table-again at=${again}></table-again><a class="button"
      href=${location.pathname}>${words.t("end.deals")}</a></section>`;
}

/** How the sitting ended, in what is counted: points, columns won (HOL-6), units (CNQ-18). */
export function endLine(scene: Scene, how: string, winner: Seat): string {
  const { view, words, say, names, facts } = scene;
  const loser = other(winner);
  if (how !== "played" && how !== "time") return say.about(`end.${how}`, loser, { loser: names[loser] });
  const said = outcome(view, winner, say);
  if (said !== null) return said;
  const { totals, net } = view.score;
  if (facts.stake !== null)
    return words.n(
      scene.me === loser ? "end.stake.from_you" : say.form("end.stake", winner),
      Math.abs(net?.[winner] ?? 0),
      { winner: names[winner], loser: names[loser] },
    );
  const unit = facts.sheet === "stakes" ? "label.units"
    : view.score.columns && facts.column_settlement === "best_of" ? "sheet.won.line" : "";
  if (unit) return [winner, loser].map((seat) => `${names[seat]}: ${words.n(unit, totals?.[seat] ?? 0)}`).join(", ");
  return words.t("end.played", {
    winner: names[winner],
    loser: names[loser],
    a: totals?.[winner] ?? "",
    b: totals?.[loser] ?? "",
    net: Math.abs(net?.[winner] ?? 0),
  });
}
