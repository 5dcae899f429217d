/** The boards at which the viewer does not sit: each is a small felt with what everybody in the room sees of it. It
 *  also shows how the boards of a deal add up. It stands beside the table if there is room, else in a sheet that the
 *  strip on the felt opens. */

import { html, nothing, type TemplateResult } from "lit";
import { clock, presence } from "../shared/table/board";
import { fan, tag } from "../shared/table/plate";
import { drawCard, named, type Scene } from "../shared/table/scene";
import { seated, soFar, teamOf, type BoardSeen } from "../shared/games/seats";
import type { Clocks } from "../shared/clock-face";
import type { SeatSentences } from "./seat-sentences";
import { signed } from "../shared/strings";
import type { Seat } from "../shared/table-view";

/** What a table of several boards also knows: each board's clocks, and the last play there. */
export interface Room extends Scene {
  readonly boardClocks: readonly Clocks[];
  readonly lately: Readonly<Record<number, string | undefined>>;
}

export const isPartner = ({ me }: Scene, seat: Seat): boolean => !!me && seat !== me && teamOf(seat) === teamOf(me);

/** "Clara’s board": it has the name of the partner who sits there; for a viewer without a partner there, its number. */
export function boardName(scene: Scene, one: BoardSeen, at: number): string {
  const partner = one.seats.find((seat) => isPartner(scene, seat));
  return partner ? scene.words.t("seat.board.of", { name: scene.names[partner] })
    : scene.words.t("seat.board.n", { n: at + 1 });
}

/** The points of a board: "Clara +20"; how it ended if nobody won. */
function brought({ words, names }: Scene, one: BoardSeen): string {
  return one.winner ? `${names[one.winner]} ${signed(one.points ?? 0)}` : words.t(`sheet.type.${one.type ?? "dead"}`);
}

/** How a board ended: "Knock: Clara +20". */
export function ended(scene: Scene, one: BoardSeen): string {
  return (one.winner ? `${scene.words.t(`sheet.type.${one.type}`)}: ` : "") + brought(scene, one);
}

/** What goes on at a board, or how it ended. */
export function cue(scene: Scene, one: BoardSeen): string {
  return one.phase === "done" ? ended(scene, one)
    : one.turn ? scene.words.t("status.wait", { name: scene.names[one.turn] }) : scene.words.t("status.shuffling");
}

/** The last play: as it was announced here, else as the board itself shows it. */
function latest(scene: Room, one: BoardSeen, at: number): string {
  const thrower = one.seats.find((seat) => seat !== one.turn),
    say = scene.say as SeatSentences;
  if (scene.lately[at]) return scene.lately[at];
  return one.phase === "draw" && one.top && thrower
    ? (say.elsewhere({ e: "discarded", seat: thrower, card: one.top }) ?? "") : "";
}

function plate(scene: Room, one: BoardSeen, at: number, seat: Seat, isNear: boolean): TemplateResult {
  const held = one.phase === "done" ? 0 : (one.counts[one.seats.indexOf(seat)] ?? 0),
    backs = fan(scene, held);
  return html`<div class="gs-side ${isNear ? "near" : ""}"><div class="gt-seat ${one.turn === seat ? "on-move" : ""}"
    role="group" aria-label=${scene.names[seat]}>${tag(scene, seat)}<p class="gt-name">${named(scene,
      seat)}${presence(scene, seat)}</p>${clock({ clocks: scene.boardClocks[at] ?? null, words: scene.words },
      seat)}</div>
    ${isNear ? html`<div class="gt-low">${backs}</div>` : backs}</div>`;
}

function piles(scene: Room, one: BoardSeen): TemplateResult {
  const { words, say } = scene,
    stock = words.t("label.stock.say", { count: one.stock }),
    top = one.top ? words.t("label.pile.say", { card: say.card(one.top) }) : words.t("label.pile.empty");
  const lies = (card: string | null, text: string): TemplateResult => html`<span class="gs-pile" role="img"
    aria-label=${text}>${card ? drawCard(scene.sprite, card) : html`<span class="gt-empty"></span>`}${card === "back"
      ? html`<b class="gt-left" aria-hidden="true">${one.stock}</b>` : nothing}</span>`;
  return html`<div class="gs-piles">${lies(one.stock ? "back" : null, stock)}${lies(one.top, top)}</div>`;
}

function felt(scene: Room, one: BoardSeen, at: number): TemplateResult {
  const isOver = one.phase === "done",
    name = boardName(scene, one, at);
  const near = one.seats.find((seat) => isPartner(scene, seat)) ?? one.seats[0]!,
    far = one.seats.find((seat) => seat !== near)!;
  return html`<section class="gs-board" aria-label=${name}><h2>${name}</h2>
    ${plate(scene, one, at, far, false)}${piles(scene, one)}
    <p class="gs-lately">${isOver ? nothing : latest(scene, one, at)}</p>
    <p class="gs-cue">${cue(scene, one)}</p>${plate(scene, one, at, near, true)}</section>`;
}

/** PRT-3: what the boards add up to so far, while others still play. */
export function together({ view, words, say }: Scene): string {
  const net = soFar(seated(view).boards);
  if (net === null) return "";
  return net ? words.t("seat.together", { side: say.side(net > 0 ? "A" : "B"), points: Math.abs(net) })
    : words.t("seat.together.level");
}

/** How the deal scores: the rule in a sentence, the finished boards, the present sum. */
function sum(scene: Room): TemplateResult {
  const { words, names } = scene,
    all = seated(scene.view).boards,
    over = all.filter(({ phase }) => phase === "done"),
    net = together(scene);
  return html`<section class="panel gs-sum"><h2>${words.t(all.length > 2 ? "seat.all" : "seat.both")}</h2>
    <p>${words.t("seat.adds")}</p>${over.length ? html`<ul>${over.map((one) => html`<li><span>${one.seats
      .map((seat) => names[seat]).join(" – ")}</span> <b>${brought(scene, one)}</b></li>`)}</ul>`
      : html`<p class="muted">${words.t("seat.none")}</p>`}
    ${net ? html`<p><strong>${net}</strong></p>` : nothing}</section>`;
}

/** Every other board, and the sum; nothing if all sit at one board. */
export function otherBoards(scene: Room): TemplateResult | typeof nothing {
  const { boards, board } = seated(scene.view);
  if (boards.length < 2) return nothing;
  const felts = boards.map((one, at) => (at === board ? nothing : felt(scene, one, at)));
  return html`<div class="gs-others">${felts}${sum(scene)}</div>`;
}
