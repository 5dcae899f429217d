/** The arithmetic of a deal at a table of more than two: of three hands, or of the two who played. */

import type { Facts } from "../facts";
import { lines, type Line } from "./result-lines";
import { by } from "./seats";
import type { Sentences } from "../sentences";
import type { Laid, Result, Seat } from "../table-view";

/** One line for each step, with its rule. */
export function moreLines(result: Result, say: Sentences, facts: Facts, laid: readonly Laid[] = []): Line[] {
  const { words, names } = say;
  const counts = by<number | null>(result.counts),
    { winner } = result;
  const others = Object.keys(counts).filter((seat) => seat !== winner && counts[seat] !== null);
  if (winner && !result.counts)
    return [{ text: words.n("sum.total", result.points, { points: result.points }), rule: "ONL-2" }];
  if (!winner || others.length < 2) return lines(result, say, { ...facts, sheet: "pad" }, laid, others[0] as Seat);
  const sum = others.map((seat) => counts[seat]).join(" + "),
    isGin = result.type === "gin" || result.type === "big_gin";
  const own = isGin ? "" : ` − ${counts[winner]}`;
  const lost = Object.entries(by<number>(result.penalties)).filter(([, points]) => points);
  return [
    { text: sum + own, sum: `${result.difference}`, rule: isGin ? "3P-17" : "3P-15" },
    ...(result.bonus ? [{ text: words.t("sum.bonus.gin"), sum: `+ ${result.bonus}`, rule: "3P-17" }] : []),
    { text: say.about("sum.scores", winner), sum: `${result.points}`, rule: "3P-15" },
    ...lost.map(([seat, points]) => ({ text: by<string>(names)[seat]!, sum: `− ${points}`, rule: "3P-16" })),
    { text: words.n("sum.box", 1 + result.extra_boxes), rule: "GIN-35" },
  ];
}
