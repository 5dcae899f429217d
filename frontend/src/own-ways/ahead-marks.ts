/** Choose a move in advance at <gin-table>, by tap, drag or key, with marks on the stock and on the card. */

import { short, type Card } from "../shared/cards";
import type { GinTable } from "../shared/table/gin-table";
import { mayPlan, step, type Ahead } from "./ahead";

/** The attribute of the table while something can be chosen in advance. */
const PLANS = "data-plans";
export const plans = (table: GinTable): boolean => table.hasAttribute(PLANS);

export class AheadMarks {
  private ahead: Ahead | null = null;

  constructor(private readonly table: GinTable) {
    table.addController({ hostUpdate: () => this.offer(), hostUpdated: () => this.follow() });
    table.addEventListener("click", (event) => this.press(event), { capture: true });
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && this.ahead && !document.querySelector("dialog[open]")) this.cancel();
      },
      { capture: true },
    );
  }

  /** Chooses the draw, or takes everything back. */
  draw(): void {
    if (this.ahead) this.cancel();
    else this.keep(null);
  }

  /** The card that `d` would throw. None in Colonel, where one lays between draw and throw and first sees the drawn
   *  card. */
  private get card(): Card | null {
    const { table } = this;
    return table.facts.kernel === "gin" ? (table.chosen ?? this.ahead?.throws ?? null) : null;
  }

  /** Chooses the draw and the throw of this card after it; the same card again takes the throw back. */
  private throws(card: Card): void {
    this.keep(this.ahead?.throws === card ? null : card);
  }

  private keep(throws: Card | null): void {
    const { table } = this;
    this.ahead = { deal: table.view.deal, throws, drew: false };
    table.picked = [];
    table.note = "";
    table.speak(throws ? table.words.t("ahead.throw", { card: table.say.card(throws) }) : table.words.t("ahead.draw"));
  }

  private cancel(): void {
    this.ahead = null;
    this.table.note = "";
    this.table.speak(this.table.words.t("ahead.none"));
  }

  /** Handles a verb or a pile that is pressed while another player is on move. A tap on the marked card takes its throw
   *  back. */
  private press(event: MouseEvent): void {
    const { table } = this,
      target = event.target as Element;
    if (!plans(table) || !table.active) return;
    const key = target.closest<HTMLElement>(".gt-verb")?.dataset["key"];
    const card = target.closest<HTMLElement>(".gt-card")?.dataset["card"];
    if (key === "s" || target.closest(".gt-stack.stock .gt-pile")) this.draw();
    else if (key === "u" || target.closest(".gt-stack.discards .gt-pile"))
      table.remark(table.words.t("ahead.unseen"), ".discards");
    else if (key === "d" && this.card) this.throws(this.card);
    else if (card && card === this.ahead?.throws) this.throws(card);
    else return;
    event.stopImmediatePropagation(); // nor is it the first half of a double tap
  }

  /** The verbs that may be chosen in advance, and those that are; the cue says what is chosen. */
  private offer(): void {
    const { table, ahead } = this,
      { words } = table,
      isFree = mayPlan(table.view, table.me, table.facts.kernel);
    const said = (isChosen: boolean): string => words.t(isChosen ? "ahead.chosen" : "ahead.may");
    table.early = isFree ? { s: said(!!ahead) } : {};
    if (isFree && this.card) table.early["d"] = said(!!ahead?.throws && !table.chosen);
    const what = ahead?.throws ? words.t("ahead.cue.throw", { card: short(ahead.throws) }) : words.t("ahead.cue.draw");
    table.plan = isFree && ahead ? [what, words.t("ahead.cancels")] : null;
  }

  private follow(): void {
    const { table } = this;
    table.toggleAttribute(PLANS, mayPlan(table.view, table.me, table.facts.kernel));
    this.go();
    this.mark(table.querySelector(".gt-stack.stock"), !!this.ahead && !this.ahead.drew);
    for (const card of table.querySelectorAll<HTMLElement>(".gt-card"))
      this.mark(card, !!this.ahead && card.dataset["card"] === this.ahead.throws);
    table.verb("s")?.toggleAttribute("data-ahead", !!this.ahead);
    table.verb("d")?.toggleAttribute("data-ahead", !!this.ahead?.throws && !table.chosen);
  }

  private mark(what: HTMLElement | null, isChosen: boolean): void {
    what?.toggleAttribute("data-ahead", isChosen);
  }

  /** Carries out what is due, if no command is on its way. */
  private go(): void {
    const { ahead, table } = this;
    if (!ahead || table.busy || table.connection !== "open" || !table.active) return;
    const next = step(ahead, table.view, table.me!);
    if (next.does === "wait") return;
    this.ahead = next.does === "act" ? next.rest : null;
    table.note = "";
    if (next.does === "act") table.perform(next.action);
    else table.remark(table.words.t(`ahead.lost.${next.why}`));
  }
}
