/** The board: opponent, stock and discards, the hand, the action bar. */

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { short, type Card } from "../cards";
import { face, left } from "../clock-face";
import type { Sorting } from "../hand/hand-order";
import type { Strings } from "../strings";
import { countsDeals, isPlain, matchBadges } from "../games/match-line";
import { cite, drawCard, named, type Presence, type Scene } from "./scene";
import { groupsOf, rowsOf, type Group } from "../hand/hand-rows";
import { fan, known, standing, tag } from "./plate";
import { may, other, type Seat } from "../table-view";
import { opened } from "../hand/arranger";
import { downOf, stakeNow } from "../games/conquian";
import { held } from "../games/colonel";
import { spotOf } from "./slip";
import { suitSigns } from "../games/result-lines";
import { strip, verbs, type Verb } from "./verbs";

const TARGET: Partial<Record<string, string>> = { columns: "label.target.column", colours: "label.target.suit" };
/** The bar of a game, and its replacement while a question is open. */
export type Bar = [offered: (scene: Scene) => Verb[], answers: (scene: Scene) => Verb[]];
const ELEVEN = 11; // cards to lay down in Conquian
const LOW = 30_000; // ms; with less left a running clock is red
const NEAR_END = 6; // with fewer cards in the stock the table says when play ends
const SORTINGS: readonly Sorting[] = ["melds", "suit", "rank", "own"];

const LONG_NAME = 18; // letters of the name of a game that take more than a line on a phone

/** The bar of the table: the way out, what is played, and buttons for the sheets that have no room beside the felt. */
export function header(
  scene: Scene,
  { label, rules, sheet, chat, icons, home }: DOMStringMap,
): TemplateResult {
  const { view, words } = scene;
  // where the length counts deals, or games of one deal each, its own badges take the place of the target
  const plain = !countsDeals(view.match) && !(view.match && scene.facts.target === null);
  const icon = (name: string): TemplateResult =>
    html`<svg viewBox="0 0 24 24" aria-hidden="true"><use href="${icons}#${name}"></use></svg>`;
  const opens = (what: string, name: string): TemplateResult => html`<button type="button" class="gt-icon gt-opens"
    aria-haspopup="dialog" aria-label=${words.t(`label.${what}`)}
    @click=${() => scene.show(what)}>${icon(name)}</button>`;
  return html`<header class="gt-head">
    <h1>${label}</h1><a class="gt-icon gt-home" href=${home} aria-label=${words.t("label.home")}>${icon("back")}</a>
    <p class="cluster ${(rules ?? "").length > LONG_NAME ? "long" : ""}">
      <a class="badge" href=${sheet} target="_blank">${rules}</a>
      ${plain ? html`<span class="badge">${scene.facts.target === null ? words.t("label.one_deal")
        : words.t(TARGET[scene.facts.sheet] ?? "label.target", { count: scene.facts.target })}</span>` : nothing}
      ${matchBadges(scene)}
      ${view.deal && plain && scene.facts.target !== null && view.match?.length.kind !== "match"
        ? html`<span class="badge">${words.t("label.deal", { count: view.deal })}</span>` : nothing}
      ${stakeNow(view, words, scene.facts)
        ? html`<span class="badge warn">${stakeNow(view, words, scene.facts)}</span>` : nothing}
      ${view.factor > 1 ? html`<span
        class="badge warn">${words.t(scene.facts.doubling ? "label.doubled"
          : "label.spades", { factor: view.factor })}</span>` : nothing}
    </p>
    ${opens("panel", "sheet")}${chat ? html`<button type="button" class="button small gt-chat-chip"
      aria-keyshortcuts="/">${icon("talk")}<span>${words.t("chat.title")}</span></button>` : nothing}${opens("more",
      "more")}
  </header>`;
}

