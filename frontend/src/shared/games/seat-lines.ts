/** The arithmetic of a deal at a table of more than two: of three hands, or of the two who played. */

import type { Facts } from "../facts";
import { lines, type Line } from "./result-lines";
import { by } from "./seats";
import type { Sentences } from "../sentences";
import type { Result, Seat } from "../table-view";

/** One line for each step, with its rule. */
export function moreLines(result: Result, { words, names }: Sentences, facts: Facts): Line[] {
  const counts = by<number | null>(result.counts),
    { winner } = result;
  const others = Object.keys(counts).filter((seat) => seat !== winner && counts[seat] !== null);
  if (winner && !result.counts)
    return [{ text: words.n("sum.total", result.points, { points: result.points }), rule: "ONL-2" }];
  if (!winner || others.length < 2) {
    const two = winner
      ? { ...result, winner: "A" as Seat, counts: { A: counts[winner] ?? 0, B: counts[others[0] ?? ""] ?? 0 } }
      : result;
    return lines(two, words, { ...facts, sheet: "pad" });
  }
  const sum = others.map((seat) => counts[seat]).join(" + "),
    isGin = result.type === "gin" || result.type === "big_gin";
  const own = isGin ? "" : ` − ${counts[winner]}`;
  const lost = Object.entries(by<number>(result.penalties)).filter(([, points]) => points);
  return [
    { text: `${sum}${own} = ${result.difference}`, rule: isGin ? "3P-17" : "3P-15" },
    ...(result.bonus ? [{ text: words.t("sum.bonus.gin", { bonus: result.bonus }), rule: "3P-17" }] : []),
    { text: words.n("sum.total", result.points, { points: result.points }), rule: "3P-15" },
    ...lost.map(([seat, points]) => ({ text: `${by<string>(names)[seat]} −${points}`, rule: "3P-16" })),
    { text: words.n("sum.box", 1 + result.extra_boxes), rule: "GIN-35" },
  ];
}
