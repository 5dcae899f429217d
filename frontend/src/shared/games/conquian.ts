/** Conquian: the card on offer is used, rejected or passed; a force is answered; the stakes are counted. */

import { short } from "../cards";
import type { Facts } from "../facts";
import { ready } from "../hand/arranger";
import { isDeal, type Line } from "./result-lines";
import type { Sentences } from "../sentences";
import type { Strings } from "../strings";
import { legal, may, mayErr, other, type DealLine, type Result, type Seat, type View } from "../table-view";
import type { Scene } from "../table/scene";
import { notNow, verb, type Setting, type Verb } from "../table/verbs";

/** The cards that a seat has on the table. */
export const downOf = (view: View, seat: Seat): number =>
  (view.table ?? []).reduce((sum, meld) => sum + meld.laid[seat].length, 0);

/** Use · Turn (Reject and turn) · Pass · Lay from hand if the rules have it · Fold. */
export function conquianVerbs(setting: Setting): Verb[] {
  const { facts } = setting;
  return [
    use(setting),
    turn(setting),
    pass(setting),
    ...(facts.hand_meld_alone ? [layFromHand(setting)] : []),
    ...(facts.fold ? [fold(setting)] : []),
  ];
}

/** CNQ-14: the opponent's answer to a declined card that can be forced. */
export function conquianStrip(setting: Setting): Verb[] {
  const { view, words } = setting;
  if (!may(view, "cq_force")) return [];
  return [
    verb(
      setting,
      "f",
      words.t("verb.cq_force", { card: short(view.centre ?? "") }),
      { do: "cq_force" },
      "",
      words.t("ask.cq_force"),
    ),
    verb(setting, "v", words.t("verb.cq_waive"), { do: "cq_waive" }, ""),
  ];
}

/** While cards are put together: lay them down, or pass the card by. */
export function arrangerVerbs(scene: Scene): Verb[] {
  const { drafting, words } = scene,
    { action, why, label, fits } = ready(scene);
  const lay: Verb = { ...verb(scene, "d", label, action, why), fits };
  if (!action && fits) lay.under = words.t("arrange.then", { count: drafting!.groups.flat().length });
  return drafting!.verb === "cq_use" ? [lay, turn(scene), pass(scene)] : [lay];
}

function use(setting: Setting): Verb {
  const { view, words } = setting;
  const action = legal(view, "cq_use").length || mayErr(view, "cq_use") ? { do: "cq_use" } : null;
  const why = notNow(setting) || words.t(view.centre ? "why.no_use" : "why.turn_first");
  const label = view.centre ? words.t("verb.cq_use.card", { card: short(view.centre) }) : words.t("verb.cq_use");
  return { ...verb(setting, "u", label, action, why), opens: "arrange" };
}

function turn(setting: Setting): Verb {
  const { view, words } = setting;
  const action = legal(view, "cq_turn")[0] ?? legal(view, "cq_reject")[0] ?? null;
  const why = notNow(setting) || words.t(view.phase === "forced" ? "why.forced" : "why.turned");
  return verb(setting, "r", words.t(view.phase === "start" ? "verb.cq_turn" : "verb.cq_reject"), action, why);
}

function pass(setting: Setting): Verb {
  const { view, words } = setting;
  const why = notNow(setting) || words.t(view.phase === "forced" ? "why.forced" : "why.not_turned");
  return verb(setting, "v", words.t("verb.cq_pass"), legal(view, "cq_pass")[0] ?? null, why);
}

function layFromHand(setting: Setting): Verb {
  const { view, words } = setting;
  const action = legal(view, "cq_hand").length ? { do: "cq_hand" } : null;
  const why = notNow(setting) || words.t(view.phase === "turned" ? "why.no_hand_meld" : "why.after_turning");
  return { ...verb(setting, "n", words.t("verb.cq_hand"), action, why), opens: "arrange" };
}

function fold(setting: Setting): Verb {
  const { view, words } = setting;
  const why = notNow(setting) || words.t(view.phase === "forced" ? "why.forced" : "why.fold_later");
  return {
    ...verb(setting, "x", words.t("verb.cq_fold"), legal(view, "cq_fold")[0] ?? null, why),
    opens: "ask",
    question: words.t("ask.cq_fold"),
  };
}

/** CNQ-18, 19: the units of a game after so many drawn games in a row. */
export function units(draws: number, carry: string): number {
  return carry === "pool" ? 1 + draws : carry === "double" && draws ? 2 : 1;
}

/** The units of each entry on the sheet, and of the next game. */
export function payments(deals: readonly DealLine[], carry: string): number[] {
  const paid: number[] = [];
  let draws = 0;
  for (const deal of deals) {
    if (!isDeal(deal.type)) {
      paid.push(0);
      continue;
    }
    paid.push(deal.winner ? units(draws, carry) : 0);
    draws = deal.winner ? 0 : draws + 1;
  }
  return [...paid, units(draws, carry)];
}

/** CNQ-15, 17 to 19: the end of a game in words. */
export function conquianLines(result: Result, say: Sentences): Line[] {
  const { winner } = result;
  if (!winner) return [{ text: say.words.t("sum.cq_drawn"), rule: "CNQ-17" }];
  return [
    { text: say.about("sum.cq_out", winner), rule: "CNQ-15" },
    { text: say.about("sum.cq_pays", other(winner)), rule: "CNQ-18" },
  ];
}

/** The units of this game if a drawn game is carried on; empty if it counts one. */
export function stakeNow(view: View, words: Strings, facts: Facts): string {
  const due = payments(view.score.deals, facts.draw_carry);
  const count = (view.phase === "done" ? due[view.score.deals.length - 1] : due.at(-1)) ?? 1;
  return facts.sheet === "stakes" && count > 1 ? words.t("label.counts", { count }) : "";
}
