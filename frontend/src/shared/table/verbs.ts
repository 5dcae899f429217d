/** The action bar of gin: fixed places; each verb is enabled by the server's list of legal commands, or says why it is
 *  not possible. */

import { short, type Card } from "../cards";
import type { Facts } from "../facts";
import type { Strings } from "../strings";
import { legal, may, type Action, type Seat, type View } from "../table-view";

export interface Verb {
  key: string;
  label: string;
  action: Action | null;
  /** Does the verb belong to the present question? If not, its place stays empty. */
  fits: boolean;
  opens?: "knock" | "gin" | "ask" | "arrange";
  question?: string;
  why: string;
  hint: string;
  /** A second line under the label: what the verb still needs, or what it also does. */
  under?: string;
}
export interface Setting {
  view: View;
  me: Seat | null;
  chosen: Card | null;
  picked: readonly Card[];
  busy: boolean;
  words: Strings;
  facts: Facts;
}

/** Stock (Pass while the upcard is offered) · Take · Discard · Knock · Gin, and Big gin and Double where they are
 *  played. */
export function verbs(setting: Setting): Verb[] {
  const { view, facts } = setting;
  return [
    stock(setting),
    take(setting),
    discard(setting),
    ...(view.limit > 0 ? [knock(setting)] : []),
    gin(setting),
    ...(facts.big_gin ? [bigGin(setting)] : []),
    ...(facts.doubling ? [double(setting)] : []),
  ];
}

/** What replaces the bar while a question is open: a showdown by hand (GIN-20), an offer to double (DBL-2, 3). Else
 *  empty. */
export function strip(setting: Setting): Verb[] {
  return may(setting.view, "accept_double") ? answers(setting) : showdownVerbs(setting);
}

function answers(setting: Setting): Verb[] {
  const { view, words, facts } = setting;
  const bonus = facts.decline_bonus + facts.hand_win_bonus;
  return [
    verb(setting, "y", words.t("verb.accept_double", { factor: view.factor * 2 }), { do: "accept_double" }, ""),
    verb(
      setting,
      "n",
      words.t("verb.decline_double"),
      { do: "decline_double" },
      "",
      words.t("ask.decline_double", { bonus, factor: view.factor }),
    ),
  ];
}

function showdownVerbs(setting: Setting): Verb[] {
  const { view, chosen, words } = setting;
  if (!may(view, "show_hand") && !may(view, "lay_off") && !may(view, "finish")) return [];
  const one = (key: string, action: Action | null, why = ""): Verb => ({
    ...verb(setting, "", words.t(`verb.${key}`), action, why),
    fits: true,
  });
  const anywhere =
    chosen && may(view, "finish")
      ? (view.spread?.melds.map((_, meld): Action => ({ do: "lay_off", card: chosen, meld })) ?? [])
      : []; // below full aids nothing tells what fits
  const targets = view.aids?.melds
    ? legal(view, "lay_off").filter((action) => !chosen || action.card === chosen)
    : anywhere;
  const offs = targets.map((action) => ({
    ...one("lay_off", action),
    label: words.t("verb.lay_off.to", { card: short(action.card ?? ""), meld: (action.meld ?? 0) + 1 }),
  }));
  const show = may(view, "show_hand") ? [one("show_hand", { do: "show_hand" })] : [];
  return [...show, ...offs, one("finish", legal(view, "finish")[0] ?? null, words.t("why.show_first"))];
}

export function verb(
  setting: Setting,
  key: string,
  label: string,
  action: Action | null,
  why: string,
  hint = "",
): Verb {
  const reason = setting.busy ? setting.words.t("why.busy") : why;
  const said = action && !setting.busy ? "" : reason;
  return { key, label, action: setting.busy ? null : action, fits: action !== null, why: said, hint };
}

/** Why no action is possible now; empty on the player's own turn. */
export function notNow({ view, me, words }: Setting): string {
  if (view.over) return words.t("why.over");
  if (view.phase === "done") return words.t("why.scored");
  return view.turn === me ? "" : words.t("why.turn");
}

/** GIN-7: a deal of eleven opens without a draw. */
const isFirstOfEleven = (view: View): boolean => view.phase === "discard" && !view.taken && !view.top;

export function take(setting: Setting): Verb {
  const { view, words } = setting;
  const action = legal(view, "take_upcard")[0] ?? legal(view, "draw_discard")[0] ?? null;
  const label = view.top ? words.t("verb.take.card", { card: short(view.top) }) : words.t("verb.take");
  const why =
    notNow(setting) ||
    words.t(
      isFirstOfEleven(view)
        ? "why.first_throws"
        : view.phase === "last"
          ? "why.last"
          : may(view, "draw_stock")
            ? "why.stock_only"
            : "why.drawn",
    );
  return verb(setting, "u", label, action, why);
}

