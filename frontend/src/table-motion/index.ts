/** Flying cards: a chunk beside <gin-table>, which draws its final state at once and does not know about it. Only
 *  pictures move (transform and opacity), so that every button is already in its final place; the next drawing ends all
 *  motion. Nothing moves for viewers who asked for less motion, or who look at an earlier moment. */

import { picture } from "../shared/cards";
import { el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import type { TableEvent } from "../shared/table-view";
import { flights, MS, type Flight, type Place, type Seen } from "./flights";

const EASE: Record<Flight["kind"], string> = {
  sort: "cubic-bezier(.2,.8,.2,1)",
  draw: "cubic-bezier(.22,.8,.26,1)",
  throw: "cubic-bezier(.3,.7,.2,1)",
  take: "cubic-bezier(.3,.7,.2,1)",
  deal: "ease-out",
  lay: "cubic-bezier(.2,.8,.2,1)",
};
const COUNTING = 380; // ms in which the score of a deal counts up

class Motion {
  private before: Seen | null = null;
  private view: unknown;
  private kept: unknown;
  private isNew = false;
  private frame = 0;
  private stage = "";
  private events: TableEvent[] = [];
  private running: Animation[] = [];
  private readonly flying = new WeakMap<SVGElement, Animation>();
  private counting = 0;
  private readonly less = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly air = el("div", { class: "gt-air", "aria-hidden": "true" });

  constructor(private readonly table: GinTable) {
    const changed = table.changed.bind(table);
    table.changed = (events, change, clock, fresh) => {
      this.events.push(...events);
      changed(events, change, clock, fresh);
    };
    table.addController({ hostUpdate: () => this.look(), hostUpdated: () => this.soon() });
    document.body.append(this.air);
    addEventListener("resize", () => this.stop()); // what flies goes to where it was to lie before
  }

  private get isStill(): boolean {
    return this.less.matches || document.hidden || this.table.hasAttribute("data-back");
  }

  /** Cards fly only after an event or a new order of the hand; otherwise the positions are not measured. Of several
   *  drawings between two frames, only the positions before the first count. */
  private look(): void {
    const { view, kept } = this.table,
      isOther = view !== this.view || kept !== this.kept;
    if (view !== this.view) this.isNew = true;
    [this.view, this.kept] = [view, kept];
    if (this.before || !isOther || this.isStill) return;
    [this.before, this.stage] = [this.seen(this.events), stage()];
  }

  /** The positions afterwards are measured in the frame that shows them, when the browser computes them anyway. */
  private soon(): void {
    if (!this.before) this.events = [];
    else if (!this.frame) this.frame = requestAnimationFrame(() => this.move());
  }

  /** The position of everything; the fan is that of the acting player, or the far one if that is oneself. */
  private seen(events: readonly TableEvent[]): Seen {
    const isNear = events.find((event) => event.seat)?.seat === this.table.near;
    const at = (css: string): Place | null => {
      const found = this.table.querySelector(`.felt ${css}`);
      return found && place(found);
    };
    const cards = new Map<string, Place>();
    for (const svg of this.pictures()) {
      const card = faceOf(svg),
        where = place(svg);
      if (card !== "back" && where) cards.set(card, where);
    }
    return {
      cards,
      stock: at(".stock .card"),
      pile: at(":is(.discards, .offer) .card"),
      waste: at(".waste .card"),
      fan: (isNear ? at(".gt-low .card") : null) ?? at(".gt-backs .card:nth-of-type(5)") ?? at(".gt-backs .card"),
    };
  }

  private pictures(): SVGElement[] {
    return [...this.table.querySelectorAll<SVGElement>(".felt svg.card")];
  }

  private move(): void {
    const { before, events, isNew } = this;
    [this.before, this.events, this.isNew, this.frame] = [null, [], false, 0];
    if (!before || this.isStill || stage() !== this.stage) return;
    const dragged = this.table.querySelector(".gt-card[data-drag]");
    if (isNew) this.stop();
    const after = this.seen(events),
      found = dragged ? [] : flights(before, after, events, this.table.me);
    if (!found.length) return;
    const pictures = new Map(this.pictures().map((svg) => [faceOf(svg), svg]));
    for (const flight of found) {
      const svg = pictures.get(flight.card);
      const away = flight.to ?? after.fan;
      if (flight.to && svg) this.land(svg, flight, flight.to);
      else if (away) this.leave(flight, away);
    }
    if (events.some((event) => event.e === "deal_scored")) this.count();
  }

  /** Moves the picture from its old place to its new one. */
  private land(svg: SVGElement, { from, kind, delay }: Flight, to: Place): void {
    const [dx, dy, scale] = [from.x - to.x, from.y - to.y, from.width / to.width];
    const start = `translate(${dx}px, ${dy}px) scale(${scale})`;
    const turned = `translate(${(dx + to.width) / 2}px, ${dy / 2}px) scale(0, ${(1 + scale) / 2})`;
    const isTurned = kind === "draw",
      twist = kind === "throw" ? " rotate(-4deg)" : "";
    const frames: Keyframe[] = isTurned
      ? [{ transform: turned, opacity: 0 }, { transform: turned, opacity: 1, offset: 0.45 }, { transform: "none" }]
      : [{ transform: start + twist }, { transform: "none" }];
    this.run(svg, frames, kind, delay);
    const edge = `translate(${(from.width - dx) / 2}px, ${-dy / 2}px) scale(0, 1)`;
    if (isTurned) this.fly("back", from, [{ transform: "none" }, { transform: edge }], kind, MS[kind] * 0.45, delay);
  }

  /** Moves a copy to the hand across the table, or to the waste. */
  private leave({ card, from, kind, delay }: Flight, to: Place): void {
    const end = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.width / from.width})`;
    const frames = [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: end, opacity: 0 }];
    this.fly(card, from, frames, kind, MS[kind], delay);
  }

  private fly(card: string, at: Place, frames: Keyframe[], kind: Flight["kind"], ms: number, delay: number): void {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"),
      use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("class", "card");
    svg.setAttribute("viewBox", "0 0 100 140");
    use.setAttribute("href", `${this.table.sprite}#${picture(card)}`);
    svg.append(use);
    for (const [name, value] of [["x", at.x], ["y", at.y], ["w", at.width]] as const)
      svg.style.setProperty(`--${name}`, `${value}px`);
    this.air.append(svg);
    const gone = this.run(svg, frames, kind, delay, ms);
    const clear = (): void => svg.remove();
    gone.finished.then(clear, clear);
  }

  private run(svg: SVGElement, frames: Keyframe[], kind: Flight["kind"], delay: number, ms = MS[kind]): Animation {
    const made = svg.animate(frames, { duration: ms, delay, easing: EASE[kind], fill: "backwards" });
    made.id = `gt-${kind}`;
    this.running.push(made);
    // what flies past something that is pressed is not in its way; told by the styles, for of the motion itself the
    // browser draws by what has no part in it only what is moved or made transparent
    svg.dataset["flies"] = "";
    this.flying.set(svg, made);
    const landed = (): void => {
      if (this.flying.get(svg) === made) delete svg.dataset["flies"];
    };
    made.finished.then(landed, landed);
    return made;
  }

  /** Ends all flights: everything is at its destination. */
  private stop(): void {
    for (const one of this.running) one.cancel();
    this.running = [];
    this.air.replaceChildren();
    this.counting += 1;
  }

  /** Figures of the result count up; screen readers get the final ones at once, because they read another text. */
  private count(): void {
    const turn = ++this.counting,
      began = performance.now();
    const figures = [...this.table.querySelectorAll<HTMLElement>("[data-count]")];
    const step = (now: number): void => {
      const share = turn === this.counting ? Math.min(1, (now - began) / COUNTING) : 1;
      for (const one of figures) {
        // into the text that Lit has put there: it writes the next figure into the same
        const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
        if (text) text.nodeValue = String(Math.round(Number(one.dataset["count"]) * share));
      }
      if (share < 1) requestAnimationFrame(step);
    };
    if (figures.length) step(began);
  }
}

/** The position of the window on the page; positions measured in another window do not count. */
const stage = (): string => [innerWidth, innerHeight, scrollX, scrollY].join(" ");

const faceOf = (svg: Element): string =>
  svg.querySelector("use")?.getAttribute("href")?.split("#")[1]?.split("-")[0] ?? "";

/** The upper left corner and the width of the card as it is seen now; for a turned card, those of its box. Null while
 *  it is hidden: then nothing flies there or from there. */
function place(found: Element): Place | null {
  const { left, top, width } = found.getBoundingClientRect();
  return width ? { x: left, y: top, width } : null;
}

void customElements.whenDefined("gin-table").then(() => {
  const table = document.querySelector<GinTable>("gin-table");
  if (table) new Motion(table);
});
