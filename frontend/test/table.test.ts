/** What the table says and offers: verbs with reasons, sentences, the arithmetic of a deal, clocks, the record. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { face, left, timeOfDay } from "../src/shared/clock-face";
import { curve, knockAt, stepNamed, unseen, type Step } from "../src/gin-replay/deal-record";
import { lines, numbered, type Line } from "../src/shared/games/result-lines";
import { Sentences } from "../src/shared/sentences";
import { PLAIN, type Facts } from "../src/shared/facts";
import { doubling, footer, sheet } from "../src/shared/table/sheets";
import { changed, type Laid, type Result, type View } from "../src/shared/table-view";
import { colonelStrip, colonelVerbs } from "../src/shared/games/colonel";
import { added, adds } from "../src/shared/lays";
import { commandOf, draftOf, holds, looseOf, nextWay, put } from "../src/shared/hand/arranger";
import { usePack } from "../src/shared/cards";
import { conquianStrip, conquianVerbs, payments } from "../src/shared/games/conquian";
import { endLine, sums } from "../src/shared/table/score-sheet";
import type { Scene } from "../src/shared/table/scene";
import { knockSheet, knockWarning } from "../src/shared/table/table-dialogs";
import { strip, verbs } from "../src/shared/table/verbs";
import { catalogue, words } from "./catalogue";

const names = { A: "Ana", B: "Ben" };
const say = new Sentences(words, names, "A");

function view(change: Partial<View>): View {
  const score = {
    target: 100,
    points: { A: 25, B: 0 },
    boxes: { A: 1, B: 0 },
    deals: [],
    over: false,
    totals: null,
    net: null,
    winner: null,
    shutout: false,
    game_bonus: 100,
  };
  return {
    rules: "gin-rummy-com",
    phase: "draw",
    turn: "A",
    dealer: "B",
    seat: "A",
    deal: 2,
    hand: ["KD", "2C"],
    counts: { A: 10, B: 10 },
    stock: 20,
    pile: 3,
    top: "7H",
    pile_cards: null,
    upcard: "7H",
    limit: 10,
    taken: null,
    spread: null,
    laid: null,
    factor: 1,
    score,
    result: null,
    over: false,
    actions: [],
    aids: null,
    ...change,
  };
}
const bar = (seen: View, chosen: string | null = null): Record<string, string> =>
  Object.fromEntries(
    verbs({ view: seen, me: "A", chosen, picked: chosen ? [chosen] : [], busy: false, words, facts: PLAIN }).map(
      (verb) => [verb.label, verb.why],
    ),
  );

test("before the draw: take and stock are open, the rest says to draw first", () => {
  const open = bar(view({ actions: [{ do: "draw_stock" }, { do: "draw_discard" }] }));
  assert.equal(open["Take 7♥"], "");
  assert.equal(open["Stock"], "");
  assert.match(open["Discard"]!, /GIN-10/);
});

test("only the verbs that belong to the phase are shown", () => {
  const fit = (seen: View, chosen: string | null = null): string =>
    verbs({ view: seen, me: "A", chosen, picked: chosen ? [chosen] : [], busy: false, words, facts: PLAIN })
      .flatMap((verb) => (verb.fits ? [verb.key] : []))
      .join("");
  assert.equal(fit(view({ actions: [{ do: "draw_stock" }, { do: "draw_discard" }] })), "su");
  const throws = view({ phase: "discard", actions: [{ do: "discard", card: "2C" }] });
  assert.equal(fit({ ...throws, aids: { deadwood: 30, melds: [], after: { "2C": 30 } } }), "d");
  assert.equal(fit(throws), "dk", "without aids the player says what can be knocked with");
  assert.equal(fit({ ...view({ actions: [] }), turn: "B" }), "");
});

test("the word for discards is one for each card of the hand but the one taken from the pile", () => {
  const drawn = changed(view({}), {
    phase: "discard",
    hand: ["KD", "2C", "3C"],
    taken: { card: "3C", from: "stock" },
    actions: "discards",
  });
  assert.deepEqual(
    drawn.actions?.map((action) => action.card),
    ["KD", "2C", "3C"],
  );
  const taken = changed(drawn, { taken: { card: "3C", from: "pile" }, actions: "discards" });
  assert.deepEqual(taken.actions, [
    { do: "discard", card: "KD" },
    { do: "discard", card: "2C" },
  ]);
  assert.deepEqual(changed(taken, { turn: "B", actions: [] }).actions, []);
});

test("GIN-11: the card just taken from the pile says why it stays", () => {
  const open = bar(
    view({ phase: "discard", taken: { card: "KD", from: "pile" }, actions: [{ do: "discard", card: "2C" }] }),
    "KD",
  );
  assert.match(open["Discard K♦"]!, /GIN-11/);
});

test("GIN-15: with full aids Knock names deadwood and limit; without aids it is never closed beforehand", () => {
  const aids = { deadwood: 24, melds: [], loose: [], after: { KD: 14, "2C": 22 }, knock: [] };
  const seen = view({ phase: "discard", actions: [{ do: "discard", card: "KD" }], aids });
  assert.match(bar(seen)["Knock"]!, /14.*limit 10.*GIN-15/);
  assert.equal(bar({ ...seen, aids: null }, "KD")["Knock"], "");
});

test("GIN-19: no Knock where only gin ends the deal", () => {
  assert.equal("Knock" in bar(view({ limit: 0 })), false);
});

test("not on turn: every verb says so", () => {
  assert.deepEqual([...new Set(Object.values(bar(view({ turn: "B" }))))], ["It is not your turn."]);
});

test("events in words, for eyes and for ears", () => {
  assert.equal(say.event({ e: "drew", seat: "B", from: "stock", card: null }), "Ben drew from the stock.");
  assert.equal(say.event({ e: "discarded", seat: "B", card: "KS" }), "Ben threw K♠.");
  assert.equal(say.event({ e: "discarded", seat: "B", card: "KS" }, true), "Ben threw king of spades.");
  assert.equal(say.event({ e: "drew", seat: "A", from: "stock", card: "9C" }, true), "You drew 9 of clubs.");
  assert.equal(say.event({ e: "something_new" }), null);
});

test("what is asked, for ears, with the stock and, where aids tell it, the deadwood", () => {
  const seen = view({ actions: [{ do: "draw_stock" }, { do: "draw_discard" }] });
  assert.equal(say.asked(seen), "Your turn. Draw from the stock or take 7 of hearts. Stock 20.");
  assert.match(say.asked({ ...seen, aids: { deadwood: 23 } }), /Stock 20\. Deadwood 23\.$/);
});

test("a refusal names its rule, and an unknown one its code", () => {
  assert.match(say.refusal("E_KNOCK_LIMIT", "GIN-15"), /too much deadwood.*GIN-15/);
  assert.match(say.refusal("E_STRANGE", undefined), /E_STRANGE/);
});

const result = (change: Partial<Result>): Result => ({
  type: "knock",
  winner: "A",
  points: 17,
  counts: { A: 6, B: 23 },
  bonus: 0,
  difference: 17,
  extra_boxes: 0,
  next_dealer: "A",
  ...change,
});
const sum = (change: Partial<Result>): string[] =>
  lines(result(change), say, PLAIN).map(told);
const told = ({ text, sum: figure, rule }: Line): string => [text, ...(figure ? [figure] : []), rule].join(" · ");

test("GIN-23: a knock, with the cards outside melds of both hands", () => {
  assert.deepEqual(sum({}), [
    "Ben’s deadwood · 23 · GIN-23",
    "Yours · − 6 · GIN-23",
    "You score · 17 · GIN-29",
    "and a box · GIN-35",
  ]);
  const laid: Laid[] = [
    { seat: "A", melds: [], deadwood: ["AH"], count: 1 },
    { seat: "B", melds: [], deadwood: ["4C", "4D"], count: 8 },
  ];
  assert.deepEqual(
    lines(result({}), say, PLAIN, laid).map((line) => line.cards),
    [["4C", "4D"], ["AH"], undefined, undefined],
  );
});

test("GIN-24: an undercut", () => {
  assert.deepEqual(
    sum({ type: "undercut", winner: "B", counts: { A: 9, B: 4 }, difference: 5, bonus: 25, points: 30 }).slice(0, 3),
    ["Your deadwood · 9 · GIN-24", "Ben’s · − 4 · GIN-24", "For the undercut · + 25 · GIN-24"],
  );
});

test("GIN-26: gin", () => {
  assert.deepEqual(
    sum({ type: "gin", counts: { A: 0, B: 30 }, difference: 30, bonus: 25, points: 55 })[1],
    "For gin · + 25 · GIN-26",
  );
});

test("GIN-30: a dead deal is one line", () => {
  assert.equal(sum({ type: "dead", winner: null, counts: null }).length, 1);
});

test("GIN-32..37: the foot of the pad once the game is over", () => {
  const over = view({}).score;
  const rows = footer(
    view({
      score: { ...over, over: true, winner: "A", totals: { A: 260, B: 30 }, net: { A: 230, B: -230 }, shutout: true },
    }),
    PLAIN,
  );
  assert.deepEqual(
    rows.map((row) => row[0]),
    ["points", "boxes", "bonus", "boxes.shutout", "total", "net"],
  );
  assert.deepEqual(rows.at(-1)![1], ["+230", "−230"]);
});

test("a time of day has 24 hours in every language", () => {
  for (const language of ["en", "en-US", "es"]) {
    assert.equal(timeOfDay(new Date("2026-11-20T21:05:00Z"), language, "UTC"), "21:05");
    assert.equal(timeOfDay(new Date("2026-11-20T00:05:00Z"), language, "UTC"), "00:05");
  }
});

test("clocks run on from what the server said, for the seat on move alone", () => {
  const clocks = { left: { A: 65_000, B: 30_000 }, running: "A" as const, at: 1000 };
  assert.equal(left(clocks, "A", 3000), 63_000);
  assert.equal(left(clocks, "B", 3000), 30_000);
  assert.deepEqual([face(63_000), face(725_000), face(3_725_000), face(8_350)], ["1:03", "12:05", "1:02:05", "8.4"]);
  assert.equal(face(8_350, "es"), "8,4");
  assert.equal(face(0), "0:00", "time that has run out");
  assert.deepEqual([face(86_400_000), face(191_000_000), face(83_400_000)], ["1 d 0 h", "2 d 5 h", "23 h"]);
});

test("the record: where the knock is, what an address names, how deadwood ran", () => {
  const step = (n: number, e: string): Step => ({
    n,
    seat: "A",
    text: "",
    event: { e },
    hands: { A: [], B: [] },
    top: null,
    stock: 0,
    deadwood: { A: n * 10, B: 0 },
  });
  const steps = [step(1, "dealt"), step(2, "drew"), step(3, "knocked"), step(4, "deal_scored")];
  assert.equal(knockAt(steps), 2);
  assert.equal(stepNamed("#3", steps), 2);
  assert.equal(stepNamed("#99", steps), null);
  assert.equal(
    stepNamed(
      "#v41",
      steps.map((one, i) => ({ ...one, v: 40 + Math.min(i, 1) })),
    ),
    1,
  );
  assert.equal(stepNamed("#analysis", steps), null);
  assert.equal(curve(steps.slice(0, 2), "A", 100, 100), "0.0,90.0 100.0,80.0");
});

test("a seat has seen its own cards, what lay open once, and what a knock laid open", () => {
  const step = (hand: string[], top: string, event = {}): Step => ({
    n: 1,
    seat: "B",
    text: "",
    event: { e: "drew", ...event },
    hands: { A: hand, B: ["4C"] },
    top,
    stock: 0,
    deadwood: null,
  });
  const deck = ["AC", "2C", "3C", "4C", "5C", "6C"];
  const steps = [
    step(["AC"], "2C"),
    step(["AC"], "5C"),
    step(["3C"], "2C"),
    step(["3C"], "2C", { e: "knocked", melds: [["4C"]], deadwood: [] }),
  ];
  assert.deepEqual(
    steps.map((_, at) => unseen({ deck, steps }, at, "A").join(" ")),
    ["3C 4C 5C 6C", "3C 4C 6C", "4C 6C", "6C"],
  );
  assert.deepEqual(unseen({ deck, steps }, 0, "B"), ["AC", "3C", "5C", "6C"]);
});

test("every key of the catalogue that has a plural has its other form", () => {
  for (const key of catalogue.keys())
    if (key.endsWith(".one")) assert.ok(catalogue.has(key.replace(/one$/, "other")), key);
});

const gin = { ...PLAIN };
const offered = (seen: View, facts = gin): string[] =>
  strip({ view: seen, me: "A", chosen: null, picked: [], busy: false, words, facts }).map(
    (verb) => `${verb.label} | ${verb.hint}`,
  );

test("DBL-1..3: an offer is made before the draw; its answer says what giving up costs", () => {
  const doubling = { ...PLAIN, doubling: true };
  const labels = (seen: View): Record<string, string> =>
    Object.fromEntries(
      verbs({ view: seen, me: "A", chosen: null, picked: [], busy: false, words, facts: doubling }).map((verb) => [
        verb.key,
        verb.why,
      ]),
    );
  assert.equal(labels(view({ actions: [{ do: "draw_stock" }, { do: "double" }] }))["x"], "");
  assert.match(labels(view({ actions: [{ do: "draw_stock" }], double_right: "B" }))["x"]!, /DBL-1/);
  assert.match(
    labels(view({ phase: "discard", actions: [{ do: "discard", card: "KD" }] }))["x"]!,
    /Only before you draw/,
  );
  const answers = offered(
    view({ phase: "double", factor: 2, actions: [{ do: "accept_double" }, { do: "decline_double" }] }),
    doubling,
  );
  assert.match(answers[0]!, /Play on for ×4/);
  assert.match(answers[1]!, /Give up .*scores 10,.*×2 .*DBL-3/);
});

test("GIN-31, GIN-7: the last discard, and the first turn of eleven", () => {
  const last = bar(view({ phase: "last", stock: 2, actions: [{ do: "decline_last" }] }));
  assert.match(last["Take 7♥"]!, /GIN-31/);
  assert.equal(last["Leave it"], "");
  assert.match(
    bar(view({ phase: "discard", top: null, actions: [{ do: "discard", card: "KD" }] }))["Stock"]!,
    /GIN-7/,
  );
  assert.match(
    bar(view({ phase: "discard", taken: { card: "KD", from: "pile" }, actions: [{ do: "knock", card: "2C" }] }))[
      "Discard"
    ]!,
    /GIN-31/,
  );
});

test("DBL-3, GRD-1: the arithmetic of a refused double, and of the 15 for the deal won", () => {
  const of = (change: Partial<Result>, facts: Facts): string[] => lines(result(change), say, facts).map(told);
  const declined = of(
    { type: "declined", counts: { A: 21, B: 33 }, difference: 12, bonus: 10, points: 44, factor: 2 },
    { ...PLAIN, doubling: true },
  );
  const level = of({ type: "declined", counts: { A: 33, B: 21 }, difference: 0, bonus: 10, points: 10 }, gin);
  assert.ok(level[0]!.includes("+ 10"), level.join("; ")); // no line for a difference that is none
  assert.deepEqual(declined.slice(0, 4), [
    "Ben’s deadwood · 33 · DBL-3",
    "Yours · − 21 · DBL-3",
    "For the double that was not accepted · + 10 · DBL-3",
    "The deal counts 2 times · × 2 · DBL-4",
  ]);
  const grand = of(
    { type: "gin", counts: { A: 0, B: 30 }, difference: 30, bonus: 40, points: 70 },
    { ...PLAIN, hand_win_bonus: 15 },
  );
  assert.deepEqual(grand.slice(1, 3), ["For gin · + 25 · GIN-26", "For the deal won · + 15 · GIN-28"]);
});

const colonel: Facts = {
  ...PLAIN,
  kernel: "colonel",
  sheet: "colonel",
  ranks: "23456789TJQKA",
  target: null,
  stock_floor: 0,
  challenge: true,
};
const colonelBar = (seen: View, picked: string[]): Record<string, { label: string; why: string }> =>
  Object.fromEntries(
    colonelVerbs({
      view: seen,
      me: "A",
      chosen: picked.length === 1 ? picked[0]! : null,
      picked,
      busy: false,
      words,
      facts: colonel,
    }).map((verb) => [verb.key, verb]),
  );

test("COL-6, 7: chosen cards are laid when they are a meld of the engine; a card that fits twice asks where", () => {
  const laying = view({
    aids: { deadwood: 10, melds: [], loose: [] },
    phase: "discard",
    hand: ["7S", "8S", "9S", "TS", "KD"],
    actions: [
      { do: "meld", cards: ["7S", "8S", "9S"] },
      { do: "add", card: "TS", meld: 0 },
      { do: "add", card: "TS", meld: 1 },
      { do: "add", card: "KD", meld: 1 },
      { do: "discard", card: "KD" },
    ],
  });
  assert.deepEqual(
    [colonelBar(laying, ["9S", "7S", "8S"])["n"]!.label, colonelBar(laying, ["9S", "7S", "8S"])["n"]!.why],
    ["Lay 9♠ 7♠ 8♠", ""],
  );
  assert.match(colonelBar(laying, ["7S", "8S"])["n"]!.why, /COL-6/);
  assert.match(colonelBar(laying, ["7S", "8S", "KD"])["n"]!.why, /COL-8/);
  assert.match(colonelBar(laying, ["TS"])["t"]!.why, /several melds.*COL-7/);
  assert.deepEqual(
    [colonelBar(laying, ["KD"])["t"]!.label, colonelBar(laying, ["KD"])["t"]!.why],
    ["Add K♦ to meld 2", ""],
  );
});

test("a meld that the aids know is laid at once, by one of its cards; else it is confirmed; without aids nothing marks what fits, and the server answers", () => {
  const table = [
    { cards: ["4C", "4D", "4H"], laid: { A: ["4C", "4D", "4H"], B: [] } },
    { cards: ["7S", "8S", "9S"], laid: { A: [], B: ["7S", "8S", "9S"] } },
  ];
  const laying = view({
    phase: "discard",
    hand: ["TS", "JS", "QS", "2D"],
    table,
    actions: [
      { do: "meld", cards: ["TS", "JS", "QS"] },
      { do: "add", card: "TS", meld: 1 },
      { do: "discard", card: "2D" },
    ],
  });
  const full = { ...laying, aids: { deadwood: 22, melds: [], loose: [] } };
  const laid = (seen: View, picked: string[], key: string): unknown[] => {
    const { action, opens, question } = colonelVerbs({
      view: seen,
      me: "A",
      chosen: picked.length === 1 ? picked[0]! : null,
      picked,
      busy: false,
      words,
      facts: colonel,
    }).find((verb) => verb.key === key)!;
    return [action, opens, question];
  };
  assert.deepEqual(laid(full, ["TS", "JS", "QS"], "n"), [
    { do: "meld", cards: ["TS", "JS", "QS"] },
    undefined,
    undefined,
  ]);
  const known = { ...full, aids: { ...full.aids, melds: [["TS", "JS", "QS"]] } };
  assert.deepEqual(laid(known, ["JS"], "n")[0], { do: "meld", cards: ["TS", "JS", "QS"] });
  assert.deepEqual(laid(full, ["TS"], "t").slice(0, 2), [{ do: "add", card: "TS", meld: 1 }, "ask"]);
  assert.equal(laid(full, ["TS", "JS", "2D"], "n")[0], null);
  assert.deepEqual(adds(full, "2D"), []);
  assert.deepEqual(laid(laying, ["TS", "JS", "2D"], "n").slice(0, 2), [
    { do: "meld", cards: ["TS", "JS", "2D"] },
    "ask",
  ]);
  assert.deepEqual(adds(laying, "2D"), [
    { do: "add", card: "2D", meld: 0 },
    { do: "add", card: "2D", meld: 1 },
  ]);
  assert.deepEqual(adds({ ...laying, turn: "B", actions: [] }, "2D"), []);
  assert.deepEqual(added({ words }, { do: "add", card: "TS", meld: 1 }).label, "Add 10♠ to meld 2");
});

test("with full aids the lay-offs are offered; below, a chosen card may be tried on any meld of the knock", () => {
  const spread = {
    seat: "B" as const,
    melds: [
      ["4C", "4D", "4H"],
      ["7S", "8S", "9S"],
    ],
    deadwood: [],
    count: 3,
  };
  const laying = view({
    phase: "showdown",
    spread,
    actions: [{ do: "lay_off", card: "TS", meld: 1 }, { do: "finish" }],
  });
  const labels = (seen: View, chosen: string | null): string[] =>
    strip({ view: seen, me: "A", chosen, picked: chosen ? [chosen] : [], busy: false, words, facts: PLAIN }).map(
      (verb) => verb.label,
    );
  const full = { ...laying, aids: { deadwood: 3, melds: [], loose: [] } };
  assert.deepEqual(labels(full, null), ["Lay 10♠ on meld 2", "Finish"]);
  assert.deepEqual(labels(full, "KD"), ["Finish"]);
  assert.deepEqual(
    [labels(laying, null), labels({ ...laying, aids: { deadwood: 3 } }, null)],
    [["Finish"], ["Finish"]],
  );
  assert.deepEqual(labels(laying, "KD"), ["Lay K♦ on meld 1", "Lay K♦ on meld 2", "Finish"]);
});

test("COL-15: a challenge may come on the other's turn, and is answered with what it means", () => {
  assert.equal(colonelBar(view({ turn: "B", actions: [{ do: "challenge" }] }), [])["x"]!.why, "");
  assert.match(colonelBar(view({ turn: "B" }), [])["x"]!.why, /once between your turns/i);
  const answers = colonelStrip({
    view: view({ phase: "challenge", actions: [{ do: "accept_challenge" }, { do: "refuse_challenge" }] }),
    me: "A",
    chosen: null,
    picked: [],
    busy: false,
    words,
    facts: colonel,
  });
  assert.match(answers[0]!.hint, /whole hands.*COL-15/);
});

test("COL-12 to 14: the arithmetic of a deal of Colonel", () => {
  const told = (change: Partial<Result>, facts: Facts): string[] =>
    sums(result(change), say, facts).map((line) => `${line.text}${line.sum ? `: ${line.sum}` : ""} · ${line.rule}`);
  assert.deepEqual(told({ type: "out", counts: { A: 0, B: 34 }, points: 34, scores: { A: 34, B: 0 } }, colonel), [
    "Ben still holds: 34 · COL-12",
    "You score: 34 · COL-12",
  ]);
  assert.deepEqual(
    told({ type: "exhausted", counts: { A: 8, B: 30 }, points: 22, scores: { A: 22, B: 0 } }, colonel),
    ["Ben still holds: 30 · COL-13", "You still hold: − 8 · COL-13", "You score: 22 · COL-13"],
  );
  assert.deepEqual(
    told(
      { type: "out", counts: { A: 0, B: 34 }, points: 40, scores: { A: 40, B: -12 } },
      { ...colonel, scoring: "meld_minus_hand" },
    ),
    ["Ana: laid 40 − held 0 = 40 · COL-14", "Ben: laid 22 − held 34 = −12 · COL-14"],
  );
});

test("what is laid and challenged, in words", () => {
  const told = new Sentences(words, names, "A", "colonel");
  assert.equal(told.event({ e: "melded", seat: "B", cards: ["7S", "8S", "9S"], meld: 0 }), "Ben laid 7♠ 8♠ 9♠.");
  assert.equal(told.event({ e: "added", seat: "A", card: "TS", meld: 0 }, true), "You added 10 of spades to meld 1.");
  assert.equal(told.event({ e: "challenge_answered", seat: "B", accepted: false }), "Ben plays on.");
  assert.equal(told.event({ e: "showed", seat: "B", count: 34 }), "Ben still holds 34 points.");
});

const mine = (cards: string[]): { cards: string[]; laid: { A: string[]; B: string[] } } => ({
  cards,
  laid: { A: cards, B: [] },
});
const offered7 = view({
  rules: "conquian",
  phase: "offer",
  seat: "A",
  hand: ["6C", "5C", "JD", "2H"],
  centre: "7C",
  table: [mine(["4C", "4D", "4H", "4S"])],
  actions: [
    {
      do: "cq_use",
      table: [
        ["4D", "4H", "4S"],
        ["4C", "5C", "6C", "7C"],
      ],
      throws: ["JD", "2H"],
    },
    {
      do: "cq_use",
      table: [
        ["4C", "4D", "4H", "4S"],
        ["5C", "6C", "7C"],
      ],
      throws: ["JD", "2H"],
    },
    { do: "cq_reject" },
  ],
});

test("CNQ-8, 11: groups are put together again; only the engine's tables are laid", () => {
  usePack("A234567JQK");
  const start = draftOf(offered7, "cq_use");
  assert.deepEqual(looseOf(offered7, start), ["7C"]);
  assert.equal(commandOf(offered7, start), null);
  const run = put(put(start, ["7C", "5C", "6C"], 1), ["4C"], 1);
  assert.deepEqual(run.groups, [
    ["4D", "4H", "4S"],
    ["4C", "5C", "6C", "7C"],
  ]);
  assert.deepEqual(commandOf(offered7, run)?.throws, ["JD", "2H"]);
  assert.deepEqual(looseOf(offered7, put(run, ["4C"], null)), ["4C"]);
  assert.deepEqual(nextWay(offered7, run).groups, [
    ["4C", "4D", "4H", "4S"],
    ["5C", "6C", "7C"],
  ]);
  usePack(PLAIN.ranks);
});

test("CNQ-2, 4: seven and jack are neighbours, a run has at most eight cards", () => {
  usePack("A234567JQK");
  assert.ok(holds(["6C", "7C", "JC"]));
  assert.ok(!holds(["QC", "KC", "AC"]));
  assert.ok(!holds([..."A234567JQ"].map((rank) => `${rank}S`)));
  assert.ok(holds(["KC", "KD", "KH"]) && !holds(["KC", "KD"]));
  usePack(PLAIN.ranks);
});

test("CNQ-6, 7, 14: the verbs of each step, and the answer to a card that can be forced", () => {
  const conquian: Facts = { ...PLAIN, kernel: "conquian", sheet: "stakes", ranks: "A234567JQK", target: null };
  const setting = (seen: View): Parameters<typeof conquianVerbs>[0] => ({
    view: seen,
    me: "A",
    chosen: null,
    picked: [],
    busy: false,
    words,
    facts: conquian,
  });
  const why = (seen: View): Record<string, string> =>
    Object.fromEntries(conquianVerbs(setting(seen)).map((verb) => [verb.key, verb.why]));
  assert.deepEqual([why(offered7)["u"], why(offered7)["r"]], ["", ""]);
  assert.match(why(offered7)["v"]!, /CNQ-7/);
  assert.match(why(view({ phase: "forced", centre: "7C", actions: offered7.actions!.slice(0, 2) }))["r"]!, /CNQ-12/);
  const answers = conquianStrip(
    setting(view({ phase: "force_window", centre: "7C", actions: [{ do: "cq_force" }, { do: "cq_waive" }] })),
  );
  assert.deepEqual(
    answers.map((verb) => verb.label),
    ["Force 7♣", "Do not force"],
  );
});

test("CNQ-18, 19: what drawn games carry on", () => {
  const deal = (n: number, winner: "A" | null): { n: number; winner: "A" | null; points: number; type: string } => ({
    n,
    winner,
    points: 1,
    type: winner ? "out" : "draw",
  });
  assert.deepEqual(payments([deal(1, null), deal(2, null), deal(3, "A")], "pool"), [0, 0, 3, 1]);
  assert.deepEqual(payments([deal(1, null), deal(2, null)], "double"), [0, 0, 2]);
  assert.deepEqual(payments([deal(1, null)], "none"), [0, 1]);
  const noGame = (n: number, type: string): object => ({ ...deal(n, null), type });
  const entered = [deal(1, null), noGame(2, "redeal"), noGame(3, "void"), noGame(4, "adjusted"), deal(5, "A")];
  assert.deepEqual(payments(entered as never, "pool"), [0, 0, 0, 0, 2, 1], "what is no game carries nothing on");
  assert.deepEqual(payments(entered.slice(1) as never, "double"), [0, 0, 0, 1, 1]);
});

test("the sheet of doubling says what the deal counts and who may offer next", () => {
  const said = (change: Partial<View>, cap: number | null = null): string =>
    doubling({ view: view(change), words, say, facts: { ...PLAIN, doubling: true, double_cap: cap } });
  assert.equal(
    said({ double_right: null }),
    "This deal counts ×1 – DBL-4. Either player may offer to double – DBL-1.",
  );
  assert.equal(
    said({ factor: 4, double_right: "B" }),
    "This deal counts ×4 – DBL-4. Ben may offer to double next – DBL-1.",
  );
  assert.equal(
    said({ factor: 4, double_right: "B" }, 4),
    "This deal counts ×4 – DBL-4. It already counts the most allowed – DBL-6.",
  );
  assert.match(said({ factor: 2, double_right: "A" }, 4), /You may offer/);
});

test("the end says what is counted: points, columns (HOL-6) or units (CNQ-18)", () => {
  const said = (facts: object, score: object): string =>
    endLine({ view: { score }, words, say, names, facts: { ...PLAIN, ...facts }, me: "A" } as unknown as Scene,
      "played", "A");
  const score = { totals: { A: 3, B: 1 }, net: { A: 2, B: -2 } };
  assert.equal(said({}, score), "Ana 3, Ben 1. Difference 2.");
  assert.equal(said({ column_settlement: "best_of" }, { ...score, columns: [] }), "Ana: 3 columns won, Ben: 1 column won");
  assert.equal(said({ sheet: "stakes" }, score), "Ana: 3 units, Ben: 1 unit");
});

test("a knock with a chosen card names its count, and does not ask again what to throw", () => {
  const aids = { deadwood: 24, melds: [], loose: [], after: { KD: 8, "2C": 10, "9S": 17 }, knock: [] };
  const seen = view({
    phase: "discard",
    hand: ["KD", "2C", "9S"],
    aids,
    actions: [...["KD", "2C", "9S"].map((card) => ({ do: "discard", card })), { do: "knock", card: "KD" },
      { do: "knock", card: "2C" }],
  });
  const said = (chosen: string | null): string[][] =>
    verbs({ view: seen, me: "A", chosen, picked: chosen ? [chosen] : [], busy: false, words, facts: PLAIN })
      .filter((verb) => verb.fits)
      .map((verb) => [verb.label, verb.under ?? ""]);
  assert.deepEqual(said("2C"), [["Discard 2♣", ""], ["Knock with 10", "throws 2♣"]]);
  assert.deepEqual(said(null), [["Discard", "choose a card"], ["Knock with 8", ""]]);
  assert.deepEqual(said("9S"), [["Discard 9♠", ""], ["Knock with 8", ""]]);
  assert.deepEqual(knockSheet(seen, "2C", "knock")?.discards, ["2C"]);
  assert.deepEqual(knockSheet(seen, null, "knock")?.discards, ["KD", "2C"]);
  assert.deepEqual(knockSheet(seen, "9S", "knock")?.discards, ["KD", "2C"]);
});

test("GIN-24, GIN-25: the knock sheet says what level deadwood brings by the rules of the table", () => {
  assert.equal(knockWarning(words, PLAIN, 1), "If your opponent has as little or less, it is an undercut – GIN-24");
  assert.equal(
    knockWarning(words, { ...PLAIN, undercut_on_tie: false }, 1),
    "If your opponent has less, it is an undercut; if as much, nobody scores – GIN-25",
  );
  assert.match(knockWarning(words, PLAIN, 2), /an opponent/);
});

test("a negative figure has a true minus in every sentence", () => {
  assert.equal(words.n("label.points", -32), "−32 points");
  assert.equal(words.t("say.score", { nameA: "Ana", a: 50, nameB: "Ben", b: -5 }), "Ana 50, Ben −5.");
});

/** The text of a drawn part: its literals and values in their order, without the tags. */
function drawn(part: unknown): string {
  if (Array.isArray(part)) return part.map(drawn).join("");
  if (part && typeof part === "object" && "strings" in part) {
    const { strings, values } = part as { strings: string[]; values: unknown[] };
    return strings.map((text, at) => text + drawn(values[at])).join("");
  }
  return typeof part === "symbol" || part === undefined || part === null ? "" : String(part);
}
const cells = (part: unknown): string =>
  drawn(part)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const shown = (score: object, facts: Partial<Facts> = {}): string =>
  cells(
    sheet({
      view: view({ score: { ...view({}).score, ...score } }),
      words,
      say,
      names: { A: "You", B: "Guest 8887" },
      facts: { ...PLAIN, ...facts },
    } as never),
  );

