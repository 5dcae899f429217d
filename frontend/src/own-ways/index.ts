/** The player's own settings and ways to play at <gin-table>: the order of the hand by drag, the typed line, keys,
 *  settings. It is a separate chunk beside the table, which does not know about it; its dialogs are loaded when needed
 *  (own-dialogs). */

import { button, change, el } from "../shared/elements";
import { fetched, lostAt } from "../shared/fetching/fetched";
import type { GinTable } from "../shared/table/gin-table";
import { meant } from "../shared/own/own-keys";
import { OwnOrder } from "./own-order";
import { AheadMarks } from "./ahead-marks";
import { PileDrag } from "./pile-drag";
import { throwByDoubleTap } from "./throwing";
import { Settings } from "../shared/own/own-settings";
import { speech } from "./own-speech";
import type { TypedForm } from "../typed-line";

const isTyping = (target: Element): boolean =>
  target.closest("dialog, input, select, textarea, [contenteditable]") !== null;

/** The keys as the player has set them. */
class Keys {
  constructor(
    private readonly table: GinTable,
    private readonly settings: Settings,
  ) {
    document.addEventListener("keydown", (event) => this.press(event), true);
  }

  /** Translates a letter pressed on the page into the one that it stands for, or into nothing. */
  private press(event: KeyboardEvent): void {
    const target = event.target as Element,
      { table } = this;
    if (!event.isTrusted || isTyping(target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!table.contains(target)) return this.pass(target, event);
    if (table.drafting && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      return this.group(target, event.key === "ArrowUp" ? -1 : 1);
    }
    if (event.key.length !== 1 || event.key === " ") return;
    const letter = meant(this.settings.ways, event.key);
    if (letter === event.key) return;
    event.stopImmediatePropagation();
    if (letter === null) return;
    event.preventDefault();
    target.dispatchEvent(new KeyboardEvent("keydown", { key: letter, bubbles: true, cancelable: true }));
  }

  /** Passes a key pressed beside the table to it, if the page itself does not use the key. */
  private pass(target: Element, event: KeyboardEvent): void {
    const { table } = this,
      felt = table.querySelector(".felt");
    const isLetter = event.key.length === 1 && event.key !== " ",
      isArrow = target === document.body && (event.key === "ArrowLeft" || event.key === "ArrowRight");
    if (!felt || document.querySelector("dialog[open]") || !(isLetter || isArrow)) return;
    const letter = isLetter ? meant(this.settings.ways, event.key) : event.key;
    if (letter && !felt.dispatchEvent(new KeyboardEvent("keydown", { key: letter, bubbles: true, cancelable: true })))
      event.preventDefault();
  }

  /** Conquian: ↑ and ↓ go from the hand through the groups of the arranger and back. */
  private group(target: Element, by: number): void {
    const groups = [...this.table.querySelectorAll(".gt-arrange .gt-meld")];
    const next = groups.findIndex((group) => group.contains(target)) + by;
    if (next < 0 || next >= groups.length) this.table.focusCard(this.table.roving);
    else groups[next]!.querySelector<HTMLElement>(".gt-pick")?.focus();
  }
}

/** The place of the typed line; its reader is loaded at the first use. */
function typedLine(table: GinTable, hasLaws: boolean): void {
  const { words } = table,
    input = el("input", {
      id: "gt-line",
      class: "input",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: "80",
      "aria-describedby": "gt-words",
    });
  const list = el("details", { id: "gt-words" }, el("summary", {}, words.t("line.words")));
  const form = el(
    "form",
    { class: "gt-line" },
    el("label", { for: "gt-line" }, words.t("line.label")),
    el("p", { class: "cluster" }, input, el("button", { class: "button small" }, words.t("line.send"))),
    el("p", { class: "gt-said" }),
    list,
  );
  const make = ({ typed }: typeof import("../typed-line")): TypedForm => typed(table, hasLaws, form);
  const come = fetched(table.dataset["typed"]!, make, lostAt(table));
  input.addEventListener("focus", () => void come());
  list.addEventListener("toggle", () => void come());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void come((line) => line.send());
  });
  table.addController({
    hostUpdated: () => {
      if (!form.isConnected) table.querySelector(".gt-log")?.append(form);
    },
  });
}

/** The dialogs are loaded at their first use. */
function later(table: GinTable, settings: Settings, hasLaws: boolean): void {
  const open = table.open.bind(table);
  const make = ({ dress }: typeof import("../own-dialogs")): void => dress(table, settings, hasLaws);
  const come = fetched(table.dataset["dialogs"]!, make, lostAt(table));
  table.open = (id) => void come(() => open(id));
}

/** The switch of the sounds at the table itself. */
function soundSwitch(table: GinTable, settings: Settings): void {
  const made = button({ class: "gt-sound", "aria-label": table.words.t("label.sound") }, "♪", () => {
    settings.keep({ sounds: !settings.ways.sounds });
    settings.sounds.play("turn");
  });
  table.addController({
    hostUpdated: () => {
      change(made, "aria-pressed", String(settings.ways.sounds));
      if (!made.isConnected) table.querySelector(".gt-head")?.append(made);
    },
  });
}

void customElements.whenDefined("gin-table").then(() => {
  const table = document.querySelector<GinTable>("gin-table");
  if (!table) return;
  const hasLaws = table.words.has("law.choice.object"),
    settings = new Settings(table);
  table.speech = (key) => speech(table, key);
  new Keys(table, settings);
  later(table, settings, hasLaws);
  soundSwitch(table, settings);
  if (table.me) typedLine(table, hasLaws);
  if (table.me) {
    const marks = hasLaws ? null : new AheadMarks(table); // under laws a draw out of turn is a move
    new OwnOrder(table);
    new PileDrag(table, marks);
    throwByDoubleTap(table);
  }
  table.requestUpdate();
});
