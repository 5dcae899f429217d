/** The arithmetic of a scored deal of gin: one line for each step, with its rule. */

import { SIGNS } from "../cards";
import type { Facts } from "../facts";
import type { Strings } from "../strings";
import { other, type Result } from "../table-view";

export interface Line {
  text: string;
  rule: string;
}

/** "23 − 6 = 17 · GIN-23", "+25 undercut · GIN-24", "×2 · OKL-3" …; a dead deal is one line with its rule. */
export function lines(result: Result, words: Strings, facts: Facts): Line[] {
  const { winner } = result;
  if (!winner)
    return [
      result.type === "tie"
        ? { text: words.t("sum.tie"), rule: "GIN-25" }
        : { text: words.t("sum.dead", { count: facts.stock_floor }), rule: "GIN-30" },
    ];
  const steps = [...difference(result, words), ...bonuses(result, words, facts)];
  return [
    ...steps,
    { text: words.n("sum.total", result.points, { points: result.points }), rule: "GIN-29" },
    ...entered(result, words, facts),
  ];
}

/** Where the points go: boxes on the pad (GIN-35, 36), suits in Color Gin (CGN-8); Hollywood's columns are on its
 *  sheet. */
function entered(result: Result, words: Strings, facts: Facts): Line[] {
  if (facts.sheet === "colours")
    return [{ text: words.t("sum.suits", { suits: suitSigns(result.suits ?? "") }), rule: "CGN-8" }];
  if (facts.stake !== null) return [];
  const boxes = 1 + result.extra_boxes;
  return facts.sheet === "pad" ? [{ text: words.n("sum.box", boxes), rule: boxes > 1 ? "GIN-36" : "GIN-35" }] : [];
}

/** Is an entry of this type a deal, not one that is dealt again (IRR-33) or a correction of the score (IRR-35)? */
export const isDeal = (type: string): boolean => !["redeal", "void", "adjusted"].includes(type);

/** The number of each entry as its row of the sheet shows it: its number among the deals, or a sign for a director's
 *  correction (IRR-35) and for a deal that is dealt again, which are no deals. */
export function numbered(entries: readonly { type: string }[]): string[] {
  let n = 0;
  return entries.map(({ type }) => (isDeal(type) ? `${++n}` : type === "adjusted" ? "±" : "–"));
}

/** "♠ ♦": the suits that a deal of Color Gin counts in. */
export function suitSigns(suits: string): string {
  return [...suits].map((suit) => SIGNS[suit] ?? suit).join(" ");
}

function difference(result: Result, words: Strings): Line[] {
  const winner = result.winner!;
  const low = result.counts?.[winner] ?? 0,
    high = result.counts?.[other(winner)] ?? 0;
  if (result.type === "gin" || result.type === "big_gin")
    return [{ text: words.t("sum.count", { count: high }), rule: "GIN-26" }];
  if (result.type === "declined")
    return [{ text: high > low ? `${high} − ${low} = ${high - low}` : words.t("sum.no_difference"), rule: "DBL-3" }];
  return [{ text: `${high} − ${low} = ${high - low}`, rule: result.type === "undercut" ? "GIN-24" : "GIN-23" }];
}

function bonuses(result: Result, words: Strings, facts: Facts): Line[] {
  const found: Line[] = [];
  const rule = { gin: "GIN-26", big_gin: "GIN-27", undercut: "GIN-24", declined: "DBL-3" }[result.type];
  const hand = Math.min(facts.hand_win_bonus, result.bonus);
  const bonus = result.bonus - hand;
  if (bonus && rule) found.push({ text: words.t(`sum.bonus.${result.type}`, { bonus }), rule });
  if (hand) found.push({ text: words.t("sum.hand", { bonus: hand }), rule: "GIN-28" });
  const factor = result.factor ?? 1;
  if (factor > 1) found.push({ text: `× ${factor}`, rule: facts.doubling ? "DBL-4" : "OKL-3" });
  return found;
}