test("IRR-35: a score put right by a ruling stands on the sheet in words, and the running totals go with it", () => {
  const deals = [
    { n: 1, winner: "A", points: 10, type: "knock", penalties: { A: 0, B: 0 } },
    { n: 2, winner: null, points: 0, type: "adjusted", penalties: { A: 25, B: -5 } },
  ];
  assert.match(shown({ deals }), /1 knock \+10 10 ± put right −25 −15 \+5 5 /);
});

test("IRR-35, IRR-10: a column shows its corrections and penalties, and begins with what was carried in", () => {
  const deals = [
    { n: 1, winner: "A", points: 20, type: "knock" },
    { n: 2, winner: null, points: 0, type: "adjusted" },
  ];
  const column = {
    name: "H",
    points: { A: 35, B: -10 },
    deals: [1, 2],
    gained: [
      { A: 20, B: -10 },
      { A: -5, B: 0 },
    ],
    over: false,
    winner: null,
    totals: null,
  };
  assert.match(shown({ deals, suits: [column] }), /1 40 −10 ± put right −5 35 Points 35 −10/);
});

test("HOL-1: each column is headed by whole names", () => {
  const column = (name: string): object => ({
    name,
    points: { A: 0, B: 0 },
    entries: { A: 0, B: 0 },
    deals: [],
    gained: [],
    over: false,
    winner: null,
    totals: null,
    net: null,
  });
  assert.match(shown({ columns: ["1", "2", "3"].map(column) }), /(You Guest 8887 ){3}/);
});

test("what is dealt again or put right has no number among the deals", () => {
  const entries = ["knock", "void", "adjusted", "redeal", "gin"].map((type) => ({ type }));
  assert.deepEqual(numbered(entries), ["1", "–", "±", "–", "2"]);
});
