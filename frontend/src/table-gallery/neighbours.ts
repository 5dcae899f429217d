/** The other tables beside a watched one, as the site sends them (pages/lobby/_others.html). They are requested while
 *  they are visible, and again from time to time. */

import { el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";

const EVERY = 15_000;

export class Neighbours {
  private readonly panel = el("section", { class: "panel tg-others" });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSeen = false;
  private shown = "";

  constructor(private readonly table: GinTable) {
    const sight = new IntersectionObserver((seen) => {
      this.isSeen = seen.some((one) => one.isIntersecting);
      void this.ask();
    });
    sight.observe(this.panel);
    document.addEventListener("visibilitychange", () => void this.ask());
    table.addController({ hostUpdated: () => this.place() });
  }

  /** Before the content that the table draws in its side panel. */
  private place(): void {
    const side = this.table.querySelector(".gt-side");
    if (side && this.panel.parentElement !== side) side.prepend(this.panel);
  }

  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.isSeen || document.hidden || !this.panel.isConnected) return;
    const said = await fetch(this.table.dataset["others"]!).then(
      (answer) => (answer.ok ? answer.text() : null),
      () => null,
    );
    if (said !== null && said !== this.shown) this.draw(said);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), EVERY);
  }

  /** The focus stays on the table that has it. */
  private draw(said: string): void {
    const at = this.panel.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
    this.panel.innerHTML = this.shown = said;
    if (at) this.panel.querySelector<HTMLElement>(`a[href="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
  }
}
