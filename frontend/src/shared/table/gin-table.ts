/** <gin-table>: the live table of the gin family. The server's view determines everything; this shows it and sends the
 *  player's requests. The drawing depends on the number of seats: for-two.ts, more-seats.ts. */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { gone, sorts } from "./board";
import { usePack, type Card } from "../cards";
import { face, left, type Clocks } from "../clock-face";
import { factsOfPage, type Facts } from "../facts";
import { arrange, keepLog, load, loadLog, move, save, unwritten, type Kept, type Sorting } from "../hand/hand-order";
import { cite, type KnockSheet, type Presence, type Question, type Draft } from "./scene";
import { Sentences } from "../sentences";
import { Strings } from "../strings";
import { minutes } from "../games/match-line";
import { showKept } from "../own/own-look";
import { holds, put, ready } from "../hand/arranger";
import { askDialog, knockDialog, knockSheet } from "./table-dialogs";
import { knownAfter, knownOf, readKnown, type Known } from "../hand/known";
import { pick } from "../hand/picked";
import { press, type Keyed } from "./table-keys";
import { setIcon, titleOf } from "./table-title";
import {
  changed,
  other,
  type Action,
  type BySeat,
  type Change,
  type Seat,
  type TableEvent,
  type View,
} from "../table-view";
import { laySlip, spotOf } from "./slip";
import { TableLink, type Frame, type Listener, type State } from "./wire";

const LOG = 40;
/** Things on the felt that determine the layout of the rest, by their words in the styles. With :has() instead, the
 *  browser would check the styles of everything beside each change. */
const LIES = {
  result: ".gt-result",
  hand: ".gt-hand",
  law: ".gt-law",
  table: ".gt-table",
  side: ".gt-table.side",
  foot: ".gt-foot",
  top: ".gt-top",
  shown: ".gt-shown",
  far: ".gs-far",
  crowd: ".gs-far:is(.n2, .n3)",
};
const BESIDE = {
  arrange: ".gt-arrange",
  beside: ".gs-boards, .gs-queue",
  backs: ".gt-top .gt-backs",
  boards: ".gs-board",
  act: ".gt-act",
  thrown: ".gt-thrown",
};

const NARROW = matchMedia("(width < 68rem)"); // as where the panel is a sheet, in the styles

export abstract class GinTable extends LitElement implements Keyed, Listener {
  view!: View;
  words!: Strings;
  facts!: Facts;
  say!: Sentences;
  me: Seat | null = null;
  names: BySeat<string> = { A: "A", B: "B" };
  people: BySeat<string> = { A: "A", B: "B" };
  suits: Partial<BySeat<string>> = {};
  ratings: Partial<BySeat<string>> = {};
  sprite = "";
  picked: Card[] = [];
  asking: Question | null = null;
  drafting: Draft | null = null;
  early: Record<string, string> = {};
  /** What is chosen in advance, and how to take it back, for the cue. */
  plan: readonly [what: string, how: string] | null = null;
  roving = 0;
  connection: State = "joining";
  active = true;
  note = "";
  /** What the note is about, as a selector within the felt; empty: nothing there. */
  private spot = "";
  private isHeard = false; // the note stands in what is read aloud already
  private asked: Action | null = null;
  log: string[] = [];
  private written = 0;
  private hearing = 0;
  clocks: Clocks | null = null;
  presence: BySeat<Presence> | null = null;
  next: { at: number; ready: Seat[] } | null = null;
  knocking: KnockSheet | null = null;
  kept: Kept = { sorting: "melds", own: [] };
  private known: Known = {};
  link!: TableLink;
  private ticking: ReturnType<typeof setInterval> | undefined;
  spoken = "";
  urgent = "";
  private lost = false;
  private warned = false;
  private ahead = 0;
  private minutes: number | null = null;
  private within = false;
  private readonly page = document.title;
  private notes: HTMLElement | null = null; // what the page says beside the table
  protected toldAt = 0; // when it was last told who is here

