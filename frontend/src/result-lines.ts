/** The arithmetic of a scored deal (T13): one line a step, each with its rule. */

import type { Strings } from "./strings";
import { other, type Result } from "./table-view";

export interface Line { text: string; rule: string }

/** "23 − 6 = 17 · GIN-23", "+25 undercut · GIN-24" …; a dead deal is one line that names its rule. */
export function lines(result: Result, words: Strings): Line[] {
  const { winner } = result;
  if (!winner) return [result.type === "tie" ? { text: words.t("sum.tie"), rule: "GIN-25" } : { text: words.t("sum.dead"), rule: "GIN-30" }];
  const steps = [...difference(result, words), ...bonuses(result, words)];
  const boxes = 1 + result.extra_boxes;
  return [...steps, { text: words.n("sum.total", result.points, { points: result.points }), rule: "GIN-29" },
    { text: words.n("sum.box", boxes), rule: boxes > 1 ? "GIN-36" : "GIN-35" }];
}

function difference(result: Result, words: Strings): Line[] {
  const winner = result.winner!;
  const low = result.counts?.[winner] ?? 0, high = result.counts?.[other(winner)] ?? 0;
  if (result.type === "gin" || result.type === "big_gin") return [{ text: words.t("sum.count", { count: high }), rule: "GIN-26" }];
  return [{ text: `${high} − ${low} = ${high - low}`, rule: result.type === "undercut" ? "GIN-24" : "GIN-23" }];
}

function bonuses(result: Result, words: Strings): Line[] {
  const found: Line[] = [];
  const rule = { gin: "GIN-26", big_gin: "GIN-27", undercut: "GIN-24" }[result.type];
  if (result.bonus && rule) found.push({ text: words.t(`sum.bonus.${result.type}`, { bonus: result.bonus }), rule });
  const factor = result.factor ?? 1;
  const rest = result.points / factor - result.difference - result.bonus;
  if (rest > 0) found.push({ text: words.t("sum.hand", { bonus: rest }), rule: "GIN-28" });
  if (factor > 1) found.push({ text: `× ${factor}`, rule: "GIN-29" });
  return found;
}
