/** The action bar (T8): fixed places, each verb enabled by the server's list of legal commands or saying why not. */

import { short, type Card } from "./cards";
import type { Strings } from "./strings";
import { legal, may, type Action, type Seat, type View } from "./table-view";

export interface Verb { key: string; label: string; action: Action | null; opens?: "knock"; why: string; hint: string }
interface Setting { view: View; me: Seat | null; chosen: Card | null; busy: boolean; words: Strings }

/** Take · Stock (Pass while the upcard is offered) · Discard · Knock · Gin. */
export function verbs(setting: Setting): Verb[] {
  return [take(setting), stock(setting), discard(setting), ...(setting.view.limit > 0 ? [knock(setting)] : []), gin(setting)];
}

/** The strip of a showdown played by hand (GIN-20): Show · Lay off · Finish. Empty otherwise. */
export function showdownVerbs({ view, chosen, busy, words }: Setting): Verb[] {
  if (!may(view, "show_hand") && !may(view, "lay_off") && !may(view, "finish")) return [];
  const why = busy ? words.t("why.busy") : "";
  const verb = (key: string, action: Action | null, reason: string): Verb =>
    ({ key: "", label: words.t(`verb.${key}`), action: busy ? null : action, why: why || (action ? "" : reason), hint: "" });
  const targets = legal(view, "lay_off").filter((action) => !chosen || action.card === chosen);
  const offs = targets.map((action) => ({ ...verb("lay_off", action, ""), label: words.t("verb.lay_off.to", { card: short(action.card ?? ""), meld: (action.meld ?? 0) + 1 }) }));
  const show = may(view, "show_hand") ? [verb("show_hand", { do: "show_hand" }, "")] : [];
  return [...show, ...offs, verb("finish", legal(view, "finish")[0] ?? null, words.t("why.show_first"))];
}

function verb(setting: Setting, key: string, label: string, action: Action | null, why: string, hint = ""): Verb {
  const reason = setting.busy ? setting.words.t("why.busy") : why;
  return { key, label, action: setting.busy ? null : action, why: action && !setting.busy ? "" : reason, hint };
}

/** Why nothing at all may be done now; empty on one's own turn. */
function notNow({ view, me, words }: Setting): string {
  if (view.over) return words.t("why.over");
  if (view.phase === "done") return words.t("why.scored");
  return view.turn === me ? "" : words.t("why.turn");
}

function take(setting: Setting): Verb {
  const { view, words } = setting;
  const action = legal(view, "take_upcard")[0] ?? legal(view, "draw_discard")[0] ?? null;
  const label = view.top ? words.t("verb.take.card", { card: short(view.top) }) : words.t("verb.take");
  const why = notNow(setting) || words.t(may(view, "draw_stock") ? "why.stock_only" : "why.drawn");
  return verb(setting, "u", label, action, why);
}

function stock(setting: Setting): Verb {
  const { view, words } = setting;
  if (view.phase === "upcard") {
    return verb(setting, "v", words.t("verb.pass"), legal(view, "pass_upcard")[0] ?? null, notNow(setting));
  }
  const why = notNow(setting) || words.t(may(view, "draw_discard") ? "why.stock_closed" : "why.drawn");
  return verb(setting, "s", words.t("verb.stock"), legal(view, "draw_stock")[0] ?? null, why);
}

function discard(setting: Setting): Verb {
  const { view, chosen, words } = setting;
  const label = chosen && may(view, "discard") ? words.t("verb.discard.card", { card: short(chosen) }) : words.t("verb.discard");
  return verb(setting, "d", label, legal(view, "discard").find((action) => action.card === chosen) ?? null, whyNotDiscard(setting));
}

function whyNotDiscard(setting: Setting): string {
  const { view, chosen, words } = setting;
  const blocked = notNow(setting);
  if (blocked) return blocked;
  if (!may(view, "discard")) return words.t("why.draw_first");
  if (!chosen) return words.t("why.choose");
  return words.t(view.taken?.card === chosen ? "why.just_taken" : "why.not_legal");
}

function knock(setting: Setting): Verb {
  const { view, chosen, words } = setting;
  const knocks = legal(view, "knock");
  const after = view.aids?.after;
  const best = knocks.length && after ? Math.min(...knocks.map((action) => after[action.card ?? ""] ?? 99)) : null;
  const label = best === null ? words.t("verb.knock") : words.t("verb.knock.count", { count: best });
  const open = view.aids?.after ? knocks.length > 0 : may(view, "discard") && chosen !== null;
  const found = verb(setting, "k", label, open ? { do: "knock" } : null, whyNotKnock(setting));
  return { ...found, opens: "knock" };
}

function whyNotKnock(setting: Setting): string {
  const { view, words } = setting;
  const blocked = notNow(setting);
  if (blocked) return blocked;
  if (!may(view, "discard")) return words.t("why.draw_first");
  if (!view.aids?.after) return words.t("why.choose");
  const least = Math.min(...Object.values(view.aids.after));
  return words.t("why.deadwood", { deadwood: least, limit: view.limit });
}

function gin(setting: Setting): Verb {
  const { view, chosen, words } = setting;
  const gins = legal(view, "gin");
  const action = gins.find((one) => one.card === chosen) ?? gins[0] ?? null;
  const why = notNow(setting) || words.t(may(view, "discard") ? "why.no_gin" : "why.draw_first");
  return verb(setting, "g", words.t("verb.gin"), action ? { do: "gin", card: action.card } as Action : null, why);
}
