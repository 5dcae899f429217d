/** The board of a table of more than two: strips with roles, the queue, the discards of battle royal, the other boards.
 *  */

import { html, nothing, type TemplateResult } from "lit";
import { short } from "../shared/cards";
import { clock, dealer, pile, presence } from "../shared/table/board";
import { fan, known, standing, tag } from "../shared/table/plate";
import { drawCards, named, type Scene } from "../shared/table/scene";
import { cue, isPartner, together } from "./other-boards";
import { offered } from "./seat-sentences";
import {
  by,
  isTeams,
  nearOf,
  playing,
  pointsOf,
  seated,
  sideName,
  teamOf,
  type BoardSeen,
} from "../shared/games/seats";
import { legal, may, type Seat, type View } from "../shared/table-view";
import { take, verb, verbs, type Setting, type Verb } from "../shared/table/verbs";

/** The dealer; of teams every member of one (PRT-8). */
const deals = ({ view }: Scene, seat: Seat): boolean =>
  isTeams(view) ? view.dealer === teamOf(seat) : view.dealer === seat;

/** Name, role (box or captain, 3P-7), cards held, points, clock and presence of a seat that plays. */
export function strip(scene: Scene, seat: Seat): TemplateResult {
  const { view, words } = scene;
  const { box } = seated(view);
  const isLaid = view.phase === "done" || view.over;
  const count = isLaid ? 0 : (view.counts[seat] ?? 0);
  const isNear = seat === nearOf(view, scene.me);
  return html`<section class="gt-seat ${isNear ? "near" : "far"} ${view.turn === seat ? "on-move" : ""}"
    aria-label=${scene.names[seat]}>
    ${tag(scene, seat)}<p class="gt-name">${named(scene, seat)}${box
      ? html`<span class="chip">${words.t(box === seat ? "seat.box" : "seat.captain")}</span>`
      : nothing}${presence(scene, seat)}</p>${dealer(words, deals(scene, seat))}
    ${isNear ? nothing : fan(scene, count)}${count && !isNear ? known(scene, seat) : nothing}
    ${points(scene, seat)}${clock(scene, seat)}
    ${advised(scene, seat)}</section>`;
}

/** Points so far; of a team, whose they are, and the way to the target. */
function points(scene: Scene, seat: Seat): TemplateResult {
  const { view, words, names, facts } = scene,
    reached = pointsOf(view, seat),
    said = words.n("label.points", reached);
  if (!isTeams(view)) return standing(said, reached, null);
  return html`<p class="gt-points gt-team"><small>${sideName(view, by(names), teamOf(seat))}</small><span
    class="visually-hidden">${said}</span><span aria-hidden="true"><b>${reached}</b>${facts.target
      ? `/${facts.target}` : ""}</span></p>`;
}

/** 3P-10, PRT-9: where the tournament allows advice, the hand that may be seen. */
function advised(scene: Scene, seat: Seat): TemplateResult | typeof nothing {
  const hand = seated(scene.view).advice[seat];
  return hand?.length
    ? html`<div class="gs-advice">${drawCards(scene, hand, scene.words.t("seat.advice"))}</div>`
    : nothing;
}

/** The seats that sit this deal out (3P-2), or queues to lead the side (3P-8), the next to come in first. */
export function queue(scene: Scene): TemplateResult | typeof nothing {
  const { view, words, names } = scene;
  const { waiting, box } = seated(view);
  if (!waiting.length || view.over) return nothing;
  const title = words.t(box ? "seat.queue" : "seat.out");
  return html`<section class="gs-queue" aria-label=${title}><h2>${title}</h2><ol>${waiting.map(
    (seat) => html`<li class=${seat === scene.me ? "mine" : ""}>
    <strong>${names[seat]}</strong> <span>${words.n("label.points", pointsOf(view, seat))}</span>${presence(scene,
      seat)}</li>`,
  )}</ol></section>`;
}

/** A summary of every other board, with no card that is not open. */
export function boards(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  const { boards: all, board } = seated(view);
  if (all.length < 2) return nothing;
  const said = together(scene);
  const many = all.length > 2;
  return html`<section class="gs-boards${many ? " many" : ""}" aria-label=${words.t("seat.boards")}><h2>${words.t(
    "seat.boards",
  )}</h2><ul tabindex=${many ? 0 : nothing}>${all.map((one, at) => (at === board ? nothing
      : glance(scene, one)))}</ul>${said ? html`<p class="gs-together">${said}</p>` : nothing}<button type="button"
      class="gs-open" aria-haspopup="dialog" aria-label=${words.t("seat.show")}
      @click=${() => scene.show("boards")}></button></section>`;
}

function glance(scene: Scene, one: BoardSeen): TemplateResult {
  const [first, second] = one.seats as [Seat, Seat],
    lies = ` ${scene.words.t("seat.glance", { stock: one.stock })}${one.top ? ` · ${short(one.top)}` : ""}`;
  return html`<li><p>${sat(scene, first)} – ${sat(scene, second)}</p><p>${cue(scene, one)}${one.phase === "done"
    ? nothing : lies}</p></li>`;
}

/** The players at another board: one's own partner by that word, with a mark for those away. */
function sat(scene: Scene, seat: Seat): TemplateResult {
  return html`<strong>${scene.names[seat]}</strong>${isPartner(scene, seat) ? html` <span
    class="chip">${scene.words.t("seat.partner")}</span>` : nothing}${presence(scene, seat)}`;
}

const NEAR_END = 6; // cards in the stock from which it is said when play ends, in place of the limit

/** The stock and the latest throw of each opponent; before the first draw, the upcard. */
export function royalCentre(scene: Scene): TemplateResult {
  const { view, words, names, facts } = scene;
  const latest = by<string | null>(seated(view).latest);
  const thrown = playing(view).filter((seat) => seat !== scene.me && latest[seat]);
  const ways = offered(view);
  const limit = words.t("label.limit", { count: view.limit });
  const stack = (seat: Seat): TemplateResult => {
    const card = latest[seat]!,
      way = ways.find((one) => one.from === seat);
    const text = words.t("seat.thrown.say", { card: scene.say.card(card), name: names[seat] });
    return pile(scene, "", text, card, [words.t("seat.thrown"), names[seat]], "", way?.action);
  };
  return html`<section class="gt-centre three" aria-label=${words.t("label.pile")}>
    ${pile(scene, "draw_stock", words.t("label.stock.say", { count: view.stock }), view.stock ? "back"
      : null, [words.t("label.stock"), view.stock < NEAR_END ? words.t("label.stock.left", { count: view.stock,
      floor: facts.stock_floor }) : limit], "stock")}
    ${thrown.length ? thrown.map(stack) : pile(scene, "take_upcard", view.top
      ? words.t("label.pile.say", { card: scene.say.card(view.top) })
      : words.t("label.pile.empty"), view.top, [words.t("label.pile"), limit], "discards")}
  </section>`;
}

/** 3P-13: one verb for each discard on offer, instead of the verb that takes the top. */
export function royalVerbs(setting: Setting): Verb[] {
  const found = offered(setting.view);
  const takes = found.map(({ card, action }, at) =>
    verb(setting, "uj"[at]!, setting.words.t("verb.take.card", { card: short(card) }), action, ""),
  );
  const [stock, , ...ends] = verbs(setting);
  return [
    stock!,
    ...(takes.length && may(setting.view, "draw_discard")
      ? takes
      : [take({ ...setting, view: withoutTop(setting.view) })]),
    ...ends,
  ];
}

/** A top that nobody offers is not named on the button. */
const withoutTop = (view: View): View => (legal(view, "take_upcard").length ? view : { ...view, top: null });