/** Name, points, clock and presence of one seat; for the far seat also its card backs. */
export function seatStrip(scene: Scene, seat: Seat): TemplateResult {
  const { view, words } = scene;
  const isLaid = view.result !== null && (view.phase === "done" || view.over);
  const count = isLaid ? 0 : (view.counts?.[seat] ?? 0);
  const far = seat !== scene.near,
    away = presence(scene, seat);
  return html`<section class="gt-seat ${far ? "far" : "near"} ${view.turn === seat ? "on-move" : ""}"
    aria-label=${scene.names[seat]}>${tag(scene, seat)}
    <p class="gt-name">${named(scene, seat)}
      ${away === nothing ? nothing : html`<span class="gt-chips">${away}</span>`}</p>${dealer(words,
        view.dealer === seat)}
    ${far && !view.hands ? html`${fan(scene, count)}${count ? known(scene, seat) : nothing}` : nothing}
    ${scene.facts.kernel === "conquian" ? downSoFar(scene, seat)
      : standing(reached(scene, seat), view.score.points[seat], isPlain(scene) ? scene.facts.target : null,
        columnsOf(scene, seat))}
    ${clock(scene, seat)}
  </section>`;
}

/** Points so far; where columns decide a game, the number of columns won. */
function reached(scene: Scene, seat: Seat): string {
  const { view, words, facts } = scene;
  if (facts.sheet === "stakes") return words.n("label.units", view.score.points[seat]);
  if (!view.score.columns || facts.column_settlement !== "best_of")
    return words.n("label.points", view.score.points[seat]);
  return words.n("sheet.won.line", view.score.columns.filter((column) => column.winner === seat).length);
}

/** Where there are columns (Hollywood, Color Gin), the points of the seat in each of them: "25 · 10 · 0". */
function columnsOf({ view: { score } }: Scene, seat: Seat): TemplateResult | null {
  const columns = score.columns ?? score.suits;
  return columns?.length ? html`${columns.map((column) => html`<span
    class=${column.winner === seat ? "won" : column.over ? "over" : ""}>${score.suits
      ? html`<small>${suitSigns(column.name)}</small>` : nothing}${column.points[seat]}</span> `)}` : null;
}

/** Conquian: the cards down out of eleven, as dots and in figures. */
function downSoFar(scene: Scene, seat: Seat): TemplateResult {
  const down = downOf(scene.view, seat);
  return html`<p class="gt-points gt-dots"><span aria-hidden="true">${Array.from({ length: ELEVEN }, (_, at) =>
    html`<i class=${at < down ? "on" : ""}></i>`)}</span><span>${scene.words.t("label.down.of",
      { count: down })}</span></p>`;
}

/** What to say about a player's presence: "gone" only with its seconds; for a player who has not come since the server
 *  started, nothing is counted. */
export const gone = (found: Presence): string =>
  found.word === "gone" && found.grace === null ? "absent" : found.word;

export function presence(scene: Scene, seat: Seat): TemplateResult | typeof nothing {
  const found = scene.presence?.[seat];
  if (!found || scene.view.over || seat === scene.me || found.word === "here") return nothing;
  return html`<span class="chip warn">${scene.words.t(gone(found) === "absent" ? "pres.absent" : "pres.away")}</span>`;
}

/** The mark of the dealer: a coin with the first letter of the word, which is read in full. */
export function dealer(words: Strings, deals: boolean): TemplateResult | typeof nothing {
  const word = words.t("label.dealer");
  return deals ? html`<span class="gt-dealer" title=${word}><b aria-hidden="true">${[...word][0]!.toUpperCase()}</b><i
    class="visually-hidden">${word}</i></span>` : nothing;
}

export function clock(scene: Pick<Scene, "clocks" | "words">, seat: Seat): TemplateResult | typeof nothing {
  const ms = left(scene.clocks, seat, performance.now());
  if (ms === null) return nothing;
  const low = ms < LOW && scene.clocks?.running === seat;
  return html`<p class="gt-clock ${low ? "low" : ""}"><span
    class="visually-hidden">${scene.words.t("label.clock")} </span>${face(ms)}</p>`;
}

