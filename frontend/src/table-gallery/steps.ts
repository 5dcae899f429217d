/** Back and forth through what a watcher has been shown: buttons on the felt, and keys. */

import { button, el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import { Past, type Does } from "./past";

const KEYS: Record<string, Does> = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "live" };
const OTHERS = "dialog, input, select, textarea, [contenteditable], [role='listbox'], .gt-side, details";

export class Steps {
  private readonly past: Past;
  private readonly buttons: Record<Does, HTMLElement>;
  private readonly box: HTMLElement;
  private readonly news = el("b", { class: "tg-news" });

  constructor(private readonly table: GinTable) {
    this.past = new Past(table);
    this.buttons = {
      first: this.button("first", "Home"),
      back: this.button("back", "ArrowLeft"),
      live: this.button("live", "End"),
      next: this.button("next", "ArrowRight"),
    };
    this.box = el(
      "div",
      { class: "tg-steps", role: "group", "aria-label": table.words.t("gallery.steps") },
      ...Object.values(this.buttons),
    );
    // a letter key, which the player may have changed or switched off: as the table knows them
    const speech = table.speech;
    table.speech = (key) => (key === "l" && this.past.moments.isBack ? this.past.go("live") : speech(key));
    window.addEventListener("keydown", (event) => this.press(event), true);
    table.addController({ hostUpdated: () => this.draw() });
  }

  private press(event: KeyboardEvent): void {
    const does = KEYS[event.key];
    if (!does || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if ((event.target as Element).closest(OTHERS) || document.querySelector("dialog[open]")) return;
    if (does === "live" && !this.past.moments.isBack) return; // the page's own
    event.preventDefault();
    event.stopImmediatePropagation();
    this.go(does);
  }

  /** For moments earlier than this page has seen, the last deal of the score sheet opens, step by step. */
  private go(does: Does): void {
    const isBack = does === "first" || does === "back";
    if (isBack && !this.past.moments.hasEarlier) this.earlierDeal()?.click();
    else this.table.speak(this.past.go(does));
  }

  private earlierDeal(): HTMLElement | null {
    return [...this.table.querySelectorAll<HTMLElement>(".gt-sheet .gt-to-deal")].at(-1) ?? null;
  }

  // ---- drawing

  private button(does: Does, key: string): HTMLElement {
    const { words, dataset } = this.table,
      made = button({ class: `tg-${does}`, "aria-keyshortcuts": key }, "", () => this.go(does));
    if (does === "live") made.append(el("span", {}, dataset["live"] ?? words.t("gallery.live")), this.news);
    else {
      made.title = words.t(`gallery.${does}`);
      made.setAttribute("aria-label", made.title);
      made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><use></use></svg>`;
      made.querySelector("use")!.setAttribute("href", `${dataset["icons"]}#${does}`);
    }
    return made;
  }

  private draw(): void {
    const { table, buttons, box, news } = this,
      { behind, isBack, hasEarlier } = this.past.moments,
      felt = table.querySelector(".felt"),
      isFirst = !hasEarlier && !this.earlierDeal();
    if (felt && box.parentElement !== felt) felt.append(box);
    for (const [name, off] of [["first", isFirst], ["back", isFirst], ["next", !isBack]] as const)
      buttons[name].setAttribute("aria-disabled", String(off));
    buttons.live.setAttribute("aria-pressed", String(!isBack));
    const said = isBack ? `+${behind}` : "";
    if (news.textContent !== said) news.textContent = said;
  }
}
