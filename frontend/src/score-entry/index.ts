/** <score-entry>: the score sheet of a match in person, on a phone with an unreliable connection. Without this script
 *  its forms work by themselves. With it, a deal is stored on the phone until the site has it, and is sent when
 *  possible; the page of a slip opens again without a connection. */

import { asDue, DealQueue, type Waiting } from "./deal-queue";
import { doer, el } from "../shared/elements";
import { dropCopies, keepCopy } from "../shared/fetching/page-copy";

const RETRY = 10_000;
/** The obstacles to sending: no connection, another's line, an impossible deal, or the sheet takes no deals. */
type Halt = "" | "lost" | "conflict" | "wrong" | "refused";

function ownStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class ScoreEntry extends HTMLElement {
  private queue!: DealQueue;
  private halt: Halt = "";
  private isBusy = false;
  private isTouched = false;
  private timer = 0;

  connectedCallback(): void {
    this.queue = new DealQueue(`undercut.deals.${this.dataset["match"] ?? ""}`, ownStorage());
    this.addEventListener("submit", (event) => this.submitted(event));
    this.addEventListener("input", () => {
      this.isTouched = true;
    });
    this.addEventListener("click", (event) => this.clicked(event));
    window.addEventListener("online", () => {
      void this.flush();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.wake();
    });
    this.timer = window.setInterval(() => {
      if (this.queue.first) void this.flush();
    }, RETRY);
    this.show();
    void this.flush();
    this.keep();
  }

  disconnectedCallback(): void {
    clearInterval(this.timer);
  }

  /** While deals can be written, a copy of the page as it is now is kept; afterwards the copy is deleted. */
  private keep(): void {
    void (this.region.querySelector("form") ? keepCopy(this.say("worker")) : dropCopies());
  }

  private get region(): HTMLElement {
    return this.querySelector<HTMLElement>("#deals") as HTMLElement;
  }
  private get version(): number {
    return Number(this.region.dataset["version"]);
  }
  private get here(): string {
    return this.dataset["here"] ?? location.pathname;
  }
  private say(name: string): string {
    return this.dataset[name] ?? "";
  }

  private submitted(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const act = new FormData(form).get("act");
    if (act === "deal") {
      event.preventDefault();
      // who plays next follows from the deal before: where the seats change, one deal at a time
      if (this.dataset["rotates"] && this.queue.first && this.halt !== "wrong") this.show(this.say("needs"));
      else this.enter(form);
      return;
    }
    if (act === "back" && this.queue.first && this.halt !== "wrong") {
      event.preventDefault();
      this.queue.dropLast();
      this.halt = this.queue.first ? this.halt : "";
      this.show();
    } else if (this.queue.first || !navigator.onLine) {
      event.preventDefault();
      this.show(this.say("needs"));
    } else if (act === "send") void dropCopies();
  }

  /** A deal is stored before it is sent, so that neither an answer nor a closed page can lose it. */
  private enter(form: HTMLFormElement): void {
    const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
    const given = (name: string): string => fields.find(([key]) => key === name)?.[1] ?? "";
    const isLater = this.queue.first !== undefined && this.halt !== "wrong";
    const kept = fields.filter(([name]) => !["key", "version", "csrfmiddlewaretoken"].includes(name));
    const deal: Waiting = {
      key: given("key"),
      version: this.queue.next(this.version),
      fields: isLater ? asDue(kept) : kept,
      words: words(form),
    };
    if (this.halt === "wrong") {
      this.queue.addFirst(deal);
      this.queue.follow(this.version);
    } else this.queue.add(deal);
    if (this.halt === "lost" || this.halt === "wrong") this.halt = "";
    blank(form);
    this.isTouched = false;
    void this.flush();
  }

  private clicked(event: MouseEvent): void {
    const does = (event.target as Element).closest<HTMLElement>("[data-does]")?.dataset["does"];
    if (!does) return;
    if (does === "after") this.queue.follow(this.version);
    if (does === "drop") this.queue.clear();
    this.halt = "";
    this.show();
    void this.flush();
  }

  /** Sends the waiting deals one after the other, until there is none or something prevents it. */
  private async flush(): Promise<void> {
    if (this.isBusy || (this.halt && this.halt !== "lost")) {
      this.show();
      return;
    }
    this.isBusy = true;
    this.halt = "";
    while (this.queue.first && !this.halt) await this.send(this.queue.first);
    this.isBusy = false;
    this.show();
  }

  private async send(deal: Waiting): Promise<void> {
    const token = this.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")?.value ?? "";
    const fields = [
      ...deal.fields,
      ["key", deal.key],
      ["version", String(deal.version)],
      ["csrfmiddlewaretoken", token],
    ];
    const answer = await this.ask({ method: "POST", body: new URLSearchParams(fields) });
    if (answer === null) {
      this.halt = "lost";
      return;
    }
    const { status, sheet } = answer,
      isKept = status === 200;
    if (!sheet || (!isKept && status !== 409 && status !== 422)) {
      this.halt = status < 500 ? "refused" : "lost";
      return;
    }
    if (status !== 409) this.queue.dropFirst();
    if (!isKept) this.halt = status === 409 ? "conflict" : "wrong";
    this.swap(sheet, isKept && !this.isTouched);
  }

  /** The site's answer; `sheet` is null if it is another page: the sign-in page, or that of a slip which accepts no
   *  more deals. */
  private async ask(how: RequestInit): Promise<{ status: number; sheet: HTMLElement | null } | null> {
    try {
      const answer = await fetch(this.here, { ...how, credentials: "same-origin", headers: { "X-Region": "1" } });
      return {
        status: answer.status,
        sheet: new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("deals"),
      };
    } catch {
      return null;
    }
  }

  /** Back at this page: waiting deals are sent, else the sheet is refreshed, unless somebody is using the form. */
  private async wake(): Promise<void> {
    if (this.queue.first || this.isTouched || this.isBusy) {
      await this.flush();
      return;
    }
    const answer = await this.ask({});
    if (answer?.status === 200 && answer.sheet && !this.isTouched && !this.queue.first)
      this.swap(answer.sheet, false);
  }

  private swap(fresh: HTMLElement, isNew: boolean): void {
    this.region.replaceWith(fresh);
    this.keep();
    this.isTouched = false;
    const form = fresh.querySelector<HTMLFormElement>(".deal-form");
    if (form && this.halt === "conflict") blank(form); // what was typed waits in the queue
    if (this.halt === "wrong") fresh.querySelector(".errorlist")?.scrollIntoView({ block: "center" });
    else if (isNew)
      fresh
        .querySelector<HTMLElement>(".deal-form input[type=radio], [name=side], .actions .button")
        ?.focus({ preventScroll: true });
  }

  /** The line under the sheet: how many deals wait, which, why, and what to do. */
  private show(more = ""): void {
    const box = this.querySelector<HTMLElement>("[data-unsent]") as HTMLElement;
    const waiting = this.queue.all;
    box.hidden = !more && (!waiting.length || (this.isBusy && !this.halt));
    const lines = waiting.map((deal) => el("li", {}, deal.words));
    const counted = waiting.length === 1 ? this.say("one") : this.say("many").replace("{n}", String(waiting.length));
    const why = this.say(this.halt || "lost");
    const list = el("ol");
    list.append(...lines);
    const ways = el("p");
    ways.className = "actions";
    const offered = {
      conflict: ["after", "drop"],
      wrong: ["drop"],
      refused: ["again", "drop"],
      lost: ["again"],
      "": ["again"],
    }[this.halt];
    ways.append(...offered.map((does) => doer(does, this.say(does))));
    box.replaceChildren(
      ...(waiting.length ? [el("strong", {}, counted), list, el("p", {}, why), ways] : []),
      ...(more ? [el("p", {}, more)] : []),
    );
    if (!box.hidden && this.halt !== "wrong") box.scrollIntoView({ block: "nearest" });
  }
}