/** Stock and discards; both are buttons while they may be drawn from. */
export function centre(scene: Scene): TemplateResult {
  const { view, words } = scene;
  if (scene.facts.kernel === "conquian") return onOffer(scene);
  const take = may(view, "take_upcard") ? "take_upcard" : "draw_discard";
  const sets = scene.facts.limit_by_upcard && view.upcard ? short(view.upcard) : ""; // OKL-6: the upcard stays known
  const isGin = scene.facts.kernel === "gin",
    isDealt = view.stock || view.top; // before the first deal there is no stock, so it is not used up
  const coin = view.limit > 0 ? html`<span>${words.t("label.limit", { count: "" })}</span><b>${view.limit}</b>`
    : html`<span>${words.t("label.gin_only")}</span>`;
  return html`<section class="gt-centre" aria-label=${words.t("label.pile")}>
    ${pile(
      scene,
      "draw_stock",
      words.t("label.stock.say", { count: view.stock }),
      view.stock ? "back" : null,
      [words.t("label.stock"), !isDealt ? "" : isGin && view.stock < NEAR_END
        ? words.t("label.stock.left", { count: view.stock, floor: scene.facts.stock_floor })
        : isGin || view.stock ? "" : words.t("label.stock.last")],
      "stock",
    )}
    ${isGin ? html`<p class="gt-coin">${coin}${sets ? html`<small>${sets}</small>` : nothing}</p>` : nothing}
    ${pile(
      scene,
      take,
      view.top ? words.t("label.pile.say", { card: scene.say.card(view.top) }) : words.t("label.pile.empty"),
      view.top,
      [words.t("label.pile"), isGin ? "" : words.n("label.cards", view.pile)],
      "discards",
    )}
    ${view.pile_cards?.length ? html`<p
      class="gt-thrown">${view.pile_cards.map((card) => html`<span>${short(card)}</span> `)}</p>` : nothing}
  </section>`;
}

/** The stock, the card on offer with its origin, and the number of face-down cards in the waste. */
function onOffer(scene: Scene): TemplateResult {
  const { view, words } = scene;
  const turner = view.phase === "force_window" ? view.turn && other(view.turn) : view.turn;
  const from =
    !view.centre || !turner
      ? words.t("label.no_centre")
      : scene.say.about(view.phase === "turned" ? "label.turned_by" : "label.offered_to", turner);
  return html`<section class="gt-centre three" aria-label=${words.t("label.centre")}>
    ${pile(scene, "cq_turn", words.t("label.stock.say", { count: view.stock }), view.stock ? "back"
      : null, [words.t("label.stock"), ""], "stock")}
    ${pile(scene, "-", view.centre ? words.t("label.centre.say", { card: scene.say.card(view.centre), from })
      : from, view.centre ?? null, [words.t("label.centre"), from], "offer")}
    ${pile(scene, "-", words.n("label.waste.say", view.waste ?? 0), view.waste ? "back"
      : null, [words.t("label.waste"), String(view.waste ?? 0)], "waste")}
  </section>`;
}

export function pile(
  scene: Scene,
  verb: string,
  label: string,
  card: Card | "back" | null,
  [name, more]: readonly [string, string],
  kind = "",
  action = scene.view.actions?.find((one) => one.do === verb),
): TemplateResult {
  const open = action && !scene.busy && scene.active;
  const picture = card ? drawCard(scene.sprite, card) : html`<span class="gt-empty"></span>`,
    full = card ? "full" : "";
  // the picture stays the same element whether or not it can be pressed, because drawing a card anew is slow
  const top = html`<div class="gt-pile ${open ? "open" : ""} ${full}" role=${open ? nothing : "img"}
    aria-label=${open ? nothing : label}>${picture}${open ? html`<button type="button" class="gt-draw"
      aria-label=${label} @click=${() => scene.perform(action)}></button>` : nothing}</div>`;
  return html`<div class="gt-stack ${kind}">${top}${kind === "stock"
    ? html`<b class="gt-left" aria-hidden="true">${scene.view.stock}</b>` : nothing}<p class=${more ? "more" : ""}
    aria-hidden="true"><span>${name}</span> <span>${more}</span></p></div>`;
}

