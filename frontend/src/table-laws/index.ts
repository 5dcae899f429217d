/** The laws at a table: objections and admissions, choices, seen cards, rulings, the director. It stands beside
 *  <gin-table>, which does not know about it. */

import { callApi } from "../shared/fetching/site-api";
import { timeOfDay } from "../shared/clock-face";
import { picture, short, type Card } from "../shared/cards";
import { button, el, ruled, type Inside } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import { spotOfRuling } from "../shared/table/slip";
import { suitSigns } from "../shared/games/result-lines";
import { signed } from "../shared/strings";
import { mayErr, type Action, type Seat, type TableEvent, type View } from "../shared/table-view";

interface LawEvent extends TableEvent {
  irr?: string;
  offender?: Seat | null;
  remedy?: string;
  choice?: string;
  n?: number;
  ms?: number;
  column?: string;
}
interface LawView extends View {
  rows?: { cards: Card[]; offender: Seat; right_of: Seat | null }[];
  effects?: { kind: string; seat: Seat; irr: string }[];
  choices?: string[];
  waiting?: Seat[];
  frozen?: boolean;
}
interface Ruling {
  id: string;
  rule: string;
  words: string;
  reason: string;
  taken_back: boolean;
  may_appeal: boolean;
  appeals_until: string;
  appeal: string;
}
interface Desk {
  call: { state: string; words: string; outcome: string } | null;
  rulings: Ruling[];
}

const OPENS = ["draw_stock", "draw_discard"];
const CLAIMS = { object: "o", admit: "j" } as const;
const SLIPS = ["peek_stock", "look_discards", "touch_stock"];
const POLL = 5000;

class Laws {
  private readonly strip = el("section", { class: "gt-law" });
  private readonly wide = new WeakMap<Action[], Action[]>();
  private drawn = "";
  private ruling = "";
  private turns = 0;

  constructor(private readonly table: GinTable) {
    const changed = table.changed.bind(table);
    table.changed = (events, ...rest) => {
      this.rule(events);
      changed(events, ...rest);
      this.lay(events);
    };
    const told = table.say.event.bind(table.say);
    table.say.event = (event, spoken) => this.line(event as LawEvent, spoken === true) ?? told(event, spoken);
    table.addController({ hostUpdate: () => this.open(), hostUpdated: () => this.draw() });
    table.addEventListener("keydown", (event) => this.key(event));
    table.requestUpdate();
  }

  private get view(): LawView {
    return this.table.view as LawView;
  }
  private t(key: string, params: Record<string, string | number> = {}): string {
    return this.table.words.t(`law.${key}`, params);
  }
  private has(verb: string): boolean {
    return this.table.active && mayErr(this.view, verb);
  }

  /** A ruling is shown over the table until each player has thrown once more, or cards are dealt. */
  private rule(events: TableEvent[]): void {
    for (const event of events) {
      if (event.e === "ruled") [this.ruling, this.turns] = [this.line(event, false) ?? "", 0];
      else if (event.e === "discarded") this.turns += 1;
      if (event.e === "dealt" || this.turns >= this.playing()) this.ruling = "";
    }
  }

  /** A ruling is also shown as a slip at what it is about, until something else happens. */
  private lay(events: TableEvent[]): void {
    const { table, ruling } = this;
    const { irr = "", offender } = (events.filter((event) => event.e === "ruled").at(-1) ?? { e: "" }) as LawEvent;
    if (!irr || !ruling) return;
    const isOwn = !!offender && offender === table.me;
    table.remark(ruling, spotOfRuling(irr, isOwn, offender ? table.names[offender] : ""), true);
  }

  /** How many play at this board: of teams two, of others all who do not wait. */
  private playing(): number {
    const { board, counts, waiting = [] } = this.view as LawView & { board?: number | null };
    return board === null || board === undefined ? Object.keys(counts).length - waiting.length : 2;
  }

