/** <table-again>: a rematch after a casual sitting. While the page is visible it asks who wants to play again, and goes
 *  to the next table as soon as all do; a player who comes back later finds a link to it. It is a separate chunk for
 *  the players of the table. */

import { callApi } from "../shared/fetching/site-api";
import { Strings } from "../shared/strings";

interface Wishes {
  wish: string[];
  declined: string | null;
  table: string | null;
}

const POLL = 2000;
const PATIENCE = 15 * 60_000;

class TableAgain extends HTMLElement {
  private readonly words = Strings.ofPage();
  private readonly said = document.createElement("p");
  private readonly buttons = document.createElement("p");
  private readonly since = performance.now();
  private drawn = "";
  private heard = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private get table(): HTMLElement {
    return this.closest("gin-table") as HTMLElement;
  }
  private get me(): string {
    return this.table.dataset["seat"] ?? "";
  }
  private get token(): string {
    return document.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")?.value ?? "";
  }
  private get names(): Record<string, string> {
    return JSON.parse(document.getElementById("gin-names")?.textContent ?? "{}") as Record<string, string>;
  }

  connectedCallback(): void {
    this.said.setAttribute("aria-live", "polite");
    this.buttons.className = "cluster";
    this.replaceChildren(this.said, this.buttons);
    this.draw({ wish: [], declined: null, table: null });
    void this.ask();
  }

  disconnectedCallback(): void {
    clearTimeout(this.timer);
  }

  /** Asks every two seconds what the others want, while the page is visible, for a quarter of an hour. */
  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    if (!document.hidden) await this.talk();
    if (this.isConnected && performance.now() - this.since < PATIENCE)
      this.timer = setTimeout(() => void this.ask(), POLL);
  }

  private async talk(does?: "offer" | "refuse"): Promise<void> {
    const answer = await callApi<Wishes>(this.getAttribute("at") ?? "", does && { do: does });
    if (!answer || "refused" in answer) {
      if (!does) return;
      this.said.textContent = answer?.refused ?? this.words.t("again.lost");
      this.said.hidden = false;
      return;
    }
    const now = answer.body;
    if (now.table && (this.heard || does)) return location.assign(now.table);
    this.heard = true;
    this.draw(now);
  }

  private draw(now: Wishes): void {
    if (now.table) return this.buttons.replaceChildren(this.link("again.there", now.table, "primary"));
    const state = JSON.stringify(now);
    if (state === this.drawn) return;
    this.drawn = state;
    const { words, me, names } = this,
      named = (seats: string[]): string => seats.map((seat) => names[seat] ?? seat).join(", ");
    const wishes = now.wish.includes(me),
      others = now.wish.filter((seat) => seat !== me);
    const missing = Object.keys(names).filter((seat) => !now.wish.includes(seat));
    this.said.textContent =
      now.declined && now.declined !== me
        ? words.t("again.declined", { name: named([now.declined]) })
        : wishes
          ? words.t("again.waits", { name: named(missing) })
          : others.length
            ? words.t("again.asked", { name: named(others) })
            : "";
    this.said.hidden = !this.said.textContent;
    const had = this.contains(document.activeElement);
    const offer = this.button(others.length ? "again.yes" : "again.offer", "offer", "primary");
    const back = this.button(wishes ? "again.back" : "again.no", "refuse", "quiet");
    this.buttons.replaceChildren(...(wishes ? [] : [offer]), ...(now.wish.length ? [back] : []), this.other());
    if (had) this.buttons.querySelector<HTMLElement>("button, a")?.focus();
  }

  /** Looks for another opponent by the terms of this table; at a table of more than two it leads to the page Play. */
  private other(): HTMLElement {
    const { another, practice } = this.table.dataset;
    if (!another) return this.link("again.other", practice ?? "", "quiet");
    const form = Object.assign(document.createElement("form"), { method: "post", action: another });
    const token = Object.assign(document.createElement("input"), {
      type: "hidden",
      name: "csrfmiddlewaretoken",
      value: this.token,
    });
    const look = Object.assign(document.createElement("button"), {
      className: "button quiet",
      textContent: this.words.t("again.other"),
    });
    form.append(token, look);
    return form;
  }

  private link(key: string, href: string, kind: string): HTMLElement {
    return Object.assign(document.createElement("a"), {
      href,
      className: `button ${kind}`,
      textContent: this.words.t(key),
    });
  }

  private button(key: string, does: "offer" | "refuse", kind: string): HTMLElement {
    const made = Object.assign(document.createElement("button"), {
      type: "button",
      className: `button ${kind}`,
      textContent: this.words.t(key),
    });
    made.addEventListener("click", () => void this.talk(does));
    return made;
  }
}

customElements.define("table-again", TableAgain);
