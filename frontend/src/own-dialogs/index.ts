/** The dialogs of own-ways (keys, settings), loaded when one of them is first needed. */

import { button, el } from "../shared/elements";
import type { GinTable } from "../shared/table/gin-table";
import { LEVELS } from "../shared/own/own-aids";
import { bind, FIXED, hasDigits, keyOf, letters, mayBe, WATCHING } from "../shared/own/own-keys";
import { picture } from "../shared/cards";
import { BACKS, DECKS, FELTS } from "../shared/own/own-look";
import { SWITCHES, type Settings } from "../shared/own/own-settings";

/** The keys of the game, and how a player changes them. */
class KeysDialog {
  private waiting: string | null = null;
  private readonly list = el("dl", { class: "gt-keys" });
  private readonly told = el("p", { class: "muted", role: "status" });
  private readonly shown: string[];

  constructor(
    private readonly table: GinTable,
    private readonly settings: Settings,
    private readonly hasLaws: boolean,
  ) {
    this.shown = [...letters(table.facts, hasLaws), ...(table.words.has("key./") ? ["/"] : [])];
    const off = el("input", { type: "checkbox", class: "tick" }) as HTMLInputElement,
      { words } = table;
    off.checked = !settings.ways.off;
    off.addEventListener("change", () => settings.keep({ off: !off.checked }));
    const dialog = el(
      "dialog",
      { class: "gt-dialog", id: "gt-keys", "aria-labelledby": "gt-keys-title" },
      el("h2", { id: "gt-keys-title" }, words.t("label.keys")),
      el("label", { class: "gt-throw" }, off, el("span", {}, words.t("keys.on"))),
      el("p", { class: "muted" }, words.t("keys.how")),
      this.told,
      this.list,
      el(
        "form",
        { method: "dialog", class: "actions" },
        el("button", { class: "button" }, words.t("key.close")),
        button({ class: "button quiet" }, words.t("keys.reset"), () => {
          settings.keep({ keys: {} });
          this.fill();
        }),
      ),
    );
    dialog.addEventListener("keydown", (event) => this.set(event));
    dialog.addEventListener("close", () => {
      this.waiting = null;
      this.fill();
    });
    this.fill();
    table.append(dialog);
  }

  /** The action of a key in this game. */
  private does(name: string): string {
    const { words, facts } = this.table,
      law = { o: "object", j: "admit" }[name];
    if (law && this.hasLaws && !(facts.kernel === "conquian" && name === "o")) return words.t(`law.choice.${law}`);
    if (name === "/") return words.t("chat.title");
    return words.t(words.has(`key.${facts.kernel}.${name}`) ? `key.${facts.kernel}.${name}` : `key.${name}`);
  }

  private fill(): void {
    const { words } = this.table,
      { ways } = this.settings;
    const row = (key: HTMLElement, does: string): HTMLElement => el("div", {}, el("dt", {}, key), el("dd", {}, does));
    const own = this.shown.map((letter) => {
      const does = this.does(letter === "?" ? "help" : letter),
        key = keyOf(ways, letter);
      return row(
        button({ class: "gt-key", "aria-label": words.t("keys.change", { key, does }) }, key, () =>
          this.wait(letter, does),
        ),
        does,
      );
    });
    const { facts, me } = this.table,
      fixed = me ? FIXED : WATCHING,
      groups = facts.kernel === "conquian" ? [["↑ ↓", "groups"] as const] : [];
    const digits = hasDigits(facts, this.hasLaws) ? [["1 – 9", "digits"] as const] : [];
    const named = (key: string): string => (words.has(`cap.${key}`) ? words.t(`cap.${key}`) : key);
    this.list.replaceChildren(
      ...[...fixed, ...groups, ...digits].map(([key, name]) => row(el("kbd", {}, named(key)), this.does(name))),
      ...own,
    );
    if (!this.waiting) this.told.textContent = "";
  }

  private wait(letter: string, does: string): void {
    this.waiting = letter;
    this.told.textContent = this.table.words.t("keys.press", { does });
  }