  /** The verbs that let a player err stay enabled: they join the lawful ones just before the table draws itself. */
  private open(): void {
    const { view } = this;
    const plain = this.wide.get(view.actions ?? []) ?? view.actions ?? [];
    const taken = this.has("discard") && view.taken?.card ? [{ do: "discard", card: view.taken.card }] : [];
    const more: Action[] = [...taken, ...OPENS.filter((verb) => this.has(verb)).map((verb) => ({ do: verb }))];
    if (!more.length && plain === (view.actions ?? [])) return;
    const all = more.length ? [...plain, ...more] : plain;
    if (more.length) this.wide.set(all, plain);
    this.table.view = { ...view, actions: all };
  }

  /** What happened under a law, in a sentence to read or to hear; null for what the table announces itself. */
  private line(event: LawEvent, spoken: boolean): string | null {
    const seat = event.e === "ruled" ? event.offender : event.seat;
    const named = (card: Card): string => (spoken ? this.table.say.card(card) : short(card));
    const cards = Array.isArray(event.cards) ? event.cards.map(named).join(", ") : "";
    const said = {
      name: seat ? this.table.say.name(seat) : "",
      irr: event.irr ?? "",
      cards,
      count: event.n ?? "",
      points: typeof event.points === "number" ? signed(event.points) : "",
      card: event.card ? named(event.card) : "",
      seconds: Math.round((event.ms ?? 0) / 1000),
      column: this.column(event.column ?? "", spoken),
      remedy: this.t(`remedy.${event.remedy ?? ""}`),
      choice: event.choice ? this.t(`choice.${event.choice}`) : "",
    };
    const key = this.sentenceOf(event, seat);
    if (!key || !this.table.words.has(`law.ev.${key}`)) return null;
    return this.table.words.t(seat ? this.table.say.form(`law.ev.${key}`, seat) : `law.ev.${key}`, said);
  }

  /** The sentence for an event; empty for one that the table describes itself. */
  private sentenceOf(event: LawEvent, seat: Seat | null | undefined): string {
    if (event.e === "knocked") return event.count === null && event.how === "knock" ? "knocked" : "";
    if (event.e === "ruled" && !seat) return "ruled.nobody";
    return event.e === "adjusted" && event.column ? "adjusted_column" : event.e;
  }

  /** A column of the sheet (IRR-35): its number, or its suit as a word or a sign. */
  private column(name: string, spoken: boolean): string {
    const { words } = this.table;
    if (!words.has(`suit.${name}`)) return name;
    return spoken ? words.t(`suit.${name}`) : suitSigns(name);
  }

