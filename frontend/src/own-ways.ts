/** What a player sets and does in the own way at <gin-table>: the order of the hand by drag, the typed line, keys, settings.
 *  A chunk of its own beside the table, which knows nothing of it. */

import { button, el } from "./elements";
import type { GinTable } from "./gin-table";
import { bind, FIXED, hasDigits, keyOf, letters, mayBe, meant } from "./own-keys";
import { OwnOrder } from "./own-order";
import { Settings } from "./own-settings";
import { speech } from "./own-speech";
import type { TypedForm } from "./typed-form";

/** The keys as the player has set them, and the dialog in which they are set. */
class Keys {
  private waiting: string | null = null;
  private readonly list = el("dl", { class: "gt-keys" });
  private readonly told = el("p", { class: "muted", role: "status" });
  private readonly shown: string[];

  constructor(private readonly table: GinTable, private readonly settings: Settings, private readonly hasLaws: boolean) {
    this.shown = [...letters(table.facts, hasLaws), ...(table.words.has("key./") ? ["/"] : [])];
    const off = el("input", { type: "checkbox", class: "tick" }) as HTMLInputElement, { words } = table;
    off.checked = !settings.ways.off;
    off.addEventListener("change", () => settings.keep({ off: !off.checked }));
    const dialog = el("dialog", { class: "gt-dialog", id: "gt-keys", "aria-labelledby": "gt-keys-title" }, el("h2", { id: "gt-keys-title" }, words.t("label.keys")),
      el("label", { class: "gt-throw" }, off, el("span", {}, words.t("keys.on"))), el("p", { class: "muted" }, words.t("keys.how")), this.told, this.list,
      el("form", { method: "dialog", class: "actions" }, el("button", { class: "button" }, words.t("key.close")), button({ class: "button quiet" }, words.t("keys.reset"), () => { settings.keep({ keys: {} }); this.fill(); })));
    dialog.addEventListener("keydown", (event) => this.set(event));
    dialog.addEventListener("close", () => { this.waiting = null; this.fill(); });
    this.fill();
    table.append(dialog);
    document.addEventListener("keydown", (event) => this.press(event), true);
  }

  /** What a key does in this game. */
  private does(name: string): string {
    const { words, facts } = this.table, law = { o: "object", j: "admit" }[name];
    if (law && this.hasLaws && !(facts.kernel === "conquian" && name === "o")) return words.t(`law.choice.${law}`);
    if (name === "/") return words.t("chat.title");
    return words.t(words.has(`key.${facts.kernel}.${name}`) ? `key.${facts.kernel}.${name}` : `key.${name}`);
  }

  private fill(): void {
    const { words } = this.table, { ways } = this.settings;
    const row = (key: HTMLElement, does: string): HTMLElement => el("div", {}, el("dt", {}, key), el("dd", {}, does));
    const own = this.shown.map((letter) => {
      const does = this.does(letter === "?" ? "help" : letter), key = keyOf(ways, letter);
      return row(button({ class: "gt-key", "aria-label": words.t("keys.change", { key, does }) }, key, () => this.wait(letter, does)), does);
    });
    const { facts } = this.table, groups = facts.kernel === "conquian" ? [["↑ ↓", "groups"] as const] : [];
    const digits = hasDigits(facts, this.hasLaws) ? [["1 – 9", "digits"] as const] : [];
    const named = (key: string): string => (words.has(`cap.${key}`) ? words.t(`cap.${key}`) : key);
    this.list.replaceChildren(...[...FIXED, ...groups, ...digits].map(([key, name]) => row(el("kbd", {}, named(key)), this.does(name))), ...own);
    if (!this.waiting) this.told.textContent = "";
  }

  private wait(letter: string, does: string): void {
    this.waiting = letter;
    this.told.textContent = this.table.words.t("keys.press", { does });
  }

  /** The next key pressed in the dialog is the new one; Esc leaves it as it is. */
  private set(event: KeyboardEvent): void {
    const letter = this.waiting;
    if (!letter || event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault();
    const isFit = mayBe(event.key);
    this.waiting = null;
    if (isFit) this.settings.keep({ keys: bind(this.settings.ways, letter, event.key.toLowerCase()).keys });
    this.fill();
    this.told.textContent = event.key === "Escape" ? "" : this.table.words.t(isFit ? "keys.set" : "keys.no", { key: event.key });
    this.list.querySelectorAll<HTMLElement>(".gt-key")[this.shown.indexOf(letter)]?.focus();
  }

  /** A letter pressed at the table is turned into the one that it stands for, or into nothing. */
  private press(event: KeyboardEvent): void {
    const target = event.target as Element, { table } = this;
    if (!event.isTrusted || !table.contains(target) || target.closest("dialog, input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (table.drafting && (event.key === "ArrowUp" || event.key === "ArrowDown")) { event.preventDefault(); return this.group(target, event.key === "ArrowUp" ? -1 : 1); }
    if (event.key.length !== 1 || event.key === " ") return;
    const letter = meant(this.settings.ways, event.key);
    if (letter === event.key) return;
    event.stopImmediatePropagation();
    if (letter === null) return;
    event.preventDefault();
    target.dispatchEvent(new KeyboardEvent("keydown", { key: letter, bubbles: true, cancelable: true }));
  }

  /** T21, Conquian: ↑ and ↓ go from the hand through the groups of the arranger and back. */
  private group(target: Element, by: number): void {
    const groups = [...this.table.querySelectorAll(".gt-arrange .gt-meld")];
    const next = groups.findIndex((group) => group.contains(target)) + by;
    if (next < 0 || next >= groups.length) this.table.focusCard(this.table.roving);
    else groups[next]!.querySelector<HTMLElement>(".gt-pick")?.focus();
  }
}

/** The place of the typed line (T22); what reads it comes with the first use. */
function typedLine(table: GinTable, hasLaws: boolean): void {
  const { words } = table, input = el("input", { id: "gt-line", class: "input", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "80", "aria-describedby": "gt-words" });
  const list = el("details", { id: "gt-words" }, el("summary", {}, words.t("line.words")));
  const form = el("form", { class: "gt-line" }, el("label", { for: "gt-line" }, words.t("line.label")),
    el("p", { class: "cluster" }, input, el("button", { class: "button small" }, words.t("line.send"))), el("p", { class: "gt-said" }), list);
  let coming: Promise<TypedForm> | undefined;
  const come = (): Promise<TypedForm> => coming ??= import(table.dataset["typed"]!).then(({ typed }) => typed(table, hasLaws, form) as TypedForm);
  input.addEventListener("focus", () => void come());
  list.addEventListener("toggle", () => void come());
  form.addEventListener("submit", (event) => { event.preventDefault(); void come().then((line) => line.send()); });
  table.addController({ hostUpdated: () => { if (!form.isConnected) table.querySelector(".gt-log")?.append(form); } });
}

void customElements.whenDefined("gin-table").then(() => {
  const table = document.querySelector<GinTable>("gin-table");
  if (!table) return;
  const hasLaws = table.words.has("law.choice.object"), settings = new Settings(table);
  table.speech = (key) => speech(table, key);
  new Keys(table, settings, hasLaws);
  typedLine(table, hasLaws);
  if (table.me) new OwnOrder(table);
  table.requestUpdate();
});
