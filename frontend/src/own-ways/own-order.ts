/** The player's own order of the hand: by drag, by choosing a card and a gap, with Undo, and the next arrangement. */

import type { Card } from "../shared/cards";
import { button, change, el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import { isUp } from "./gestures";
import { gapAt, gaps, lies, steps, type Box, type Gap } from "./hand-gaps";
import { move, type Kept } from "../shared/hand/hand-order";
import { bestSpreads } from "../shared/melds";
import { legal, type Aids, type View } from "../shared/table-view";
import { plans } from "./ahead-marks";
import { noClick, throwable, throwCard } from "./throwing";

const FAR = 8; // px that a pointer moves before a press is a drag
const MOST_UNDONE = 20;

interface Drag {
  card: Card;
  at: number;
  x: number;
  y: number;
  pointer: number;
  boxes: Box[];
  order: string;
  gap: Gap | null;
  onPile: boolean;
  since: number;
  isUp: boolean;
  began: boolean;
}

const box = (element: Element): Box => element.getBoundingClientRect();
const same = (melds: readonly Card[][]): string =>
  melds
    .map((meld) => [...meld].sort().join())
    .sort()
    .join("|");

export class OwnOrder {
  private drag: Drag | null = null;
  private placing = false;
  private readonly before: Kept[] = [];
  private wished = "";
  private ways: Aids[] = [];
  private readonly bar = el("span", { class: "gt-gap", "aria-hidden": "true" });
  private readonly places = el("div", { class: "gt-gaps", role: "group" });
  private readonly put: HTMLElement;
  private readonly back: HTMLElement;
  private readonly next: HTMLElement;

  constructor(private readonly table: GinTable) {
    const chip = (name: string, act: () => void): HTMLElement =>
      button({ class: "chip-button" }, table.words.t(name), act);
    this.put = chip("order.put", () => {
      this.placing = !this.placing;
      table.requestUpdate();
    });
    this.put.classList.add("gt-put");
    this.put.setAttribute("popovertargetaction", "hide");
    this.back = chip("order.undo", () => this.undo());
    this.next = chip("order.next", () => this.turn());
    this.places.setAttribute("aria-label", table.words.t("order.gaps"));
    this.remember();
    table.addController({ hostUpdate: () => this.arrange(), hostUpdated: () => this.draw() });
    table.addEventListener("pointerdown", (event) => this.press(event));
    table.addEventListener(
      "touchmove",
      (event) => {
        // not by touch-action: to change that has the style of every part of every card looked up
        const { drag } = this;
        if (drag && (drag.began || (this.throws && event.touches.length === 1)) && event.cancelable)
          event.preventDefault();
      },
      { passive: false },
    );
    window.addEventListener("keydown", (event) => this.escape(event), true);
    window.addEventListener("scroll", () => this.end(false), { passive: true });
  }

  /** Puts the previous order on the Undo stack; announces the new place of a moved card. */
  private remember(): void {
    const { table } = this,
      keep = table.keep.bind(table),
      shift = table.shift.bind(table);
    table.keep = (kept) => {
      this.before.push(table.kept);
      this.before.splice(0, this.before.length - MOST_UNDONE);
      keep(kept);
    };
    table.shift = (by) => {
      const card = table.chosen;
      shift(by);
      if (card) this.tell(card);
    };
  }

  private undo(): void {
    const kept = this.before.pop();
    if (!kept) return;
    this.table.keep(kept);
    this.before.pop();
    this.table.speak(this.table.words.t("order.undone"));
  }

  private tell(card: Card): void {
    const { table } = this;
    table.speak(
      table.words.t("order.moved", {
        card: table.say.card(card),
        place: table.order.indexOf(card) + 1,
        count: table.order.length,
      }),
    );
  }

  private into(card: Card, at: number): void {
    const { table } = this,
      from = table.order.indexOf(card),
      by = steps(from, at);
    this.placing = false;
    if (by) {
      const own = move(table.order, card, by);
      table.reach(own.indexOf(card));
      table.keep({ sorting: "own", own });
      this.tell(card);
    }
    table.requestUpdate();
  }

  // ---- arrangements of equal deadwood (GIN-14)

  /** Before the table draws itself: restore the arrangement that the player chose, as long as the hand still has it. */
  private arrange(): void {
    const { view } = this.table,
      aids = view.aids;
    if (!aids?.melds || !view.hand || this.table.facts.kernel === "conquian") {
      this.ways = [];
      return;
    }
    if (!this.ways.includes(aids)) this.ways = this.found(view, aids);
    const wished = this.ways.find((way) => same(way.melds ?? []) === this.wished) ?? this.ways[0]!;
    if (wished !== aids) this.table.view = { ...view, aids: wished };
  }

  private found(view: View, aids: Aids): Aids[] {
    const spreads = bestSpreads(view.hand ?? []).filter((spread) => spread.deadwood === aids.deadwood);
    const others = spreads.filter((spread) => same(spread.melds) !== same(aids.melds ?? []));
    return [aids, ...others.map((spread) => ({ ...aids, melds: spread.melds, loose: spread.loose }))];
  }

  private turn(): void {
    const { table } = this,
      at = this.ways.indexOf(table.view.aids!) + 1,
      way = this.ways[at % this.ways.length];
    if (!way) return;
    this.wished = same(way.melds ?? []);
    if (table.sorting !== "melds") table.sort("melds");
    table.requestUpdate();
    table.speak((way.melds ?? []).map((meld) => meld.map((card) => table.say.card(card)).join(", ")).join("; "));
  }

  // ---- what stands at the hand

  private draw(): void {
    const { table } = this,
      tools = table.querySelector(".gt-sort"),
      hand = table.querySelector(".gt-hand");
    if (this.drag && this.drag.order !== table.order.join()) this.end(false);
    if (!tools || !hand) return;
    if (this.put.parentElement !== tools) {
      tools.prepend(this.put, this.back, this.next);
      this.put.setAttribute("popovertarget", tools.id); // the sheet would lie over the gaps
    }
    if (!table.chosen) this.placing = false;
    const hide = (one: HTMLElement, isHidden: boolean): void => {
      if (one.hidden !== isHidden) one.hidden = isHidden; // the same again would have its style looked up again
    };
    hide(this.put, !table.chosen);
    change(this.put, "aria-pressed", String(this.placing));
    hide(this.back, !this.before.length);
    hide(this.next, this.ways.length < 2);
    if (this.places.parentElement !== hand) hand.append(this.places, this.bar);
    this.offer();
  }

  /** The gaps as buttons, while a place for a chosen card is being picked. */
  private offer(): void {
    const { table } = this,
      card = table.chosen,
      now = this.placing && card ? `${card} ${table.order.join()}` : "";
    if (this.places.dataset["now"] === now) return;
    this.places.dataset["now"] = now;
    this.bar.hidden = true;
    this.places.replaceChildren(...(now && card ? this.open(card) : []));
    this.places.querySelector("button")?.focus();
  }

  private open(card: Card): HTMLElement[] {
    const { table } = this,
      from = table.order.indexOf(card),
      hand = box(table.querySelector(".gt-hand")!);
    const boxes = this.cards().map(box);
    const wanted = gaps(boxes).filter(({ at }) => steps(from, at) !== 0);
    return wanted.map((gap) => {
      const next = table.order[gap.at];
      const label = next
        ? table.words.t("order.before", { card: table.say.card(next) })
        : table.words.t("order.last");
      const made = button({ class: "gt-gap-button", "aria-label": label }, "", () => {
        this.into(card, gap.at);
        table.focusCard(table.roving);
      });
      this.stand(made, gap, hand);
      return made;
    });
  }

  private cards(): HTMLElement[] {
    return [...this.table.querySelectorAll<HTMLElement>(".gt-card")];
  }

  private stand(what: HTMLElement, gap: Gap, hand: Box): void {
    what.style.setProperty("--x", `${gap.x - hand.left}px`);
    what.style.setProperty("--y", `${gap.top - hand.top}px`);
    what.style.setProperty("--h", `${gap.height}px`);
  }

  // ---- dragging: mouse, finger and pen alike; a finger that goes up scrolls the page, or throws when it is time to

  private get throws(): boolean {
    return plans(this.table) || legal(this.table.view, "discard").length > 0;
  }

  private press(event: PointerEvent): void {
    const card = (event.target as Element).closest<HTMLElement>(".gt-card");
    if (!card || event.button !== 0 || !event.isPrimary || this.drag) return;
    const boxes = this.cards().map(box),
      at = this.cards().indexOf(card);
    this.drag = {
      card: card.dataset["card"]!,
      at,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      boxes,
      order: this.table.order.join(),
      gap: null,
      onPile: false,
      since: event.timeStamp,
      isUp: false,
      began: false,
    };
    const hand = this.table.querySelector<HTMLElement>(".gt-cards")!;
    const going = (moved: PointerEvent): void => this.follow(moved, hand);
    const over = (done: PointerEvent): void => {
      if (done.pointerId !== event.pointerId) return;
      for (const [name, heard] of heards) window.removeEventListener(name, heard as EventListener);
      this.end(done.type === "pointerup");
    };
    const heards = [
      ["pointermove", going],
      ["pointerup", over],
      ["pointercancel", over],
    ] as const;
    for (const [name, heard] of heards) window.addEventListener(name, heard as EventListener);
  }

  private follow(event: PointerEvent, hand: HTMLElement): void {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.began && Math.hypot(dx, dy) < FAR) return;
    if (!drag.began && event.pointerType !== "mouse" && Math.abs(dy) > Math.abs(dx) && !this.throws) {
      this.drag = null;
      return;
    }
    if (!drag.began) {
      drag.began = true;
      hand.setPointerCapture(drag.pointer);
      hand.dataset["drag"] = "";
    }
    const card = this.cards()[drag.at];
    if (!card) return;
    card.dataset["drag"] = "";
    card.style.setProperty("--x", `${dx}px`);
    card.style.setProperty("--y", `${dy}px`);
    const pile = this.table.querySelector<HTMLElement>(".gt-stack.discards");
    drag.onPile = !!pile && lies(box(pile), event.clientX, event.clientY);
    if (drag.onPile) pile!.dataset["drag"] = "";
    else if (pile) delete pile.dataset["drag"];
    drag.isUp = !drag.onPile && isUp(dx, dy, event.timeStamp - drag.since);
    drag.gap = drag.onPile ? null : gapAt(drag.boxes, event.clientX, event.clientY);
    this.bar.hidden = !drag.gap || steps(drag.at, drag.gap.at) === 0;
    if (drag.gap) this.stand(this.bar, drag.gap, box(this.table.querySelector(".gt-hand")!));
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !(this.drag?.began || this.placing)) return;
    event.preventDefault();
    event.stopPropagation();
    this.placing = false;
    this.end(false);
    this.table.focusCard(this.table.roving);
  }

  /** The drag has ended: the card is thrown, goes into the gap, or goes back to where it was. */
  private end(dropped: boolean): void {
    const { drag } = this;
    this.drag = null;
    if (!drag?.began) return;
    this.bar.hidden = true;
    for (const one of this.table.querySelectorAll<HTMLElement>("[data-drag]")) delete one.dataset["drag"];
    if (!dropped) return;
    noClick();
    const { table } = this,
      isThrown = drag.onPile || (drag.isUp && throwable(table, drag.card));
    if (isThrown) throwCard(table, drag.card);
    else if (drag.gap) this.into(drag.card, drag.gap.at);
  }
}