  private key(event: KeyboardEvent): void {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.target as Element).closest("dialog, input, select, textarea")
    )
      return;
    const button = this.strip.querySelector<HTMLElement>(`[data-law="${CSS.escape(event.key)}"]`);
    if (button) {
      event.preventDefault();
      button.click();
    }
  }

  private draw(): void {
    const felt = this.table.querySelector(".felt");
    if (felt && this.strip.parentElement !== felt) {
      felt.prepend(this.strip);
      this.table.mark();
    }
    const { view } = this;
    const now = JSON.stringify([
      view.rows,
      view.effects,
      view.choices,
      view.tries,
      view.frozen,
      view.faced,
      view.phase,
      view.spread,
      this.ruling,
      this.table.active,
      this.table.chosen,
      view.over,
    ]);
    if (now === this.drawn) return;
    this.drawn = now;
    const focus = (document.activeElement as HTMLElement | null)?.dataset["law"];
    const parts = view.over ? [] : [...this.notices(), ...this.lying(), ...this.buttons(), ...this.menu()];
    this.strip.replaceChildren(...parts);
    this.strip.hidden = !parts.length;
    if (focus) this.strip.querySelector<HTMLElement>(`[data-law="${focus}"]`)?.focus();
  }

  private notices(): HTMLElement[] {
    const frozen = this.view.frozen ? [el("p", { class: "gt-stop" }, this.t("frozen"))] : [];
    const effects = (this.view.effects ?? []).filter((one) => this.table.words.has(`law.effect.${one.kind}`));
    const told = this.ruling ? [el("p", { class: "gt-ruling" }, this.ruling)] : [];
    return [
      ...frozen,
      ...told,
      ...effects.map((one) =>
        el("p", {}, `${this.table.say.about(`law.effect.${one.kind}`, one.seat)} `, ruled(one.irr)),
      ),
    ];
  }

  /** Hands laid open before the deal is scored, and stock cards that were seen. */
  private lying(): HTMLElement[] {
    const { spread, faced, rows, phase, actions } = this.view;
    const open =
      spread && (phase === "showdown" || phase === "choice")
        ? [this.cards(this.table.say.about("law.laid", spread.seat), [...spread.melds, spread.deadwood])]
        : [];
    const faces =
      phase === "done"
        ? []
        : Object.entries(faced ?? {}).filter(([seat]) => seat !== this.table.me && seat !== spread?.seat);
    const seen = (rows ?? []).map((row) => {
      const shown = this.cards(row.right_of ? this.table.say.about("law.row", row.right_of) : this.t("row.nobody"), [
        row.cards,
      ]);
      const take = (actions ?? []).filter(
        (one) => one.do === "draw_exposed" && one.card && row.cards.includes(one.card),
      );
      shown.append(
        ...take.map((one) =>
          this.button("", this.t("take", { card: this.table.say.card(one.card!) }), () => this.table.perform(one)),
        ),
      );
      return shown;
    });
    return [
      ...open,
      ...faces.map(([seat, cards]) =>
        this.cards(this.t("faced", { name: this.table.names[seat as Seat] }), [cards!]),
      ),
      ...seen,
    ];
  }

  private cards(label: string, groups: Card[][]): HTMLElement {
    const all = groups
      .flat()
      .map((card) => this.table.say.card(card))
      .join(", ");
    const drawn = groups
      .filter((group) => group.length)
      .map((group) => {
        const laid = el("span", { class: "laid" });
        laid.innerHTML = group
          .map(
            (card) =>
              `<svg class="card" viewBox="0 0 100 140" aria-hidden="true" focusable="false">` +
              `<use href="${this.table.sprite}#${picture(card)}"></use></svg>`,
          )
          .join("");
        return laid;
      });
    return el(
      "div",
      { class: "gt-seen" },
      el("p", {}, label),
      el("div", { class: "cluster", role: "img", "aria-label": `${label}: ${all}` }, ...drawn),
    );
  }

  /** The objections and choices of this seat now; each is confirmed before it is sent. */
  private buttons(): HTMLElement[] {
    const choices = this.table.active ? (this.view.choices ?? []) : [];
    const claims = (Object.keys(CLAIMS) as (keyof typeof CLAIMS)[]).filter((verb) => this.has(verb));
    const made = [
      ...choices.map((choice, at) => this.asked(String(at + 1), choice, { do: choice })),
      ...claims.map((verb) => this.asked(CLAIMS[verb], verb, { do: verb })),
    ];
    return made.length
      ? [
          ...(choices.length ? [el("p", { role: "status" }, this.t("choose"))] : []),
          el("p", { class: "cluster" }, ...made),
        ]
      : [];
  }

  private menu(): HTMLElement[] {
    const lift =
      this.table.facts.kernel === "conquian"
        ? this.asked.bind(this, "", "turn_two", { do: "peek_stock", n: 2 } as Action)
        : this.asked.bind(this, "", "peek_stock", { do: "peek_stock", n: 1 } as Action);
    const slips = SLIPS.filter((verb) => this.has(verb)).map((verb) =>
      verb === "peek_stock" ? lift() : this.asked("", verb, { do: verb }),
    );
    const { chosen } = this.table;
    if (chosen && this.has("show_card")) slips.push(this.asked("", "show_card", { do: "show_card", card: chosen }));
    return slips.length
      ? [el("details", {}, el("summary", {}, this.t("menu")), el("p", { class: "cluster" }, ...slips))]
      : [];
  }

  private asked(key: string, name: string, action: Action): HTMLElement {
    const label = this.t(`choice.${name}`);
    return this.button(key, label, () => this.table.ask({ label, text: this.t(`ask.${name}`), action }));
  }

  private button(key: string, label: string, act: () => void): HTMLElement {
    return button(
      { class: "gt-verb", ...(key ? { "data-law": key, "aria-keyshortcuts": key, title: key } : {}) },
      label,
      act,
    );
  }
}