function stock(setting: Setting): Verb {
  const { view, words } = setting;
  if (view.phase === "upcard") {
    return verb(setting, "v", words.t("verb.pass"), legal(view, "pass_upcard")[0] ?? null, notNow(setting));
  }
  if (view.phase === "last")
    return verb(setting, "v", words.t("verb.leave_last"), legal(view, "decline_last")[0] ?? null, notNow(setting));
  const why =
    notNow(setting) ||
    words.t(
      isFirstOfEleven(view) ? "why.first_throws" : may(view, "draw_discard") ? "why.stock_closed" : "why.drawn",
    );
  return verb(setting, "s", words.t("verb.stock"), legal(view, "draw_stock")[0] ?? null, why);
}

export function discard(setting: Setting): Verb {
  const { view, chosen, words } = setting;
  const fits = may(view, "discard");
  const label =
    chosen && (fits || view.turn !== setting.me)
      ? words.t("verb.discard.card", { card: short(chosen) })
      : words.t("verb.discard");
  const action = legal(view, "discard").find((one) => one.card === chosen) ?? null;
  const under = chosen || setting.picked.length ? "" : words.t("verb.discard.first");
  return { ...verb(setting, "d", label, action, whyNotDiscard(setting)), fits, under };
}

function whyNotDiscard(setting: Setting): string {
  const { view, chosen, words } = setting;
  const blocked = notNow(setting);
  if (blocked) return blocked;
  if (view.phase === "discard" && !may(view, "discard")) return words.t("why.must_knock");
  if (!may(view, "discard")) return words.t("why.draw_first");
  if (!chosen) return words.t("why.choose");
  return words.t(
    view.taken?.card !== chosen
      ? "why.not_legal"
      : setting.facts.kernel === "colonel"
        ? "why.just_taken.colonel"
        : "why.just_taken",
  );
}

function knock(setting: Setting): Verb {
  const { view, chosen, words } = setting;
  const knocks = legal(view, "knock");
  const after = view.aids?.after;
  const best = knocks.length && after ? Math.min(...knocks.map((action) => after[action.card ?? ""] ?? 99)) : null;
  const thrown = knocks.find((action) => action.card === chosen)?.card;
  const label = best === null ? words.t("verb.knock")
    : words.t("verb.knock.count", { count: (thrown && after?.[thrown]) ?? best });
  const fits = after ? knocks.length > 0 : view.phase === "discard" && view.turn === setting.me;
  const open = fits && (after || chosen);
  const found = verb(setting, "k", label, open ? { do: "knock" } : null, whyNotKnock(setting));
  const under = thrown ? words.t("verb.knock.throws", { card: short(thrown) }) : "";
  return { ...found, fits, opens: "knock", under };
}

function whyNotKnock(setting: Setting): string {
  const { view, words } = setting;
  const blocked = notNow(setting);
  if (blocked) return blocked;
  if (view.phase !== "discard") return words.t("why.draw_first");
  if (!view.aids?.after) return words.t("why.choose");
  const least = Math.min(...Object.values(view.aids.after));
  if (least <= view.limit)
    return words.t(
      least === 0 && may(view, "gin")
        ? "why.gin_instead"
        : view.score.suits
          ? "why.no_open_suit"
          : "why.no_knock_now",
    );
  return words.t("why.deadwood", { deadwood: least, limit: view.limit });
}

function gin(setting: Setting): Verb {
  const { view, chosen, words } = setting;
  const gins = legal(view, "gin");
  const action = gins.find((one) => one.card === chosen) ?? gins[0] ?? null;
  const why = notNow(setting) || words.t(view.phase === "discard" ? "why.no_gin" : "why.draw_first");
  const found = verb(
    setting,
    "g",
    words.t("verb.gin"),
    action ? ({ do: "gin", card: action.card } as Action) : null,
    why,
  );
  // CGN-14: the arrangement decides the suits
  return view.score.suits && view.aids?.after ? { ...found, opens: "gin" } : found;
}

function bigGin(setting: Setting): Verb {
  const { view, words } = setting;
  const why = notNow(setting) || words.t(view.phase === "discard" ? "why.no_big_gin" : "why.draw_first");
  return verb(setting, "i", words.t("verb.big_gin"), legal(view, "big_gin")[0] ?? null, why);
}

/** DBL-1, 6: the button to double, before one's own draw, for the player who has the right; the offer names the new
 *  factor. */
function double(setting: Setting): Verb {
  const { view, words, me } = setting;
  const blocked = notNow(setting) || (view.phase === "discard" ? words.t("why.double_before_draw") : "");
  const why =
    blocked || words.t(view.double_right && view.double_right !== me ? "why.double_theirs" : "why.double_cap");
  return verb(
    setting,
    "x",
    words.t("verb.double", { factor: view.factor * 2 }),
    legal(view, "double")[0] ?? null,
    why,
  );
}
