/** <gin-replay>: a finished deal, step by step. On a separate page the list of steps that the server wrote moves along;
 *  at a table it is shown in a panel (`replay`), while the next deal goes on. */

import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { blind, crosses, curve, knockAt, laid, laidOff, stepNamed, unseen } from "./deal-record";
import type { DealRecord, Mistake, Step } from "./deal-record";
import { bySuit, short, suit, usePack, type Card } from "../shared/cards";
import { factsOfPage, type Facts } from "../shared/facts";
import { sums } from "../shared/table/score-sheet";
import { moreLines } from "../shared/games/seat-lines";
import { showKept } from "../shared/own/own-look";
import { cite, drawCard, drawCards } from "../shared/table/scene";
import { Sentences } from "../shared/sentences";
import { Strings } from "../shared/strings";
import { type Seat } from "../shared/table-view";

const SPEED = 1400;
const GRAPH = { width: 300, height: 60 };

export class GinReplay extends LitElement {
  record!: DealRecord;
  say!: Sentences;
  sprite = "";
  private words!: Strings;
  private facts!: Facts;
  private at = 0;
  private covered = new Set<Seat>();
  private playing: ReturnType<typeof setInterval> | undefined;
  private note = "";
  private errors: Mistake[] = [];
  private keys!: EventTarget;

  /** Is it the deal of its page, which has an address for every step? Otherwise it was given its `record` and the
   *  function `say`. */
  private get isPage(): boolean {
    return this.dataset["record"] !== undefined;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    this.words = Strings.ofPage();
    this.facts = factsOfPage();
    usePack(this.facts.ranks);
    if (this.isPage) this.ofPage();
    super.connectedCallback();
    if (this.isPage) {
      window.addEventListener("hashchange", this.fromAddress);
      document.addEventListener("htmx:afterSettle", this.judged);
    }
    this.keys = this.closest("dialog") ?? document;
    this.keys.addEventListener("keydown", this.onKey as EventListener);
  }

  private ofPage(): void {
    this.record = JSON.parse(
      document.getElementById(this.dataset["record"] ?? "")?.textContent ?? "null",
    ) as DealRecord;
    this.sprite = this.dataset["sprite"] ?? "";
    this.say = new Sentences(this.words, this.record.names, null);
    showKept();
    this.replaceChildren();
    this.judged();
    this.fromAddress();
  }

  /** The analysis beside this deal, which may arrive later, says which moves were errors. */
  private readonly judged = (): void => {
    this.errors = JSON.parse(document.getElementById("deal-errors")?.textContent ?? "[]") as Mistake[];
    this.requestUpdate();
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
    window.removeEventListener("hashchange", this.fromAddress);
    document.removeEventListener("htmx:afterSettle", this.judged);
    this.keys.removeEventListener("keydown", this.onKey as EventListener);
  }

  private get steps(): readonly Step[] {
    return this.record.steps;
  }

  private readonly fromAddress = (): void => {
    if (!location.hash) return;
    const found = stepNamed(location.hash, this.steps);
    this.note =
      found === null && /^#(step-|v)?\d+$/.test(location.hash)
        ? this.words.t("replay.unknown", { n: location.hash.replace(/\D/g, "") })
        : "";
    this.at = found ?? this.at;
    this.requestUpdate();
  };

