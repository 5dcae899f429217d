/** Keys of the table. Keys pressed beside it come here too (own-ways.ts), but never those typed in a dialog or a field.
 *  */

import { added, adds } from "../lays";
import { legal } from "../table-view";
import type { Scene } from "./scene";

/** `speech`: the text that a key reads aloud, null if it is no reading key; own-ways supplies it. */
export interface Keyed extends Scene {
  speech(key: string): string | null;
  speak(text: string): void;
  focusCard(index: number): void;
  open(id: string): void;
  clear(): void;
  verb(key: string): HTMLElement | null;
}

/** Handles one key; returns true if it is a key of the table. */
export function press(table: Keyed, event: KeyboardEvent): boolean {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || target.closest("dialog, input, select, textarea")) return false;
  if (moves(table, event)) return true;
  if (event.altKey) return false;
  if (target.closest(".gt-pick, .gt-arrange .chip-button") && (event.key === " " || event.key === "Enter"))
    return false;
  const inHand = target.closest(".gt-cards") !== null;
  if (inHand && (event.key === " " || event.key === "Enter")) {
    onCard(table, event.key);
    return true;
  }
  return letter(table, event.key);
}

function moves(table: Keyed, event: KeyboardEvent): boolean {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by !== undefined) {
    const card = table.order[table.roving];
    if (event.altKey && card) {
      if (table.chosen !== card) table.choose(card);
      table.shift(by);
      table.focusCard(table.roving);
    } else table.focusCard(table.roving + by);
    return true;
  }
  if (event.altKey || (event.key !== "Home" && event.key !== "End")) return false;
  table.focusCard(event.key === "Home" ? 0 : table.order.length - 1);
  return true;
}

/** Space chooses the focused card; Enter throws it, once it is the chosen one. */
function onCard(table: Keyed, key: string): void {
  const card = table.order[table.roving];
  if (!card) return;
  const action = legal(table.view, "discard").find((one) => one.card === card);
  if (key === "Enter" && table.chosen === card && action) table.perform(action);
  else if (key === " " || table.chosen !== card) table.choose(card);
}

function letter(table: Keyed, key: string): boolean {
  const said = table.drafting && key === "w" ? null : table.speech(key);
  if (said !== null) {
    table.speak(said);
    return true;
  }
  if (key === "Escape") {
    table.clear();
    return true;
  }
  if (key === "?") {
    table.open("gt-keys");
    return true;
  }
  if (key === "a") {
    table.sort(table.sorting === "melds" ? "suit" : table.sorting === "suit" ? "rank" : "melds");
    return true;
  }
  if (table.drafting && /^[1-9]$/.test(key)) {
    const at = Number(key) - 1;
    if (at < table.drafting.groups.length) table.put(at);
    return true;
  }
  if (table.drafting && key === "o") {
    if (table.view.centre) table.choose(table.view.centre);
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    const action = adds(table.view, table.chosen).find((one) => one.meld === Number(key) - 1);
    if (action) table.ask(added(table, action));
    return action !== undefined;
  }
  const button = table.verb(key);
  button?.click();
  return button !== null;
}
