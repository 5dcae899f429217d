/** <table-lesson>: one sentence at a time beside a table, and a mark on what to press next. The site gives both for the
 *  player's present view; this shows them one after the other. A chunk for tables of lessons. */

import { wordOf } from "../shared/elements";
import { askApi } from "../shared/fetching/site-api";
import { afterChange } from "../shared/own/after-change";
import type { GinTable } from "../shared/table/gin-table";
import { next, type Advice } from "./next";

interface Step {
  key: string;
  says: string;
  shows: string;
}
interface Told {
  v: number;
  steps: Step[];
  now: Advice | null;
  end: string | null;
}

const AGAIN_MS = 400; // until a lesson that is behind the table is asked for again
const LATER_MS = 3000; // the same where it was not reached
const MARK = "data-lesson-next",
  SHOWN = "data-lesson-shown";
const PARTS: Partial<Record<string, string>> = {
  hand: ".gt-hand",
  deadwood: ".gt-deadwood",
  centre: ".gt-centre",
  sheet: ".gt-sheet",
  table: ".gt-table",
};

class TableLesson extends HTMLElement {
  private told: Told | null = null;
  private lost = false;
  private asking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private table!: GinTable;
  private read = new Set<string>();

  connectedCallback(): void {
    this.table = document.querySelector<GinTable>("gin-table")!;
    this.read = new Set(JSON.parse(sessionStorage.getItem(this.key) ?? "[]") as string[]);
    this.go.addEventListener("click", () => this.goOn());
    void customElements.whenDefined("gin-table").then(() => this.follow());
  }

  private get key(): string {
    return `undercut.lesson.${this.table.dataset["table"] ?? ""}`;
  }
  private get go(): HTMLElement {
    return this.querySelector<HTMLElement>(".tl-go")!;
  }
  private get step(): Step | undefined {
    return this.told?.steps.find((step) => !this.read.has(step.key));
  }

  /** Ask at every change of the table; mark again whenever it is drawn. */
  private follow(): void {
    const { table } = this;
    afterChange(table, () => void this.ask());
    table.addController({ hostUpdated: () => this.draw() });
    void this.ask();
  }

  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    if (this.asking) return this.later(AGAIN_MS);
    this.asking = true;
    const told = await askApi<Told>(this.dataset["at"] ?? "");
    this.lost = !told;
    if (told) this.told = told;
    else this.later(LATER_MS);
    if (told && told.v < this.table.link.v) this.later(AGAIN_MS);
    this.asking = false;
    this.draw();
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), ms);
  }

  private goOn(): void {
    if (this.step) this.read.add(this.step.key);
    sessionStorage.setItem(this.key, JSON.stringify([...this.read]));
    this.draw();
  }

  /** The current sentence, and the mark; nothing is marked for a view that the table has left. */
  private draw(): void {
    const { told, table, step } = this,
      isBehind = !told || told.v !== table.link.v || table.busy;
    const isOver = Boolean(told?.end);
    this.go.hidden = isOver || isBehind || !step;
    this.querySelector<HTMLElement>(".tl-end")!.hidden = !isOver;
    if (isOver) this.show(told!.end!, null);
    else if (this.lost) this.show(wordOf(this, "lost"), null);
    else if (isBehind) this.mark(null, null);
    else if (step) this.show(step.says, this.go, table.querySelector(PARTS[step.shows] ?? "-"));
    else if (told.now) this.advise(told.now);
    else this.show(wordOf(this, "wait"), null);
  }

  private advise(now: Advice): void {
    const { table } = this,
      isAsked = table.querySelector("dialog[open] .button.primary") !== null;
    const press = next(now, { picked: table.picked, groups: table.drafting?.groups ?? null, isAsked });
    const found = table.querySelector<HTMLElement>(press.css);
    this.show(press.word ? `${now.says} ${wordOf(this, press.word)}` : now.says, found);
  }

  private show(says: string, mark: Element | null, shown: Element | null = null): void {
    const line = this.querySelector(".tl-says")!;
    if (line.textContent !== says) line.textContent = says;
    this.mark(mark, shown);
  }

  private mark(mark: Element | null, shown: Element | null): void {
    for (const [name, wanted] of [[MARK, mark], [SHOWN, shown]] as const) {
      for (const old of document.querySelectorAll(`[${name}]`)) if (old !== wanted) old.removeAttribute(name);
      if (wanted && !wanted.hasAttribute(name)) wanted.setAttribute(name, "");
    }
  }
}

customElements.define("table-lesson", TableLesson);
