/** <slip-entry>: the page of a result slip, on a phone with an unreliable connection. Without this script its forms
 *  work by themselves. With it, a result is stored on the phone until the site has it, and is sent when possible. */

import { doer, el } from "../shared/elements";
import { dropCopies, keepCopy } from "../shared/fetching/page-copy";
import { KeptResult, type Result } from "../shared/fetching/kept-result";

const RETRY = 10_000;
const LOOK = 4_000; // how often an open slip looks what has become of its match
/** The obstacles to sending: no connection, a refusal that stands on the page, or no such slip any more. */
type Halt = "" | "lost" | "refused" | "gone";
type Answer = { status: number; region: HTMLElement | null } | null;

const OWN = ["key", "version", "csrfmiddlewaretoken"];

function ownStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

class SlipEntry extends HTMLElement {
  private kept!: KeptResult;
  private halt: Halt = "";
  private why = "";
  private isBusy = false;
  private isTouched = false;
  private timers: number[] = [];

  connectedCallback(): void {
    this.kept = new KeptResult(this.say("slip"), ownStorage());
    this.addEventListener("submit", (event) => this.submitted(event));
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("input", () => {
      this.isTouched = true;
    });
    window.addEventListener("online", () => void this.flush());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.wake();
    });
    this.timers = [
      window.setInterval(() => {
        if (this.kept.waiting && this.halt === "lost") void this.flush();
      }, RETRY),
      window.setInterval(() => {
        if (!this.kept.waiting && !document.hidden && navigator.onLine) void this.wake();
      }, LOOK),
    ];
    this.keepPage();
    void this.flush();
  }

  disconnectedCallback(): void {
    this.timers.forEach((timer) => clearInterval(timer));
  }

  private say(name: string): string {
    return this.dataset[name] ?? "";
  }
  private get region(): HTMLElement {
    return this.querySelector<HTMLElement>("#slip") as HTMLElement;
  }
  private get form(): HTMLFormElement | null {
    return this.querySelector<HTMLFormElement>("form[data-result]");
  }

  /** While a result can be entered, a copy of the page as it is now is kept, to open without a connection. */
  private keepPage(): void {
    void (this.form ? keepCopy(this.say("worker")) : dropCopies());
  }

  private submitted(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    if (form.matches("[data-result]")) this.enter(form);
    else void this.act(form);
  }

  /** A result is stored before it is sent, so that neither an answer nor a closed page can lose it. */
  private enter(form: HTMLFormElement): void {
    const data = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
    const given = (name: string): string => data.find(([key]) => key === name)?.[1] ?? "";
    const fields = data.filter(([name]) => !OWN.includes(name));
    const last = this.kept.waiting;
    const isSame = last !== null && JSON.stringify(last.fields) === JSON.stringify(fields);
    if (!isSame)
      this.kept.keep({ key: newKey(), version: given("version"), fields, words: words(form), at: Date.now() });
    this.halt = "";
    this.isTouched = false;
    void this.flush();
  }

  /** Confirming or undoing needs a connection, because it is about what the page shows. */
  private async act(form: HTMLFormElement): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const answer = await this.ask(form.action, [...new FormData(form)].map(([name, value]) => [name, String(value)]));
    this.isBusy = false;
    if (answer?.region) this.swap(answer.region);
    else this.show(this.say(answer === null || answer.status >= 500 ? "needs" : "gone"));
  }

  private clicked(event: MouseEvent): void {
    const does = (event.target as Element).closest<HTMLElement>("[data-does]")?.dataset["does"];
    if (!does) return;
    if (does === "anyway") this.kept.follow(this.version);
    if (does === "drop") this.kept.drop();
    this.halt = "";
    void this.flush();
  }

  private get version(): string {
    return this.form?.querySelector<HTMLInputElement>("[name=version]")?.value ?? "";
  }

  /** Sends the waiting result, unless its writer must settle something first. */
  private async flush(): Promise<void> {
    const result = this.kept.waiting;
    if (result && !this.isBusy && (this.halt === "" || this.halt === "lost")) {
      this.isBusy = true;
      await this.send(result);
      this.isBusy = false;
      if (!this.halt && this.kept.waiting) void this.flush(); // another was written meanwhile
    }
    this.show();
  }

  private async send(result: Result): Promise<void> {
    const fields: [string, string][] = [...result.fields, ["key", result.key], ["version", result.version]];
    const answer = await this.ask(location.pathname, fields);
    if (answer === null || answer.status >= 500) {
      this.halt = "lost";
      return;
    }
    const { status, region } = answer;
    if (!region) {
      this.halt = "gone";
      return;
    }
    this.why = region.querySelector("[data-refused]")?.textContent ?? "";
    region.querySelector("[data-refused]")?.remove(); // it stands with the result that it is about
    this.halt = status === 409 ? "refused" : "";
    this.swap(region);
    if (status !== 409) this.kept.arrived(result.key, this.version);
  }

  /** The site's answer; its region is null if it is another page. Null: no answer. */
  private async ask(address: string, fields?: [string, string][]): Promise<Answer> {
    const token = this.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")?.value ?? "";
    const how: RequestInit = { credentials: "same-origin", headers: { "X-Region": "1" } };
    if (fields)
      Object.assign(how, { method: "POST", body: new URLSearchParams([["csrfmiddlewaretoken", token], ...fields]) });
    try {
      const answer = await fetch(address, how);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return { status: answer.status, region: page.getElementById("slip") };
    } catch {
      return null;
    }
  }

  /** Back at this page, and every few seconds: a waiting result is sent, else what has changed of the match is shown,
   *  unless somebody is using the form. */
  private async wake(): Promise<void> {
    if (this.kept.waiting) return this.flush();
    if (this.isUsed || this.isBusy) return;
    const answer = await this.ask(location.pathname);
    if (answer?.status !== 200 || !answer.region || this.isUsed || this.isBusy || this.kept.waiting) return;
    if (said(answer.region) !== said(this.region)) this.swap(answer.region, false);
  }

  /** Is somebody writing, or has the cursor in a field? */
  private get isUsed(): boolean {
    return this.isTouched || (this.contains(document.activeElement) && !!document.activeElement?.matches("input"));
  }

  private swap(fresh: HTMLElement, isNews = true): void {
    const held = this.region.contains(document.activeElement);
    this.region.replaceWith(fresh);
    if (held && !isNews) fresh.focus({ preventScroll: true });
    this.isTouched = false;
    this.keepPage();
    if (!isNews) return;
    const wrong = fresh.querySelector<HTMLElement>(".errorlist");
    if (wrong) wrong.scrollIntoView({ block: "center" });
    else {
      fresh.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
  }

  /** Above the form: the waiting result, why it waits, and what to do. */
  private show(more = ""): void {
    const box = this.querySelector<HTMLElement>("[data-unsent]") as HTMLElement;
    const result = this.kept.waiting;
    box.hidden = !more && (!result || this.halt === "");
    document.body.toggleAttribute("data-keeps", !box.hidden);
    if (box.hidden) return;
    const parts: HTMLElement[] = [];
    if (result && this.halt) {
      const isLost = this.halt === "lost";
      parts.push(el("strong", {}, `${this.say(isLost ? "waits" : "unsentOne")}: ${result.words}`));
      parts.push(el("p", {}, this.halt === "refused" ? this.why : this.say(this.halt)));
      const ways = el("p");
      ways.className = "actions";
      const offered = isLost ? ["again"] : this.halt === "refused" ? (this.form ? ["anyway"] : []) : ["again"];
      ways.append(...[...offered, "drop"].map((does) => doer(does, this.say(does))));
      parts.push(ways);
    }
    if (more) parts.push(el("p", {}, more));
    box.replaceChildren(...parts);
    box.scrollIntoView({ block: "nearest" });
  }
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a region says of its match: its words without answers to what was done here, and the version. */
function said(region: HTMLElement): string {
  const copy = region.cloneNode(true) as HTMLElement;
  copy.querySelectorAll("[data-unsent], [data-answer]").forEach((one) => one.remove());
  const version = copy.querySelector<HTMLInputElement>("[name=version]")?.value ?? "";
  return `${version} ${(copy.textContent ?? "").replace(/\s+/g, " ")}`;
}

/** A result in words: each figure after the name that it belongs to, or after its label. */
function words(form: HTMLFormElement): string {
  const said: string[] = [];
  form.querySelectorAll<HTMLInputElement>("input[type=number]").forEach((field) => {
    const label = field.dataset["said"] ?? field.labels?.[0]?.firstChild?.textContent?.trim() ?? "";
    if (field.value) said.push(`${label} ${field.value}`.trim());
  });
  return said.join(", ");
}

customElements.define("slip-entry", SlipEntry);