  /** The server's time in ms since 1970, as far as the page knows it. */
  now(): number {
    return Date.now() + this.ahead;
  }
  get chosen(): Card | null {
    return this.picked.length === 1 ? this.picked[0]! : null;
  }
  get near(): Seat {
    return this.me ?? "A";
  }
  get busy(): boolean {
    return this.link.busy;
  }
  get sorting(): Sorting {
    return this.kept.sorting;
  }
  get order(): Card[] {
    return arrange(
      (this.view.hand ?? []).filter((card) => !this.drafting?.groups.some((group) => group.includes(card))),
      this.kept.sorting,
      this.kept.own,
      this.view.aids?.melds ?? [],
    );
  }
  private get key(): string {
    return `undercut.hand.${this.dataset["table"] ?? ""}`;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    const first = JSON.parse(document.getElementById(this.dataset["snapshot"] ?? "")?.textContent ?? "null") as Frame;
    this.names = JSON.parse(
      document.getElementById(this.dataset["names"] ?? "")?.textContent ?? "{}",
    ) as BySeat<string>;
    this.ratings = JSON.parse(this.dataset["ratings"] ?? "{}") as Partial<BySeat<string>>;
    this.people = this.names;
    this.suits = Object.fromEntries([...(this.dataset["suits"] ?? "")].map((suit, at) => ["ABCDEFGH"[at], suit]));
    this.me = (this.dataset["seat"] || null) as Seat | null;
    this.sprite = this.dataset["sprite"] ?? "";
    this.words = Strings.ofPage();
    if (this.me) this.names = { ...this.names, [this.me]: this.words.t("label.you") };
    this.facts = factsOfPage(this.dataset["facts"]);
    usePack(this.facts.ranks);
    this.say = this.speaker();
    this.view = first.view!;
    this.drafting = this.offered();
    this.ahead = this.dataset["now"] ? Number(this.dataset["now"]) - Date.now() : 0;
    this.readClock(first.clk);
    this.kept = load(localStorage, this.key);
    this.log = loadLog(sessionStorage, this.key);
    this.known = readKnown(sessionStorage.getItem(`${this.key}.known`), this.view.deal);
    showKept();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.link = new TableLink(`${scheme}//${location.host}${this.dataset["ws"] ?? ""}`, first.v ?? 0, this);
    this.notes = document.getElementById("gt-notes");
    this.replaceChildren();
    super.connectedCallback();
    this.link.start();
    this.ticking = setInterval(() => this.tick(), 250);
    this.addEventListener("keydown", this.onKey);
    document.addEventListener("visibilitychange", this.onWake);
    window.addEventListener("online", this.onWake);
    window.addEventListener("offline", this.onOffline);
  }

  /** The sentences that say what happens; with several boards, those of the board that a view (default: the present
   *  one) shows. */
  speaker(_seen?: () => View): Sentences {
    return new Sentences(this.words, this.names, this.me, this.facts.kernel);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.link.stop();
    clearInterval(this.ticking);
    this.removeEventListener("keydown", this.onKey);
    document.removeEventListener("visibilitychange", this.onWake);
    window.removeEventListener("online", this.onWake);
    window.removeEventListener("offline", this.onOffline);
  }

  // ---- what the table says (Listener)

  changed(events: TableEvent[], change: Change, clock: unknown, fresh: boolean): void {
    const before = this.view;
    this.view = fresh ? (change as View) : changed(before, change);
    this.readClock(clock);
    this.picked = this.picked.filter((card) => this.view.hand?.includes(card));
    if (fresh || this.view.phase !== before.phase || this.view.turn !== before.turn || !this.view.actions?.length)
      this.drafting = this.offered();
    if (this.view.turn) this.next = null;
    if (this.view.phase !== before.phase || this.view.turn !== before.turn) {
      this.knocking = null;
      if (!this.asking?.title || this.view.over) this.asking = null;
    }
    this.know(events);
    this.tell(events, fresh);
    if (this.me && this.view.turn === this.me && before.turn !== this.me) this.urgent = this.words.t("say.turn");
    if (this.view.turn !== before.turn) this.warned = false;
    this.heard();
  }

  /** What comes over the wire while the browser is busy is drawn together; what the player does is drawn at once. */
  private heard(): void {
    if (document.hidden) this.requestUpdate();
    else this.hearing ||= window.setTimeout(() => {
      this.hearing = 0;
      this.requestUpdate();
    });
  }

  private know(events: TableEvent[]): void {
    const known = knownAfter(this.known, events);
    if (known === this.known) return;
    this.known = known;
    try {
      sessionStorage.setItem(`${this.key}.known`, JSON.stringify({ deal: this.view.deal, known }));
    } catch {
      /* a full or forbidden storage only forgets it at the next visit */
    }
  }
  seen(seat: Seat): Card[] {
    return seat === this.me ? [] : knownOf(this.view, this.known, seat);
  }

