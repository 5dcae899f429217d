/** Colonel: draw, lay and add as you like, throw; a challenge at any time. */

import { short, value } from "../cards";
import type { Facts } from "../facts";
import type { Line } from "./result-lines";
import type { Scene } from "../table/scene";
import type { Sentences } from "../sentences";
import { adds, mayLay } from "../lays";
import { legal, may, other, type Result, type Seat } from "../table-view";
import { discard, notNow, verb, type Setting, type Verb } from "../table/verbs";

/** Take · Stock · Lay · Add · Discard, and Challenge where there are challenges. */
export function colonelVerbs(setting: Setting): Verb[] {
  return [
    take(setting),
    stock(setting),
    lay(setting),
    add(setting),
    throwOne(setting),
    ...(setting.facts.challenge ? [challenge(setting)] : []),
  ];
}

/** COL-15: the buttons that answer a challenge, in place of the bar. */
export function colonelStrip(setting: Setting): Verb[] {
  const { view, words } = setting;
  if (!may(view, "accept_challenge")) return [];
  return [
    verb(setting, "y", words.t("verb.accept_challenge"), { do: "accept_challenge" }, "", words.t("ask.challenge")),
    verb(setting, "n", words.t("verb.refuse_challenge"), { do: "refuse_challenge" }, ""),
  ];
}

function take(setting: Setting): Verb {
  const { view, words, facts } = setting;
  const whole = facts.pickup === "pile";
  const label = whole
    ? words.n("verb.take.pile", view.pile)
    : view.top
      ? words.t("verb.take.card", { card: short(view.top) })
      : words.t("verb.take");
  const why = notNow(setting) || words.t(view.phase === "draw" ? "why.empty" : "why.drawn.colonel");
  return verb(setting, "u", label, legal(view, "draw_discard")[0] ?? null, why);
}

function stock(setting: Setting): Verb {
  const { view, words } = setting;
  const why = notNow(setting) || words.t(view.phase === "draw" ? "why.empty" : "why.drawn.colonel");
  return verb(setting, "s", words.t("verb.stock"), legal(view, "draw_stock")[0] ?? null, why);
}

/** What is laid: the chosen cards; of one chosen card its whole meld, as the aids tell it. */
function lay(setting: Setting): Verb {
  const { view, words } = setting;
  const whole = view.aids?.melds?.find((meld) => setting.picked.length === 1 && meld.includes(setting.picked[0]!));
  const picked = whole ?? setting.picked;
  const same = (cards: readonly string[] = []): boolean =>
    cards.length === picked.length && cards.every((card) => picked.includes(card));
  // no aids tell what is a meld: the server answers
  const blind = !view.aids?.melds && mayLay(view) && picked.length > 2;
  const action = blind
    ? { do: "meld", cards: [...picked] }
    : (legal(view, "meld").find((one) => same(one.cards)) ?? null);
  const why =
    notNow(setting) ||
    words.t(view.phase === "draw" ? "why.draw_first.colonel" : picked.length < 3 ? "why.choose_meld" : "why.no_meld");
  const label = action ? words.t("verb.meld.cards", { cards: picked.map(short).join(" ") }) : words.t("verb.meld");
  return {
    ...verb(setting, "n", label, action, why),
    fits: lays(setting) && (setting.picked.length > 1 || action !== null),
    ...(view.aids?.melds ? {} : { opens: "ask", question: words.t("ask.lay") }),
  };
}

/** After the draw of one's own turn, cards can be laid; what is said depends on the chosen cards. */
const lays = ({ view, me }: Setting): boolean => view.turn === me && view.phase === "discard" && !view.over;

function add(setting: Setting): Verb {
  const { view, words, chosen } = setting;
  const ways = adds(view, chosen);
  const why =
    notNow(setting) ||
    words.t(
      view.phase === "draw"
        ? "why.draw_first.colonel"
        : !chosen
          ? "why.choose"
          : ways.length > 1
            ? "why.which_meld"
            : "why.fits_nowhere",
    );
  const label =
    chosen && ways.length === 1
      ? words.t("verb.add.card", { card: short(chosen), meld: (ways[0]!.meld ?? 0) + 1 })
      : words.t("verb.add");
  return {
    ...verb(setting, "t", label, ways.length === 1 ? ways[0]! : null, why),
    fits: lays(setting) && ways.length > 0,
    opens: "ask",
    question: words.t("ask.lay"),
  };
}

/** Who chooses several cards lays them. */
function throwOne(setting: Setting): Verb {
  const found = discard(setting);
  return { ...found, fits: found.fits && setting.picked.length < 2 };
}

function challenge(setting: Setting): Verb {
  const { view, words } = setting;
  const action = legal(view, "challenge")[0] ?? null;
  const why =
    view.over || view.phase === "done"
      ? notNow(setting)
      : words.t(view.challenger ? "why.challenged" : "why.challenge_once");
  return {
    ...verb(setting, "x", words.t("verb.challenge"), action, why, ""),
    opens: "ask",
    question: words.t("ask.challenge.make"),
  };
}

/** What the hand counts, and what the player has laid, if melds score (COL-14); empty in other games. */
export function held(scene: Scene): string {
  const { view, words, facts } = scene;
  if (facts.kernel !== "colonel" || !view.hand) return "";
  const count = view.hand.reduce((sum, card) => sum + value(card), 0);
  const laid = view.credit?.[scene.near] ?? 0;
  return facts.scoring === "meld_minus_hand"
    ? words.t("label.laid_held", { laid, held: count, net: laid - count })
    : words.t("label.held", { count });
}

/** COL-12 to 15: the arithmetic of a deal. */
export function colonelLines(result: Result, say: Sentences, facts: Facts): Line[] {
  const { words, names } = say;
  const scores = result.scores ?? { A: 0, B: 0 };
  const counts = result.counts ?? { A: 0, B: 0 };
  if (facts.scoring === "meld_minus_hand") {
    return (["A", "B"] as Seat[]).map((seat) => ({
      text: words.t("sum.laid_held", {
        name: names[seat],
        laid: scores[seat] + counts[seat],
        held: counts[seat],
        net: scores[seat],
      }),
      rule: "COL-14",
    }));
  }
  const { winner } = result;
  const rule = { out: "COL-12", exhausted: "COL-13", challenge: "COL-15" }[result.type] ?? "COL-12";
  if (!winner) return [{ text: words.t("sum.level"), rule }];
  const left = (seat: Seat, sign = ""): Line => ({ text: say.about("sum.left", seat), sum: sign + counts[seat], rule });
  return [
    left(other(winner)),
    ...(result.type === "exhausted" ? [left(winner, "− ")] : []),
    { text: say.about("sum.scores", winner), sum: `${result.points}`, rule },
  ];
}
