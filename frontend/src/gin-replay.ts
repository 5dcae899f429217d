/** <gin-replay>: a finished deal, step by step; the list of steps that the server wrote stays and follows along. */

import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { curve, knockAt, laid, stepNamed, type DealRecord, type Step } from "./deal-record";
import { lines } from "./result-lines";
import { drawCard, drawCards } from "./scene";
import { Sentences } from "./sentences";
import { Strings } from "./strings";
import { other, type Seat } from "./table-view";

const SPEED = 1400;
const GRAPH = { width: 300, height: 60 };

export class GinReplay extends LitElement {
  private record!: DealRecord;
  private words!: Strings;
  say!: Sentences;
  sprite = "";
  private at = 0;
  private covered = new Set<Seat>();
  private playing: ReturnType<typeof setInterval> | undefined;
  private note = "";

  override createRenderRoot(): HTMLElement { return this; }

  override connectedCallback(): void {
    this.record = JSON.parse(document.getElementById(this.dataset["record"] ?? "")?.textContent ?? "null") as DealRecord;
    this.sprite = this.dataset["sprite"] ?? "";
    this.words = Strings.ofPage();
    this.say = new Sentences(this.words, this.record.names, null);
    document.documentElement.dataset["cards"] = localStorage.getItem("undercut.cards") ?? "two";
    this.replaceChildren();
    this.fromAddress();
    super.connectedCallback();
    window.addEventListener("hashchange", this.fromAddress);
    document.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
    window.removeEventListener("hashchange", this.fromAddress);
    document.removeEventListener("keydown", this.onKey);
  }

  private get steps(): readonly Step[] { return this.record.steps; }

  private readonly fromAddress = (): void => {
    if (!location.hash) return;
    const found = stepNamed(location.hash, this.steps);
    this.note = found === null && /^#(step-)?\d+$/.test(location.hash) ? this.words.t("replay.unknown", { n: location.hash.replace(/\D/g, "") }) : "";
    this.at = found ?? this.at;
    this.requestUpdate();
  };