  private tell(events: TableEvent[], fresh: boolean): void {
    const lines = events.flatMap((event) => this.say.event(event) ?? []).reverse();
    if (!lines.length) return;
    this.write(fresh ? unwritten(lines, this.log) : lines);
    this.note = "";
    const spoken = events.flatMap((event) => this.say.event(event, true) ?? []).join(" ");
    this.spoken = this.view.turn === this.me && this.me ? `${spoken} ${this.say.asked(this.view)}` : spoken;
  }

  answered(): void {
    this.note = "";
    this.asked = null;
    this.heard();
  }
  refused(code: string, rule: string | undefined): void {
    const { asked } = this,
      text = this.say.refusal(code, rule),
      line = this.words.t("log.refused", { text });
    this.remark(text, spotOf(asked?.do ?? "", asked?.card ?? asked?.discard ?? this.chosen));
    this.asked = null;
    this.write(unwritten([line], this.log));
  }

  private write(lines: string[]): void {
    this.written += lines.length;
    this.log = [...lines, ...this.log].slice(0, LOG);
    keepLog(sessionStorage, this.key, this.log);
  }
  /** The latest line of the log that says what happened, without refusals. */
  get last(): string | undefined {
    const refused = this.words.t("log.refused", { text: "" });
    return this.log.find((line) => !line.startsWith(refused));
  }

  state(state: State, reason: string): void {
    if (state === "open" && this.lost) this.spoken = this.words.t("conn.back");
    if (state === "lost" && this.connection === "open")
      this.spoken = this.words.t(this.busy ? "conn.lost" : "conn.lost.plain");
    this.lost = state === "lost";
    this.connection = state;
    if (state === "barred") this.remark(this.words.t(reason === "rate" ? "conn.barred.rate" : "conn.barred"));
    this.requestUpdate();
  }

  told(frame: Frame): void {
    if (frame.k === "seat") this.active = frame.active !== false;
    if (frame.k === "next")
      this.next = { at: performance.now() + Number(frame["in_ms"]), ready: frame["ready"] as Seat[] };
    if (frame.k === "pres") {
      this.toldAt = performance.now();
      this.readPresence(frame);
    }
    this.heard();
  }

  private readPresence(frame: Frame): void {
    const grace = (frame["grace"] ?? {}) as Partial<BySeat<number>>,
      before: Partial<BySeat<Presence>> | null = this.presence,
      now = {} as BySeat<Presence>;
    for (const seat of Object.keys(this.names) as Seat[]) {
      const there: Presence = (now[seat] = {
        word: (frame[seat] as Presence["word"] | undefined) ?? "here",
        grace: grace[seat] ?? null,
      });
      if (this.me && seat !== this.me && (before?.[seat]?.word ?? there.word) !== there.word)
        this.spoken = this.words.t(`pres.event.${gone(there)}`, { name: this.names[seat], count: there.grace ?? "" });
    }
    this.presence = now;
  }

  protected readClock(given: unknown): void {
    const board = (Array.isArray(given) ? given[0] : given) as
      { A?: number | null; B?: number | null; run?: Seat | null; move?: number } | null | undefined;
    if (!board) return;
    const left = { A: board.A ?? null, B: board.B ?? null };
    if (board.run && board.move !== undefined) left[board.run] = Math.min(left[board.run] ?? Infinity, board.move);
    this.clocks = { left, running: board.run ?? null, at: performance.now() };
  }

  // ---- what the player does (Scene)

  perform(action: Action): void {
    if (this.connection !== "open" && !this.link.busy) this.remark(this.words.t("conn.lost"));
    if (!this.link.busy) this.asked = action;
    if (!this.link.command(action)) this.remark(this.words.t("why.busy"));
    this.requestUpdate();
  }

  /** In gin one card is chosen; where melds are laid, any number. */
  choose(card: Card): void {
    this.picked = pick(this.picked, card, this.view, this.facts.kernel !== "gin");
    this.note = "";
    this.requestUpdate();
  }

  /** Opens, changes or closes the arranger; when it opens, the card on offer is chosen. */
  draft(draft: Draft | null): void {
    const { centre } = this.view,
      isPlaced = draft?.groups.some((group) => group.includes(centre ?? ""));
    if (draft && !this.drafting) this.picked = draft.verb === "cq_use" && centre && !isPlaced ? [centre] : [];
    else this.picked = [];
    this.drafting = draft;
    this.note = "";
    this.speak(draft ? this.groups(draft) : "");
  }

