/** Keys of the table (T21). They act only while focus is inside it, and never in a dialog or a field. */

import { adds } from "./tabled";
import { legal } from "./table-view";
import type { Scene } from "./scene";
import { left, face } from "./clock-face";

export interface Keyed extends Scene { speak(text: string): void; focusCard(index: number): void; open(id: string): void; clear(): void; verb(key: string): HTMLElement | null }

/** Handles one key; true when it was one of ours. */
export function press(table: Keyed, event: KeyboardEvent): boolean {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || target.closest("dialog, input, select, textarea")) return false;
  if (moves(table, event)) return true;
  if (event.altKey) return false;
  if (target.closest(".gt-pick, .gt-arrange .chip-button") && (event.key === " " || event.key === "Enter")) return false;
  const inHand = target.closest(".gt-cards") !== null;
  if (inHand && (event.key === " " || event.key === "Enter")) { onCard(table, event.key); return true; }
  return letter(table, event.key);
}

function moves(table: Keyed, event: KeyboardEvent): boolean {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by !== undefined) {
    const card = table.order[table.roving];
    if (event.altKey && card) { if (table.chosen !== card) table.choose(card); table.shift(by); table.focusCard(table.roving); }
    else table.focusCard(table.roving + by);
    return true;
  }
  if (event.altKey || (event.key !== "Home" && event.key !== "End")) return false;
  table.focusCard(event.key === "Home" ? 0 : table.order.length - 1);
  return true;
}

/** Space chooses, Enter throws the card under focus, once it is the chosen one. */
function onCard(table: Keyed, key: string): void {
  const card = table.order[table.roving];
  if (!card) return;
  const action = legal(table.view, "discard").find((one) => one.card === card);
  if (key === "Enter" && table.chosen === card && action) table.perform(action);
  else if (key === " " || table.chosen !== card) table.choose(card);
}

function letter(table: Keyed, key: string): boolean {
  const said = table.drafting && key === "w" ? null : speech(table, key);
  if (said !== null) { table.speak(said); return true; }
  if (key === "Escape") { table.clear(); return true; }
  if (key === "?") { table.open("gt-keys"); return true; }
  if (key === "a") { table.sort(table.sorting === "melds" ? "suit" : table.sorting === "suit" ? "rank" : "melds"); return true; }
  if (table.drafting && /^[1-9]$/.test(key)) {
    const at = Number(key) - 1;
    if (at < table.drafting.groups.length) table.put(at);
    return true;
  }
  if (table.drafting && key === "o") { if (table.view.centre) table.choose(table.view.centre); return true; }
  if (/^[1-9]$/.test(key)) {
    const action = adds(table.view, table.chosen).find((one) => one.meld === Number(key) - 1);
    if (action) table.perform(action);
    return action !== undefined;
  }
  const button = table.verb(key);
  button?.click();
  return button !== null;
}

/** What a key reads aloud; null when it is no reading key. Aids withheld stay withheld (T10). */
function speech(table: Keyed, key: string): string | null {
  const { view, words, say } = table;
  const cards = (list: readonly string[]): string => list.map((card) => say.card(card)).join(", ");
  const aids = view.aids;
  switch (key) {
    case "h": return view.hand ? cards(table.order) : words.t("say.none");
    case "t": return table.facts.kernel === "conquian" ? table.view.table?.map((meld) => `${table.names[meld.laid.A.length ? "A" : "B"]}: ${cards(meld.cards)}`).join("; ") || words.t("label.no_melds") : null;
    case "m": return aids?.melds?.map(cards).join("; ") || words.t("say.none");
    case "w": return aids && table.facts.kernel === "gin" ? words.t("label.deadwood", { count: aids.deadwood }) : words.t("say.none");
    case "p": return view.ranks && table.facts.kernel === "conquian" ? words.t("say.centre", { card: view.centre ? say.card(view.centre) : words.t("label.no_centre"), stock: view.stock }) : words.t("say.pile", { pile: view.top ? say.card(view.top) : words.t("label.pile.empty"), stock: view.stock });
    case "b": return words.t("say.score", { nameA: table.names.A, a: view.score.points.A, nameB: table.names.B, b: view.score.points.B });
    case "c": return clocks(table);
    case "l": return table.log[0] ?? words.t("say.none");
    default: return null;
  }
}

function clocks(table: Keyed): string {
  const parts = (["A", "B"] as const).flatMap((seat) => {
    const ms = left(table.clocks, seat, performance.now());
    return ms === null ? [] : [table.words.t("say.clock", { name: table.names[seat], time: face(ms) })];
  });
  return parts.join(" ") || table.words.t("say.noclock");
}
