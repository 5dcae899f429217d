/** Drag the top card of a pile: dropped on the hand, it is drawn; dropped anywhere else, it springs back. */

import type { GinTable } from "../shared/table/gin-table";
import { el } from "../shared/elements";
import { plans, type AheadMarks } from "./ahead-marks";
import { drawn } from "./gestures";
import { lies, type Box } from "./hand-gaps";
import { noClick } from "./throwing";

const FAR = 8; // px that a pointer moves before a press is a drag
const BACK_MS = 180;

interface Held {
  pile: "stock" | "discards";
  pointer: number;
  x: number;
  y: number;
  ghost: HTMLElement | null;
  onHand: boolean;
}

export class PileDrag {
  private held: Held | null = null;

  constructor(
    private readonly table: GinTable,
    private readonly marks: AheadMarks | null,
  ) {
    table.addEventListener("pointerdown", (event) => this.press(event));
    window.addEventListener("pointermove", (event) => this.follow(event));
    window.addEventListener("pointerup", (event) => this.end(event, true));
    window.addEventListener("pointercancel", (event) => this.end(event, false));
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.held?.ghost) this.drop(false);
    });
    table.addController({
      hostUpdated: () => {
        if (this.held?.ghost && !this.may(this.held.pile)) this.drop(false);
      },
    });
  }

  /** May this pile be drawn from, now or in advance? */
  private may(pile: Held["pile"]): boolean {
    return drawn(this.table.view, pile) !== null || (pile === "stock" && plans(this.table));
  }

  private press(event: PointerEvent): void {
    const stack = (event.target as Element).closest(".gt-pile")?.closest(".gt-stack");
    if (!stack || event.button !== 0 || !event.isPrimary || this.held) return;
    const pile = stack.classList.contains("stock") ? "stock" : "discards";
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    if (stack.querySelector("svg.card") && this.may(pile))
      this.held = { pile, pointer, x, y, ghost: null, onHand: false };
  }

  private get hand(): HTMLElement | null {
    return this.table.querySelector<HTMLElement>(".gt-hand");
  }

  private follow(event: PointerEvent): void {
    const { held, hand } = this;
    if (!held || event.pointerId !== held.pointer || !hand) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(dx, dy) < FAR) return;
    held.ghost ??= this.lift(held);
    held.ghost.style.setProperty("--x", `${dx}px`);
    held.ghost.style.setProperty("--y", `${dy}px`);
    const box: Box = hand.getBoundingClientRect();
    held.onHand = lies(box, event.clientX, event.clientY);
    if (held.onHand) hand.dataset["drop"] = "";
    else delete hand.dataset["drop"];
  }

  /** The top card of the pile while it is dragged; the stock shows its back until the server has told the card. */
  private lift({ pile }: Held): HTMLElement {
    const card = this.table.querySelector<SVGElement>(`.gt-stack.${pile} svg.card`)!,
      { left, top, width } = card.getBoundingClientRect();
    const ghost = el("div", { class: "gt-lifted", "aria-hidden": "true" });
    for (const [name, value] of [["left", left], ["top", top], ["w", width]] as const)
      ghost.style.setProperty(`--${name}`, `${value}px`);
    ghost.append(card.cloneNode(true));
    document.body.append(ghost);
    return ghost;
  }

  private end(event: PointerEvent, dropped: boolean): void {
    if (this.held && event.pointerId === this.held.pointer) this.drop(dropped);
  }

  private drop(dropped: boolean): void {
    const { held, table } = this;
    this.held = null;
    if (!held?.ghost) return;
    if (dropped) noClick();
    delete this.hand?.dataset["drop"];
    const action = dropped && held.onHand ? drawn(table.view, held.pile) : null;
    const { ghost } = held;
    if (action || (dropped && held.onHand && plans(table))) {
      ghost.remove();
      if (action) table.perform(action);
      else this.marks?.draw();
      return;
    }
    ghost.dataset["back"] = "";
    ghost.style.setProperty("--x", "0px");
    ghost.style.setProperty("--y", "0px");
    setTimeout(() => ghost.remove(), BACK_MS);
  }
}