  /** The groups that lie ready by themselves. */
  protected offered(): Draft | null {
    return null;
  }

  put(group: number | null): void {
    if (!this.drafting || !this.picked.length) return this.remark(this.words.t("why.choose"));
    this.draft(put(this.drafting, this.picked, group));
  }

  private groups(draft: Draft): string {
    return draft.groups
      .map(
        (group, at) =>
          `${this.words.t("label.meld", { count: at + 1 })}: ${group.map((card) =>
            this.say.card(card)).join(", ")}, ${this.words.t(holds(group) ? "arrange.valid" : "arrange.invalid")}`,
      )
      .join(". ");
  }

  ask(question: Question): void {
    this.asking = question;
    this.requestUpdate();
  }
  clear(): void {
    this.picked = [];
    if (this.drafting) this.draft(null);
    this.note = "";
    this.requestUpdate();
  }
  reach(index: number): void {
    this.roving = index;
  }
  remark(text: string, spot = "", isHeard = false): void {
    this.note = text;
    this.spot = spot;
    this.isHeard = isHeard;
    this.requestUpdate();
  }
  speak(text: string): void {
    this.spoken = this.spoken === text ? `${text} ` : text;
    this.requestUpdate();
  }
  ready(): void {
    this.link.send({ k: "ready" });
  }
  takeSeat(): void {
    this.link.send({ k: "seat" });
    this.active = true;
    this.requestUpdate();
  }
  speech: (key: string) => string | null = () => null;
  verb(key: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`.gt-verb[data-key="${CSS.escape(key)}"]`);
  }
  /** Opens one of the dialogs of own-ways: keys, settings. */
  open(id: string): void {
    this.querySelector<HTMLDialogElement>(`#${id}`)?.showModal();
  }

  sort(sorting: Sorting): void {
    this.keep({ sorting, own: sorting === "own" ? this.order : this.kept.own });
  }

  shift(by: number): void {
    if (!this.chosen) return;
    const own = move(this.order, this.chosen, by);
    this.roving = own.indexOf(this.chosen);
    this.keep({ sorting: "own", own });
  }

  keep(kept: Kept): void {
    this.kept = kept;
    save(localStorage, this.key, kept);
    this.requestUpdate();
  }

  openKnock(how: "knock" | "gin"): void {
    this.knocking = knockSheet(this.view, this.chosen, how);
    if (!this.knocking) this.remark(this.words.t("why.choose"));
    this.requestUpdate();
  }

  focusCard(index: number): void {
    this.roving = Math.max(0, Math.min(this.order.length - 1, index));
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.gt-cards [tabindex="0"]')?.focus());
  }

  protected onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.querySelector(":popover-open")) return; // it closes the sheet
    if (press(this, event)) event.preventDefault();
  };
  private readonly onOffline = (): void => this.link.doubt();
  private readonly onWake = (): void => {
    if (!document.hidden) this.link.wake();
  };

  /** Does any of the clocks shown run? */
  protected get runs(): boolean {
    return !!this.clocks?.running;
  }

  private tick(): void {
    const { running } = this.clocks ?? {};
    if (running && running === this.me && !this.warned) {
      const ms = (this.clocks?.left[running] ?? Infinity) - (performance.now() - this.clocks!.at);
      if (ms < 10_000) {
        this.warned = true;
        this.urgent = this.words.t("label.seconds");
      }
    }
    const left = minutes(this.view.match, this.now());
    const waits = Object.values(this.presence ?? {}).some(({ grace }) => grace);
    if (this.runs || this.next || waits || left !== this.minutes) this.requestUpdate();
    this.minutes = left;
  }

  // ---- drawing

  override willUpdate(): void {
    this.within = this.contains(document.activeElement);
    this.roving = Math.max(0, Math.min(this.roving, (this.view.hand?.length ?? 1) - 1));
  }

  override update(given: PropertyValues): void {
    super.update(given);
    this.mark();
  }

  /** Lists in `data-has` what lies on the felt. */
  mark(): void {
    const felt = this.querySelector(".felt"),
      there = (css: string): boolean => [...(felt?.children ?? [])].some((one) => one.matches(css));
    felt?.toggleAttribute("data-over", there(".gt-result, .gt-end"));
    const lies = Object.entries(LIES).filter(([, css]) => there(css));
    const beside = Object.entries(BESIDE).filter(([, css]) => this.querySelector(css));
    const has = [...lies, ...beside].map(([word]) => word).join(" ");
    if (this.dataset["has"] !== has) this.dataset["has"] = has;
  }

  override updated(_changed: PropertyValues): void {
    document.title = titleOf(this.page, this.headline());
    const { view, me } = this;
    this.toggleAttribute("data-lost", this.connection === "lost");
    laySlip(this, this.spot);
    setIcon(this.dataset["icon"], !!me && view.turn === me && !view.over && this.connection !== "lost");
    for (const dialog of this.querySelectorAll<HTMLDialogElement>("#gt-knock, #gt-ask"))
      if (!dialog.open) dialog.showModal();
    for (const fan of this.querySelectorAll(".gt-backs"))
      [...fan.querySelectorAll<SVGElement>(".card")].forEach((card, at, { length }) => {
        const turn = String((length - 1) / 2 - at);
        if (card.style.getPropertyValue("--turn") !== turn) card.style.setProperty("--turn", turn);
      });
    this.count();
    const focused = document.activeElement;
    if (this.within && (!this.contains(focused) || focused?.matches(".gt-verb[data-off]"))) this.keepFocus();
  }

  /** Tells the styles how many cards and groups lie beside each other, and how many hands below each other: from that
   *  follows how wide a card can be. */
  private count(): void {
    const say = (one: HTMLElement, name: string, css: string): void => {
      const count = String(one.querySelectorAll(css).length);
      if (one.style.getPropertyValue(name) !== count) one.style.setProperty(name, count);
    };
    for (const row of this.querySelectorAll<HTMLElement>(".gt-cards, .gt-row, .felt .gt-groups")) {
      say(row, "--cards", ".card");
      say(row, "--groups", ".gt-run, .gt-group");
    }
    for (const result of this.querySelectorAll<HTMLElement>(".gt-result")) say(result, "--hands", ".gt-open");
  }

  /** If the focused element has left the table, move the focus to the next element of the table, so that keys go on
   *  working. */
  private keepFocus(): void {
    const next = ['.gt-cards [tabindex="0"]', ".gt-end .button", ".gt-next .button", ".gt-wait .button", ".felt"];
    next
      .map((one) => this.querySelector<HTMLElement>(one))
      .find((one) => one)
      ?.focus({ preventScroll: true });
  }

  /** Whose turn it is in two words, for the title of the page; empty while nobody has to play. */
  private headline(): string {
    const { view, words } = this;
    if (this.connection === "lost") return words.t("title.lost");
    if (!view.turn || view.over) return "";
    return view.turn === this.me ? words.t("title.mine") : words.t("title.wait", { name: this.names[view.turn] });
  }

  /** The line at the top of the felt; while the connection is lost it says only that. */
  protected status(): TemplateResult {
    const { view, me } = this,
      lost = this.connection === "lost";
    const planned = this.plan && html`<span>${this.plan[0]} <small>${this.plan[1]}</small></span>`;
    const said = !this.active ? this.words.t("tab.old")
      : lost ? `${this.words.t(this.busy ? "conn.lost" : "conn.lost.plain")} ${this.ownClock()}`
        : (planned ?? (this.absence() || this.laying() || this.say.status(view)));
    return html`<p class="gt-status ${!lost && this.active && me && view.turn === me ? "mine"
      : ""}"><span>${said}</span></p>`;
  }

  /** What is still to do before the groups put together are laid, else that they can be; empty while none are, and
   *  while the card on offer can be used or not. */
  private laying(): string {
    const { action, why, label, fits } = ready(this);
    return !this.drafting || (fits && !action && this.drafting.verb === "cq_use") ? "" : why.split(" – ")[0] || label;
  }

  /** Who is awaited and not here, with the time left to come back; empty if nobody is. */
  private absence(): string {
    const { view, me, words } = this,
      seat = view.turn === me ? null : view.turn,
      found = seat && this.presence?.[seat];
    if (!found || found.word === "here" || view.over) return "";
    const name = this.names[seat];
    if (found.grace === 0 && me) return words.t("pres.cue.left", { name });
    if (found.word !== "gone" || !found.grace)
      return words.t(`pres.event.${found.word === "away" ? "away" : "absent"}`, { name });
    const left = found.grace * 1000 - (performance.now() - this.toldAt);
    return words.t("pres.cue", { name, time: face(Math.max(0, left)) });
  }

  /** That one's own clock runs, and how much is left of it; empty while it does not. */
  private ownClock(): string {
    const { clocks, me, words } = this,
      ms = me && clocks?.running === me ? left(clocks, me, performance.now()) : null;
    return ms === null ? "" : words.t("conn.clock", { time: face(ms) });
  }

  /** The verb that claims the sitting from a player gone beyond the grace; it is far from "Resign", which does the
   *  opposite. */
  protected claim(): TemplateResult | typeof nothing {
    if (!this.isLeft() || this.view.over) return nothing;
    return html`<p class="gt-claim"><button type="button" class="gt-verb"
      @click=${() => this.perform({ do: "claim" })}>${this.words.t("label.claim")}</button></p>`;
  }

  /** The foot of the felt: the player's own plate, what may be done, the order of the hand. */
  protected foot(plate: TemplateResult | typeof nothing, acts: TemplateResult | null): TemplateResult {
    const claim = this.claim(),
      offered = claim === nothing || this.view.turn === this.me ? html`${claim}${acts}` : claim;
    return html`<div class="gt-foot">${plate}${acts ? html`<div class="gt-act">${offered}${sorts(this)}</div>`
      : nothing}</div>`;
  }

  /** The panel: it stands beside the felt if there is room, else its parts are sheets. */
  protected panel(parts: unknown): TemplateResult {
    return html`<div class="gt-side" id="gt-side" popover tabindex="-1">${parts}${this.story()}${this.menu()}
      <button type="button" class="button gt-shut" popovertarget="gt-side"
        popovertargetaction="hide">${this.words.t("key.close")}</button></div>`;
  }

  /** Opens the sheet with these parts of the panel, where the panel does not stand beside the felt. */
  show(what: string): void {
    const side = this.querySelector<HTMLElement>("#gt-side");
    if (!side || !NARROW.matches) return;
    side.dataset["shows"] = what;
    if (!side.matches(":popover-open")) side.showPopover();
    side.focus();
  }

  /** Texts for screen readers only, and the sheets that open over the table. */
  protected below(): TemplateResult {
    return html`<p class="gt-note" role=${this.isHeard ? "note" : "status"}>${cite(this.note)}</p>
      <p class="visually-hidden" aria-live="polite">${this.spoken}</p>
      <p class="visually-hidden" aria-live="assertive">${this.urgent}</p>
      ${knockDialog(this, (knocking) => {
        this.knocking = knocking;
        this.requestUpdate();
      })}${askDialog(this, () => {
        this.asking = null;
        this.requestUpdate();
      })}`;
  }

  protected notices(): TemplateResult | typeof nothing {
    return this.connection === "barred" ? html`<p class="notice error">${this.note}</p>` : nothing;
  }

  /** May the sitting be claimed? */
  protected isLeft(): boolean {
    return !!this.me && this.presence?.[other(this.me)].grace === 0;
  }

  protected story(): TemplateResult {
    const silent = this.view.over ? nothing : html`<p class="muted">${this.words.t("say.none")}</p>`;
    return html`<section class="panel gt-log"><h2>${this.words.t("label.log")}</h2>
      ${this.log.length ? html`<ol tabindex="0"
        aria-label=${this.words.t("label.log")}>${repeat(this.log, (_, at) => this.written - at,
          (line) => html`<li>${line}</li>`)}</ol>` : silent}
    </section>`;
  }

  private menu(): TemplateResult {
    return html`<section class="panel gt-menu"><p class="actions"><button type="button" class="button small"
          @click=${() => this.open("gt-ways")}>${this.words.t("label.settings")}</button>
        <button type="button" class="button small gt-to-keys"
        @click=${() => this.open("gt-keys")}>${this.words.t("label.keys")}</button><a
          class="button small gt-out" href=${this.dataset["home"] ?? "/"}>${this.words.t("label.home")}</a>
        ${this.me && !this.view.over
          ? html`<button type="button" class="button small danger"
          @click=${() => this.ask({ title: this.words.t("resign.title"), text: this.words.t("resign.text"),
            label: this.words.t("resign.do"), action: { do: "resign" } })}>${this.words.t("label.resign")}</button>`
              : nothing}</p>${this.notes ?? nothing}</section>`;
  }
}