/** The hand: a listbox with one tab stop; melds are bracketed, the card just drawn is raised. */
export function hand(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  if (!view.hand?.length) return nothing;
  const melds = view.aids?.melds ?? [],
    groups = groupsOf(scene.order, scene.sorting === "melds" ? melds : []);
  const isOne = scene.facts.kernel !== "gin" && scene.order.length <= ONE_ROW,
    rows = isOne ? [groups] : rowsOf(groups),
    last = rows.flat().at(-1);
  const count = scene.facts.kernel !== "gin" ? held(scene) : view.aids
    ? `${words.t("label.deadwood", { count: view.aids.deadwood })}${afterThrow(scene)}` : "";
  return html`<section class="gt-hand ${isOne ? "one" : ""}">
    <div role="listbox" class="gt-cards" aria-label=${scene.say.hand(view)}
      aria-multiselectable=${scene.facts.kernel === "gin" ? "false" : "true"} aria-orientation="horizontal">
      ${rows.map(
        (row, at) => html`<div class="gt-row ${goesOn(rows[at + 1]) ? `on ${count && "told"}` : ""}"
          role="presentation">${repeat(row, nameOf, (group) =>
            run(scene, group, melds, group === last ? count : ""))}</div>`,
      )}
    </div>${count ? html`<p class="visually-hidden">${count}</p>` : nothing}
  </section>`;
}

/** Does the next row go on with cards that are in no group? */
const goesOn = (next?: Group[]): boolean => !!next?.some(({ kind }) => kind === "plain");

const ONE_ROW = 8; // cards of a game with melds on the table that lie in one row on a phone

/** The orders of the hand, in a sheet behind one button where there is no room for them. */
export function sorts(scene: Scene): TemplateResult | typeof nothing {
  const { view, words } = scene;
  if (!view.hand?.length) return nothing;
  const title = words.t("label.sort");
  return html`<div class="gt-sorts"><button type="button" class="gt-sort-open" popovertarget="gt-sort"
      aria-label="${title}: ${words.t(`label.${scene.sorting}`)}"><i aria-hidden="true"></i><span
      aria-hidden="true">${words.t(`label.${scene.sorting}`)}</span></button>
    <div id="gt-sort" class="gt-sort ${scene.chosen ? "moves" : ""}" popover role="group" aria-label=${title}>
      <button type="button" class="chip-button" ?hidden=${!scene.chosen} aria-label=${words.t("label.left")}
        @click=${() => scene.shift(-1)}>◀</button>
      <button type="button" class="chip-button" ?hidden=${!scene.chosen} aria-label=${words.t("label.right")}
        @click=${() => scene.shift(1)}>▶</button>
      ${SORTINGS.filter((name) => name !== "melds" || view.aids?.melds).map(
        (name) => html`<button type="button" class="chip-button"
          aria-pressed=${scene.sorting === name ? "true" : "false"}
          @click=${() => scene.sort(name)}>${words.t(`label.${name}`)}</button>`,
      )}
    </div></div>`;
}

function afterThrow(scene: Scene): string {
  const after = scene.chosen ? scene.view.aids?.after?.[scene.chosen] : undefined;
  return after === undefined ? "" : ` · ${scene.words.t("label.after", { count: after })}`;
}

/** A key by which a group stays the same while cards come and go. */
const nameOf = ({ kind, cards }: Group): string => (kind === "run" || kind === "set" ? `${kind} ${cards[0]}` : kind);