  /** The next key pressed in the dialog is the new one; Esc leaves it as it is. */
  private set(event: KeyboardEvent): void {
    const letter = this.waiting;
    if (!letter || event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || event.key === "Shift")
      return;
    event.preventDefault();
    const isFit = mayBe(event.key);
    this.waiting = null;
    if (isFit) this.settings.keep({ keys: bind(this.settings.ways, letter, event.key.toLowerCase()).keys });
    this.fill();
    this.told.textContent =
      event.key === "Escape" ? "" : this.table.words.t(isFit ? "keys.set" : "keys.no", { key: event.key });
    this.list.querySelectorAll<HTMLElement>(".gt-key")[this.shown.indexOf(letter)]?.focus();
  }
}

/** Choices of a look, each shown as a small table; a choice is visible at once on the felt behind. */
function looks(
  table: GinTable,
  settings: Settings,
  name: "felt" | "back" | "deck",
  all: readonly string[],
): HTMLElement {
  const { words } = table;
  const one = (value: string): HTMLElement => {
    const radio = el("input", { type: "radio", name: `gt-${name}`, value }) as HTMLInputElement;
    radio.checked = settings.ways[name] === value;
    radio.addEventListener("change", () => settings.keep({ [name]: value }));
    const small = el("i", { class: "gt-small", [`data-${name}`]: value, "aria-hidden": "true" });
    const card = name === "deck" ? picture("QH", value) : "back";
    small.innerHTML = `<svg class="card" viewBox="0 0 100 140"><use href="${table.sprite}#${card}"></use></svg>`;
    return el("label", {}, radio, small, el("span", {}, words.t(`way.${name}.${value}`)));
  };
  return el("fieldset", { class: "gt-looks" }, el("legend", {}, words.t(`way.${name}`)), ...all.map(one));
}

/** A player's settings for every table. Settings can only remove aids. */
function settingsDialog(table: GinTable, settings: Settings): void {
  const { words, facts } = table;
  const levels = el(
    "select",
    { id: "gt-aids", class: "input" },
    ...LEVELS.map((level) => el("option", { value: level }, words.t(`way.aids.${level}`))),
  ) as HTMLSelectElement;
  levels.value = settings.ways.aids;
  levels.addEventListener("change", () => {
    settings.keep({ aids: levels.value });
    settings.aids.set();
  });
  const rows = SWITCHES.filter((name) => name !== (facts.kernel === "colonel" ? "ask_knock" : "ask_lay")).map(
    (name) => {
      const box = el("input", { type: "checkbox", class: "tick" }) as HTMLInputElement;
      box.checked = settings.ways[name];
      box.addEventListener("change", () => {
        settings.keep({ [name]: box.checked });
        if (name === "sounds") settings.sounds.play("turn");
      });
      table.addController({ hostUpdated: () => void (box.checked = settings.ways[name]) }); // also set at the table
      return el("label", { class: "gt-throw" }, box, el("span", {}, words.t(`way.${name}`)));
    },
  );
  table.append(
    el(
      "dialog",
      { class: "gt-dialog", id: "gt-ways", "aria-labelledby": "gt-ways-title" },
      el("h2", { id: "gt-ways-title" }, words.t("label.settings")),
      looks(table, settings, "felt", FELTS),
      looks(table, settings, "deck", DECKS),
      looks(table, settings, "back", BACKS),
      el("div", {}, ...rows),
      el("p", { class: "cluster" }, el("label", { for: "gt-aids" }, words.t("way.aids")), levels),
      el("p", { class: "muted" }, words.t("way.aids.hint")),
      el("p", { class: "muted" }, words.t("way.kept")),
      el("form", { method: "dialog", class: "actions" }, el("button", { class: "button" }, words.t("key.close"))),
    ),
  );
}

/** Both of them, at the table. */
export function dress(table: GinTable, settings: Settings, hasLaws: boolean): void {
  new KeysDialog(table, settings, hasLaws);
  settingsDialog(table, settings);
}