/** Prepares the form for a new deal: without typed values or complaints, and with a new key. */
function blank(form: HTMLFormElement): void {
  form.querySelectorAll<HTMLInputElement>("input[type=radio], input[type=checkbox]").forEach((box) => {
    box.checked = box.defaultChecked && box.name === "dealer";
  });
  form.querySelectorAll<HTMLInputElement>("input[type=number], input[type=text]").forEach((box) => {
    box.value = "";
  });
  form.querySelectorAll<HTMLSelectElement>("select").forEach((list) => {
    list.selectedIndex = 0;
  });
  form.querySelectorAll(".errorlist").forEach((list) => list.remove());
  (form.elements.namedItem("key") as HTMLInputElement).value = newKey();
}

/** A deal in words: "Knock · Ana · 5 – 60"; for teams the result of each board. */
function words(form: HTMLFormElement): string {
  const hands = [...form.querySelectorAll<HTMLElement>(".deal-hand")];
  const top = form.querySelector("[name=how]:checked");
  const said = hands.length > 1 && top?.getAttribute("value") !== "void" ? hands.map(handWords) : [handWords(form)];
  return said.filter(Boolean).join("; ");
}

function handWords(hand: HTMLElement): string {
  const chosen = (name: string): string =>
    hand.querySelector(`[name$=${name}]:checked`)?.closest("label")?.textContent?.trim() ?? "";
  const counts = [...hand.querySelectorAll<HTMLInputElement>("[name*=count_]")].map((field) => field.value);
  return [chosen("how"), chosen("seat"), counts.some(Boolean) ? counts.map((count) => count || "0").join(" – ") : ""]
    .filter(Boolean)
    .join(" · ");
}

customElements.define("score-entry", ScoreEntry);