  private go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    this.note = "";
    if (this.isPage) history.replaceState(null, "", `#${this.steps[this.at]?.n ?? 1}`);
    if (this.at === this.steps.length - 1) this.stop();
    this.requestUpdate();
  }

  private play(): void {
    if (this.playing) return this.stop();
    if (this.at === this.steps.length - 1) this.at = 0;
    this.playing = setInterval(() => this.go(this.at + 1), SPEED);
    this.requestUpdate();
  }

  private stop(): void {
    clearInterval(this.playing);
    this.playing = undefined;
    this.requestUpdate();
  }

  private hide(seat: Seat): void {
    if (!this.covered.delete(seat)) this.covered.add(seat);
    this.requestUpdate();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.target as Element).closest("input:not([type=range]), select, textarea")
    )
      return;
    if (event.key === "p") return this.play();
    const to = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      Home: 0,
      End: this.steps.length - 1,
      k: knockAt(this.steps),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  };

  override updated(): void {
    for (const cross of this.querySelectorAll<HTMLElement>(".gr-errors button"))
      for (const name of ["x", "y"]) cross.style.setProperty(`--${name}`, cross.dataset[name]!);
    if (!this.isPage) return;
    const n = this.steps[this.at]?.n;
    for (const item of document.querySelectorAll("[data-step]")) {
      const here = item.getAttribute("data-step") === String(n);
      item.toggleAttribute("data-here", here);
      if (here) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      const list = item.parentElement;
      if (here && list) list.scrollTop = Math.max(0, (item as HTMLElement).offsetTop - list.clientHeight / 2);
    }
  }

  override render(): TemplateResult | typeof nothing {
    const step = this.steps[this.at];
    if (!step) return nothing;
    return html`<div class="felt">
        ${this.note ? html`<p class="gt-status">${this.note}</p>` : nothing}
        ${this.others("").map((seat) => this.seat(seat, step))}
        ${this.centre(step)}
        ${this.table(step)}
        <p class="gt-last" role="status"
          aria-live=${this.playing ? "off" : "polite"}>${step.text ?? this.say.event(step.event)}</p>
        ${this.seat(this.record.players[0]!, step)}
        ${this.controls()}
        ${this.unseen(step)}
      </div>
      ${this.at >= knockAt(this.steps) ? this.sum() : nothing}`;
  }

  /** The other seats that got cards, the last first; without a seat, all but the first. */
  private others(seat: Seat | ""): Seat[] {
    return this.record.players.filter((one, at) => (seat ? one !== seat : at > 0)).reverse();
  }

  private seat(seat: Seat, step: Step): TemplateResult {
    const hand = step.hands[seat],
      name = this.record.names[seat];
    const isCovered = this.covered.has(seat),
      shown = isCovered ? null : hand;
    const deadwood = isCovered ? null : (step.deadwood?.[seat] ?? null);
    return html`<section class="gr-seat ${step.seat === seat ? "on-move" : ""}" aria-label=${name}>
      <p class="gr-name"><strong>${name}</strong>
        ${this.record.dealer === seat ? html`<span class="chip">${this.words.t("label.dealer")}</span>` : nothing}
        ${deadwood === null ? nothing : html`<span>${this.words.t("label.deadwood", { count: deadwood })}</span>`}
        ${hand && this.isPage ? html`<button type="button" class="chip-button"
          aria-pressed=${isCovered ? "true" : "false"} aria-label=${this.words.t("replay.hide", { name })}
            @click=${() => this.hide(seat)}>${this.words.t("replay.hide.short")}</button>` : nothing}</p>
      <div class="gr-cards">${shown ? this.open(shown)
        : this.backs(hand?.length ?? step.counts?.[seat] ?? 0)}${this.off(seat)}</div>
    </section>`;
  }

  private open(hand: readonly Card[]): TemplateResult {
    const spread = laid(hand);
    return html`${spread.melds.map((meld, i) => html`<span class="gr-meld m${i % 3}">${drawCards(this, meld)}</span>`)}
      ${spread.loose.length ? html`<span class="gr-loose">${drawCards(this, spread.loose)}</span>` : nothing}`;
  }

  /** Cards that a seat has laid off are shown apart, as on the card of the result. */
  private off(seat: Seat): TemplateResult | typeof nothing {
    const cards = laidOff(this.steps, this.at, seat),
      label = this.words.t("sum.laid_off");
    return cards.length
      ? html`<span class="gt-group off">${drawCards(this, cards, label)}<small
      aria-hidden="true">${label}</small></span>`
      : nothing;
  }

  private backs(count: number): TemplateResult {
    return html`<span class="laid" role="img"
      aria-label=${this.words.n("label.cards", count)}>${Array.from({ length: count }, () =>
        drawCard(this.sprite, "back"))}</span>`;
  }

  private centre(step: Step): TemplateResult {
    const { words } = this,
      isOffer = this.facts.kernel === "conquian";
    const open = words.t(isOffer ? "label.centre" : "label.pile"),
      none = words.t(isOffer ? "label.no_centre" : "label.pile.empty");
    const top = !step.top
      ? none
      : isOffer
        ? `${open}: ${this.say.card(step.top)}`
        : words.t("label.pile.say", { card: this.say.card(step.top) });
    const card = (one: Card | null): TemplateResult =>
      one ? drawCard(this.sprite, one) : html`<span class="gt-empty"></span>`;
    return html`<div class="gt-centre">
      <div class="gt-stack"><div class="gt-pile" role="img"
        aria-label=${words.t("label.stock.say", { count: step.stock })}>${card(step.stock ? "back" : null)}</div>
        <p class="more" aria-hidden="true"><span>${words.t("label.stock")}</span> <span>${step.stock}</span></p></div>
      <div class="gt-stack"><div class="gt-pile" role="img" aria-label=${top}>${card(step.top)}</div>
        <p aria-hidden="true"><span>${open}</span></p></div>
    </div>`;
  }

  /** The melds on the table after the step, each with its player's name. */
  private table(step: Step): TemplateResult | typeof nothing {
    if (!step.table?.length) return nothing;
    return html`<section class="gt-table" aria-label=${this.words.t("label.melds_on_table")}>${step.table.map(
      (meld) =>
        html`<div class="gr-tabled ${meld.by === this.record.players[0] ? "near"
          : "far"}"><small>${this.record.names[meld.by]}</small>${drawCards(this, meld.cards)}</div>`,
    )}</section>`;
  }

  private controls(): TemplateResult {
    const { words, at } = this;
    const last = this.steps.length - 1;
    const where = words.t("replay.step", { n: at + 1, count: last + 1 });
    return html`<div class="gr-controls">
      <div class="gr-buttons">
        ${this.button("replay.first", "|◀", 0, at === 0, "Home")}${this.button("replay.back", "◀", at - 1, at === 0,
          "ArrowLeft")}
        <button type="button" class="gt-verb" aria-keyshortcuts="p"
          @click=${() => this.play()}>${words.t(this.playing ? "replay.pause" : "replay.play")}</button>
        ${this.button("replay.next", "▶", at + 1, at === last, "ArrowRight")}${this.button("replay.last", "▶|", last,
          at === last, "End")}
        ${this.facts.kernel === "gin" && this.isPage
          ? html`<button type="button" class="gt-verb wide" aria-keyshortcuts="k"
          @click=${() => this.go(knockAt(this.steps))}>${words.t("replay.knock")}</button>` : nothing}
      </div>
      <div class="gr-seek"><input type="range" min="0" max=${last} .value=${String(at)}
        aria-label=${words.t("replay.seek")} aria-valuetext=${where}
        @input=${(event: Event) => this.go(Number((event.target as HTMLInputElement).value))}><p>${where}</p></div>
      ${this.facts.kernel === "gin" ? this.graph() : nothing}
    </div>`;
  }

  private button(key: string, sign: string, to: number, off: boolean, shortcut: string): TemplateResult {
    return html`<button type="button" class="gt-verb" aria-label=${this.words.t(key)} aria-keyshortcuts=${shortcut}
      aria-disabled=${off ? "true" : "false"} @click=${() => this.go(to)}>${sign}</button>`;
  }

  /** The deadwood over the deal of the players whose hands are known throughout; the list of steps has the same
   *  figures. */
  private graph(): TemplateResult | typeof nothing {
    const { width, height } = GRAPH;
    const x = this.steps.length > 1 ? (this.at / (this.steps.length - 1)) * width : 0;
    const first = this.steps[0]!,
      last = this.steps[knockAt(this.steps)]!;
    const known = this.record.players.filter((seat) => typeof first.deadwood?.[seat] === "number");
    if (!known.length) return nothing;
    const text = known
      .map((seat) =>
        this.words.t("replay.graph", {
          name: this.record.names[seat],
          from: first.deadwood?.[seat] ?? 0,
          to: last.deadwood?.[seat] ?? 0,
        }),
      )
      .join(" ");
    const shown = crosses(this.steps, this.errors).filter(({ error }) => !this.covered.has(error.seat));
    return html`<div class="gr-over"><svg class="gr-graph" viewBox="0 -2 ${width} ${height + 4}"
      preserveAspectRatio="none" role="img" aria-label=${text}>
      ${known.map((seat, at) => (this.covered.has(seat) ? nothing
        : svg`<polyline class="curve-${"abc"[at]}" points=${curve(this.steps, seat, width, height)} fill="none"
        vector-effect="non-scaling-stroke"></polyline>`))}
      ${svg`<line x1=${x} x2=${x} y1="0" y2=${height} vector-effect="non-scaling-stroke"></line>`}</svg>${shown.length
        ? html`<ul class="gr-errors" aria-label=${this.words.t("replay.errors")}>${shown.map((one) =>
          this.cross(one))}</ul>` : nothing}</div>
      <p class="gr-key" aria-hidden="true">${known.map((seat, at) =>
        html`<span class="key-${"abc"[at]}">${this.record.names[seat]}</span>`)}
        ${shown.length ? html`<span class="key-error">${this.words.t("replay.errors.key")}</span>` : nothing}
        <span>${this.words.t("replay.deadwood")}</span></p>`;
  }

  /** A cross on the graph, which leads to the step. */
  private cross({ error, at, x, y }: ReturnType<typeof crosses>[number]): TemplateResult {
    const text = this.words.t("replay.error", { ...error, name: this.record.names[error.seat] });
    return html`<li><button type="button" class=${at === this.at ? "here" : ""} data-x=${x} data-y=${y} title=${text}
      aria-label=${text} aria-current=${at === this.at ? "step" : nothing} @click=${() => this.go(at)}>×</button></li>`;
  }

  /** The cards that the seat to act, or the seat whose only hand is shown, has not seen; those in the other hand stand
   *  out unless that hand is hidden. */
  private unseen(step: Step): TemplateResult | typeof nothing {
    const {
      words,
      record: { names },
    } = this;
    const open = this.record.players.filter((one) => step.hands[one] && !this.covered.has(one));
    const seat = blind(this.record, step, open);
    if (!seat) return nothing;
    const shown = this.others(seat).filter((one) => open.includes(one));
    const held = shown.flatMap((one) => step.hands[one] ?? []);
    const cards = unseen(this.record, this.at, seat).sort(bySuit);
    const rows = [..."SHCD"].map((one) => cards.filter((card) => suit(card) === one)).filter((row) => row.length);
    return html`<details class="gr-unseen"><summary>${words.t("replay.unseen", { name: names[seat],
      count: cards.length })}</summary>
      ${rows.map((row) => html`<p
        class="gr-suit">${row.map((card) => (held.includes(card) ? html`<b>${short(card)}</b> `
          : html`<span>${short(card)}</span> `))}</p>`)}
      ${held.length && rows.length
        ? html`<p class="gr-held">${words.t("replay.held", { name: shown.map((one) => names[one]).join(", ") })}</p>`
        : nothing}</details>`;
  }

  private sum(): TemplateResult | typeof nothing {
    const { result, names } = this.record;
    if (!result) return nothing;
    const title = result.winner
      ? this.words.t(`sum.title.${result.type}`, { name: names[result.winner] })
      : this.words.t("sum.title.dead");
    const counts =
      result.winner && result.counts
        ? html`<p class="muted">${[result.winner, ...this.others(result.winner)].map((seat) =>
        `${names[seat]} ${result.counts?.[seat]}`).join(" · ")}</p>`
        : nothing;
    return html`<section class="gt-result"><h2>${title}</h2>${counts}
      <ul class="gt-sum">${(this.facts.seating === "two" ? sums
        : moreLines)(result, this.say, this.facts).map((line) => html`<li><span>${line.text}</span> <small
        class="rule">${cite(line.rule)}</small></li>`)}</ul></section>`;
  }
}

customElements.define("gin-replay", GinReplay);

export { replay } from "./deal-panel";