/** The button to call the director and the ruling, in a panel of their own. */
class Director {
  private readonly panel = el("section", { class: "panel", id: "gt-director" });
  private seen = "";

  constructor(
    private readonly table: GinTable,
    private readonly url: string,
  ) {
    table.addController({
      hostUpdated: () => {
        const side = table.querySelector(".gt-side");
        if (side && this.panel.parentElement !== side) side.append(this.panel);
      },
    });
    table.requestUpdate();
    void this.ask();
    setInterval(() => {
      if (!document.hidden && !table.view.over) void this.ask();
    }, POLL);
  }

  private t(key: string, params: Record<string, string> = {}): string {
    return this.table.words.t(`law.${key}`, params);
  }

  /** Ask for the state of the desk, or send it what a player says. Returns whether the desk has answered; a refusal or
   *  a lost message is shown, so that the player can send it again. */
  private async ask(act = "", body?: Record<string, string>): Promise<boolean> {
    const answer = await callApi<Desk>(`${this.url}${act}`, body);
    const isHeard = !!answer && "body" in answer;
    if (isHeard) this.show(answer.body);
    if (body) this.table.remark(isHeard ? "" : (answer?.refused ?? this.table.words.t("again.lost")));
    return isHeard;
  }

  private show(desk: Desk): void {
    const now = JSON.stringify(desk);
    if (
      now === this.seen ||
      (this.seen && this.panel.contains(document.activeElement) && (document.activeElement as HTMLInputElement).value)
    )
      return;
    this.seen = now;
    const { call, rulings } = desk;
    const parts: Inside[] = [el("h2", {}, this.t("director"))];
    if (call)
      parts.push(el("p", { role: "status" }, this.t(`call.${call.state}`), call.outcome ? ` ${call.outcome}` : ""));
    if (!this.table.view.over && (!call || call.state === "handled"))
      parts.push(this.form("call", this.t("call.why"), this.t("call"), (words) => this.ask("/call", { words })));
    if (rulings.length) parts.push(el("ul", { class: "stack" }, ...rulings.map((one) => this.ruling(one))));
    this.panel.replaceChildren(...parts);
  }

  private ruling(one: Ruling): HTMLElement {
    const said = one.taken_back
      ? [el("span", { class: "badge warn" }, this.t("taken_back")), " ", el("del", {}, one.words)]
      : [el("strong", {}, one.words)];
    const made = el("li", {}, ...said, ` ${one.reason} `, ruled(one.rule || "§15"));
    if (one.appeal) made.append(el("p", {}, one.appeal));
    if (one.may_appeal)
      made.append(
        el(
          "details",
          {},
          el("summary", {}, this.t("appeal", { time: timeOfDay(new Date(one.appeals_until)) })),
          this.form(`appeal-${one.id}`, this.t("appeal.why"), this.t("appeal.send"), (words) =>
            this.ask("/appeal", { ruling: one.id, words }),
          ),
        ),
      );
    return made;
  }

  private form(id: string, label: string, button: string, send: (words: string) => Promise<boolean>): HTMLElement {
    const input = el("input", { id: `gt-${id}`, maxlength: "300", autocomplete: "off" }) as HTMLInputElement;
    const made = el(
      "form",
      { class: "form" },
      el("div", {}, el("label", { for: `gt-${id}` }, label), input),
      el("p", { class: "actions" }, el("button", { class: "button small", type: "submit" }, button)),
    );
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = input.value;
      input.value = "";
      void send(words).then((isSaid) => {
        if (!isSaid) input.value ||= words;
      });
    });
    return made;
  }
}

void customElements.whenDefined("gin-table").then(() => {
  const table = document.querySelector<GinTable>("gin-table");
  if (!table) return;
  new Laws(table);
  const url = table.dataset["director"];
  if (url) new Director(table, url);
});