  private go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    this.note = "";
    history.replaceState(null, "", `#${this.steps[this.at]?.n ?? 1}`);
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
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest("input, select, textarea")) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length - 1, k: knockAt(this.steps) }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  };

  override updated(): void {
    const n = this.steps[this.at]?.n;
    for (const item of document.querySelectorAll("[data-step]")) {
      const here = item.getAttribute("data-step") === String(n);
      item.toggleAttribute("data-here", here);
      if (here) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
      const list = item.parentElement;
      if (here && list) list.scrollTop = Math.max(0, (item as HTMLElement).offsetTop - list.clientHeight / 2);
    }
  }

  override render(): TemplateResult | typeof nothing {
    const step = this.steps[this.at];
    if (!step) return nothing;
    return html`<div class="felt">
        ${this.note ? html`<p class="gt-status">${this.note}</p>` : nothing}
        ${this.seat("B", step)}
        ${this.centre(step)}
        <p class="gt-last" role="status">${step.text}</p>
        ${this.seat("A", step)}
        ${this.controls()}
      </div>
      ${this.at >= knockAt(this.steps) ? this.sum() : nothing}`;
  }

  private seat(seat: Seat, step: Step): TemplateResult {
    const hidden = this.covered.has(seat);
    const hand = step.hands[seat];
    const spread = laid(hand);
    const name = this.record.names[seat];
    return html`<section class="gr-seat ${step.seat === seat ? "on-move" : ""}" aria-label=${name}>
      <p class="gr-name"><strong>${name}</strong>
        ${this.record.dealer === seat ? html`<span class="chip">${this.words.t("label.dealer")}</span>` : nothing}
        ${hidden ? nothing : html`<span>${this.words.t("label.deadwood", { count: step.deadwood[seat] })}</span>`}
        <button type="button" class="chip-button" aria-pressed=${hidden ? "true" : "false"} @click=${() => this.hide(seat)}>${this.words.t("replay.hide", { name })}</button></p>
      ${hidden ? html`<div class="gr-cards"><span class="laid" role="img" aria-label=${this.words.n("label.cards", hand.length)}>${hand.map(() => drawCard(this.sprite, "back"))}</span></div>`
        : html`<div class="gr-cards">${spread.melds.map((meld, i) => html`<span class="gr-meld m${i % 3}">${drawCards(this, meld)}</span>`)}
          ${spread.loose.length ? html`<span class="gr-loose">${drawCards(this, spread.loose)}</span>` : nothing}</div>`}
    </section>`;
  }

  private centre(step: Step): TemplateResult {
    const { words } = this;
    const top = step.top ? words.t("label.pile.say", { card: this.say.card(step.top) }) : words.t("label.pile.empty");
    return html`<div class="gt-centre">
      <div class="gt-stack"><div class="gt-pile" role="img" aria-label=${words.t("label.stock.say", { count: step.stock })}>${drawCard(this.sprite, "back")}</div>
        <p aria-hidden="true"><span>${words.t("label.stock")}</span> <span>${step.stock}</span></p></div>
      <div class="gt-stack"><div class="gt-pile" role="img" aria-label=${top}>${step.top ? drawCard(this.sprite, step.top) : html`<span class="gt-empty"></span>`}</div>
        <p aria-hidden="true"><span>${words.t("label.pile")}</span></p></div>
    </div>`;
  }

  private controls(): TemplateResult {
    const { words, at } = this;
    const last = this.steps.length - 1;
    const where = words.t("replay.step", { n: at + 1, count: last + 1 });
    return html`<div class="gr-controls">
      ${this.graph()}
      <input type="range" min="0" max=${last} .value=${String(at)} aria-label=${words.t("replay.seek")} aria-valuetext=${where}
        @input=${(event: Event) => this.go(Number((event.target as HTMLInputElement).value))}>
      <div class="gr-buttons">
        ${this.button("replay.first", "|◀", 0, at === 0)}${this.button("replay.back", "◀", at - 1, at === 0)}
        <button type="button" class="gt-verb" @click=${() => this.play()}>${words.t(this.playing ? "replay.pause" : "replay.play")}</button>
        ${this.button("replay.next", "▶", at + 1, at === last)}${this.button("replay.last", "▶|", last, at === last)}
        <button type="button" class="gt-verb wide" @click=${() => this.go(knockAt(this.steps))}>${words.t("replay.knock")}</button>
      </div>
      <p class="gt-note">${where}</p>
    </div>`;
  }

  private button(key: string, sign: string, to: number, off: boolean): TemplateResult {
    return html`<button type="button" class="gt-verb" aria-label=${this.words.t(key)} aria-disabled=${off ? "true" : "false"} @click=${() => this.go(to)}>${sign}</button>`;
  }

  /** Deadwood of both over the deal; the same figures stand in the list of steps. */
  private graph(): TemplateResult {
    const { width, height } = GRAPH;
    const x = this.steps.length > 1 ? (this.at / (this.steps.length - 1)) * width : 0;
    const first = this.steps[0]!, last = this.steps[knockAt(this.steps)]!;
    const text = (["A", "B"] as const).map((seat) => this.words.t("replay.graph", { name: this.record.names[seat], from: first.deadwood[seat], to: last.deadwood[seat] })).join(" ");
    return html`<svg class="gr-graph" viewBox="0 -2 ${width} ${height + 4}" preserveAspectRatio="none" role="img" aria-label=${text}>
      ${(["A", "B"] as const).filter((seat) => !this.covered.has(seat)).map((seat) => svg`<polyline class="curve-${seat.toLowerCase()}" points=${curve(this.steps, seat, width, height)} fill="none" vector-effect="non-scaling-stroke"></polyline>`)}
      ${svg`<line x1=${x} x2=${x} y1="0" y2=${height} vector-effect="non-scaling-stroke"></line>`}</svg>
      <p class="gr-key" aria-hidden="true">${(["A", "B"] as const).map((seat) => html`<span class="key-${seat.toLowerCase()}">${this.record.names[seat]}</span>`)} <span>${this.words.t("replay.deadwood")}</span></p>`;
  }

  private sum(): TemplateResult | typeof nothing {
    const { result, names } = this.record;
    if (!result) return nothing;
    const title = result.winner ? this.words.t(`sum.title.${result.type}`, { name: names[result.winner] }) : this.words.t("sum.title.dead");
    const counts = result.winner && result.counts ? html`<p class="muted">${names[result.winner]} ${result.counts[result.winner]} · ${names[other(result.winner)]} ${result.counts[other(result.winner)]}</p>` : nothing;
    return html`<section class="gt-result"><h2>${title}</h2>${counts}
      <ul class="gt-sum">${lines(result, this.words).map((line) => html`<li><span>${line.text}</span> <small class="rule">${line.rule}</small></li>`)}</ul></section>`;
  }
}

customElements.define("gin-replay", GinReplay);
