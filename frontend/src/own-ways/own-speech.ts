/** Texts that the table reads aloud on a key. */

import { left, face } from "../shared/clock-face";
import type { Keyed } from "../shared/table/table-keys";

/** The text that a key reads aloud; null for other keys. Aids that are turned off stay off. */
export function speech(table: Keyed, key: string): string | null {
  const { view, words, say } = table;
  const cards = (list: readonly string[]): string => list.map((card) => say.card(card)).join(", ");
  const aids = view.aids;
  switch (key) {
    case "h":
      return view.hand ? cards(table.order) : words.t("say.none");
    case "t":
      return table.facts.kernel === "conquian"
        ? table.view.table
            ?.map((meld) => `${table.names[meld.laid.A.length ? "A" : "B"]}: ${cards(meld.cards)}`)
            .join("; ") || words.t("label.no_melds")
        : null;
    case "m":
      return aids?.melds?.map(cards).join("; ") || words.t("say.none");
    case "w":
      return aids && table.facts.kernel === "gin"
        ? words.t("label.deadwood", { count: aids.deadwood })
        : words.t("say.none");
    case "p":
      return view.ranks && table.facts.kernel === "conquian"
        ? words.t("say.centre", {
            card: view.centre ? say.card(view.centre) : words.t("label.no_centre"),
            stock: view.stock,
          })
        : words.t("say.pile", {
            pile: view.top ? say.card(view.top) : words.t("label.pile.empty"),
            stock: view.stock,
          });
    case "b":
      return words.t("say.score", {
        nameA: table.names.A,
        a: view.score.points.A,
        nameB: table.names.B,
        b: view.score.points.B,
      });
    case "c":
      return clocks(table);
    case "l":
      return table.last ?? words.t("say.none");
    default:
      return null;
  }
}

function clocks(table: Keyed): string {
  const parts = (["A", "B"] as const).flatMap((seat) => {
    const ms = left(table.clocks, seat, performance.now());
    return ms === null ? [] : [table.words.t("say.clock", { name: table.names[seat], time: face(ms) })];
  });
  return parts.join(" ") || table.words.t("say.noclock");
}
