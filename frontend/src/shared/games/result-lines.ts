/** The arithmetic of a scored deal of gin: one line for each step, with its rule. */

import { SIGNS, type Card } from "../cards";
import type { Facts } from "../facts";
import type { Sentences } from "../sentences";
import type { Strings } from "../strings";
import { other, type Laid, type Result, type Seat } from "../table-view";

/** A step of the arithmetic: its words with its rule, and where it has them the figure in the column of figures and the
 *  cards that make it. */
export interface Line {
  text: string;
  rule: string;
  sum?: string;
  cards?: readonly Card[];
}

/** "Ben’s deadwood 23", "yours − 6", "for the undercut + 25", "You score 42" …; a dead deal is one line with its rule.
 *  `laid` are the hands as they were laid, `loser` the seat whose hand is counted. */
export function lines(
  result: Result,
  say: Sentences,
  facts: Facts,
  laid: readonly Laid[] = [],
  loser = other(result.winner ?? "A"),
): Line[] {
  const { winner } = result,
    { words } = say;
  if (!winner)
    return [
      result.type === "tie"
        ? { text: words.t("sum.tie"), rule: "GIN-25" }
        : { text: words.t("sum.dead", { count: facts.stock_floor }), rule: "GIN-30" },
    ];
  return [
    ...difference(result, say, laid, loser),
    ...bonuses(result, words, facts),
    { text: say.about("sum.scores", winner), sum: `${result.points}`, rule: "GIN-29" },
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

function difference({ type, winner, counts }: Result, say: Sentences, laid: readonly Laid[], loser: Seat): Line[] {
  const low = counts?.[winner!] ?? 0,
    high = counts?.[loser] ?? 0,
    isGin = type === "gin" || type === "big_gin",
    rule = isGin ? "GIN-26" : { declined: "DBL-3", undercut: "GIN-24" }[type] ?? "GIN-23";
  if (type === "declined" && high <= low) return []; // only the bonus counts
  const step = (key: string, seat: Seat, sum: string): Line => {
    const cards = laid.find((one) => one.seat === seat)?.deadwood;
    return { text: say.about(key, seat), sum, rule, ...(cards && { cards }) };
  };
  const steps = [step("sum.deadwood", loser, `${high}`)];
  return isGin ? steps : [...steps, step("sum.less", winner!, `− ${low}`)];
}

function bonuses(result: Result, words: Strings, facts: Facts): Line[] {
  const found: Line[] = [];
  const rule = { gin: "GIN-26", big_gin: "GIN-27", undercut: "GIN-24", declined: "DBL-3" }[result.type];
  const hand = Math.min(facts.hand_win_bonus, result.bonus);
  const bonus = result.bonus - hand;
  if (bonus && rule) found.push({ text: words.t(`sum.bonus.${result.type}`), sum: `+ ${bonus}`, rule });
  if (hand) found.push({ text: words.t("sum.hand"), sum: `+ ${hand}`, rule: "GIN-28" });
  const factor = result.factor ?? 1;
  if (factor > 1) {
    const rule = facts.doubling ? "DBL-4" : "OKL-3";
    found.push({ text: words.t("sum.times", { count: factor }), sum: `× ${factor}`, rule });
  }
  return found;
}