/** Cards that lie together over their bracket; under the last ones stands the count of the hand. */
function run(scene: Scene, { kind, cards }: Group, melds: readonly Card[][], count: string): TemplateResult {
  const { words, order } = scene;
  const isMeld = kind === "run" || kind === "set",
    name = isMeld ? words.t(`label.${kind}`) : "";
  return html`<div class="gt-run ${kind}" role=${isMeld ? "group" : "presentation"} aria-label=${name || nothing}><div
      class="gt-fan" role="presentation">${repeat(cards, (card) => card, (card) =>
        option(scene, card, order.indexOf(card), melds))}</div><i
      class="gt-bracket ${count ? "counts" : ""}" aria-hidden="true">${isMeld ? html`<b>${name}</b>` : nothing}${count
        ? html`<b class="gt-deadwood">${count}</b>` : nothing}</i></div>`;
}

function option(scene: Scene, card: Card, index: number, melds: readonly Card[][]): TemplateResult {
  const number = melds.findIndex((meld) => meld.includes(card));
  const meld = number < 0 ? undefined : melds[number];
  const drawn = scene.view.taken?.card === card;
  return html`<div role="option"
    class="gt-card ${meld ? `melded m${number % 3}` : ""} ${drawn ? "drawn" : ""}" data-card=${card}
    aria-selected=${scene.picked.includes(card) ? "true" : "false"} aria-label=${scene.say.inHand(card, meld, drawn)}
    tabindex=${index === scene.roving ? 0 : -1} @click=${() => {
      scene.reach(index);
      scene.choose(card);
    }}>
    ${drawCard(scene.sprite, card)}${drawn
      ? html`<span class="gt-new" aria-hidden="true">${scene.words.t("label.drawn")}</span>` : nothing}
  </div>`;
}

/** Verbs in fixed places. The place of a verb that does not belong to the present question stays empty, though its key
 *  says why; a verb that needs something first (a card) says so. */
export function bar(scene: Scene, [offered, answers]: Bar = [verbs, strip]): TemplateResult {
  const asked = scene.active ? answers(scene) : [];
  const shown = scene.active ? (asked.length ? asked : offered(scene)) : [];
  const seen = shown.filter((verb) => verb.fits || scene.early[verb.key]).length;
  return html`<div class="gt-bar n${seen}" role="group"
    aria-label=${scene.words.t("label.actions")}>${shown.map((verb) => verbButton(scene, verb))}${scene.active ? nothing
    : html`<button type="button" class="gt-verb" data-key="tab"
      @click=${() => scene.takeSeat()}>${scene.words.t("tab.back")}</button>`}</div>
    ${asked
      .map((verb) => verb.hint)
      .filter(Boolean)
      .map((hint) => html`<p class="gt-hint">${cite(hint)}</p>`)}`;
}

function verbButton(scene: Scene, verb: Verb): TemplateResult {
  const early = scene.active && scene.early[verb.key];
  const off = !early && (!verb.action || !scene.active);
  const why = early || (scene.active ? verb.why : scene.words.t("tab.old"));
  const act = (): void => {
    if (off) scene.remark(why, spotOf(verb.key, scene.chosen));
    else if (verb.opens === "ask") scene.ask({ text: verb.question ?? "", label: verb.label, action: verb.action! });
    else if (verb.opens === "arrange") scene.draft(opened(scene.view, verb.action!.do));
    else if (verb.opens === "knock" || verb.opens === "gin") scene.openKnock(verb.opens);
    else scene.perform(verb.action!);
  };
  return html`<button type="button" class="gt-verb" data-key=${verb.key} aria-disabled=${off ? "true" : "false"}
    ?data-off=${!early && !verb.fits} ?data-early=${early} title=${off || early ? why : nothing} @click=${act}>
    ${verb.label}${verb.under ? html` <small>${verb.under}</small>` : nothing}${off || early
      ? html`<span class="visually-hidden">: ${why}</span>` : nothing}</button>`;
}

/** The seat across the table. */
export const farSeat = (scene: Scene): Seat => other(scene.near);
