/** What the table says and offers: verbs with reasons, sentences, the arithmetic of a deal, clocks, the record. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { face, left } from "../src/clock-face";
import { curve, knockAt, stepNamed, type Step } from "../src/deal-record";
import { lines } from "../src/result-lines";
import { Sentences } from "../src/sentences";
import { footer } from "../src/score-sheet";
import { changed, type Result, type View } from "../src/table-view";
import { verbs } from "../src/verbs";
import { catalogue, words } from "./catalogue";

const names = { A: "Ana", B: "Ben" };
const say = new Sentences(words, names, "A");

function view(change: Partial<View>): View {
  const score = { target: 100, points: { A: 25, B: 0 }, boxes: { A: 1, B: 0 }, deals: [], over: false, totals: null, net: null, winner: null, shutout: false, game_bonus: 100 };
  return {
    rules: "gin-rummy-com", phase: "draw", turn: "A", dealer: "B", seat: "A", deal: 2, hand: ["KD", "2C"], counts: { A: 10, B: 10 }, stock: 20, pile: 3, top: "7H",
    pile_cards: null, upcard: "7H", limit: 10, taken: null, spread: null, laid: null, factor: 1, score, result: null, over: false, actions: [], aids: null, ...change,
  };
}
const bar = (seen: View, chosen: string | null = null): Record<string, string> =>
  Object.fromEntries(verbs({ view: seen, me: "A", chosen, busy: false, words }).map((verb) => [verb.label, verb.why]));

test("before the draw: take and stock are open, the rest says to draw first", () => {
  const open = bar(view({ actions: [{ do: "draw_stock" }, { do: "draw_discard" }] }));
  assert.equal(open["Take 7♥"], "");
  assert.equal(open["Stock"], "");
  assert.match(open["Discard"]!, /GIN-10/);
});

test("the word for discards is one for each card of the hand but the one taken from the pile", () => {
  const drawn = changed(view({}), { phase: "discard", hand: ["KD", "2C", "3C"], taken: { card: "3C", from: "stock" }, actions: "discards" });
  assert.deepEqual(drawn.actions?.map((action) => action.card), ["KD", "2C", "3C"]);
  const taken = changed(drawn, { taken: { card: "3C", from: "pile" }, actions: "discards" });
  assert.deepEqual(taken.actions, [{ do: "discard", card: "KD" }, { do: "discard", card: "2C" }]);
  assert.deepEqual(changed(taken, { turn: "B", actions: [] }).actions, []);
});

test("GIN-11: the card just taken from the pile says why it stays", () => {
  const open = bar(view({ phase: "discard", taken: { card: "KD", from: "pile" }, actions: [{ do: "discard", card: "2C" }] }), "KD");
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

test("a refusal names its rule, and an unknown one its code", () => {
  assert.match(say.refusal("E_KNOCK_LIMIT", "GIN-15"), /too much deadwood.*GIN-15/);
  assert.match(say.refusal("E_STRANGE", undefined), /E_STRANGE/);
});

const result = (change: Partial<Result>): Result =>
  ({ type: "knock", winner: "A", points: 17, counts: { A: 6, B: 23 }, bonus: 0, difference: 17, extra_boxes: 0, next_dealer: "A", ...change });
const sum = (change: Partial<Result>): string[] => lines(result(change), words).map((line) => `${line.text} · ${line.rule}`);

test("GIN-23: a knock", () => {
  assert.deepEqual(sum({}), ["23 − 6 = 17 · GIN-23", "= 17 points · GIN-29", "and a box · GIN-35"]);
});

test("GIN-24: an undercut", () => {
  assert.deepEqual(sum({ type: "undercut", winner: "B", counts: { A: 9, B: 4 }, difference: 5, bonus: 25, points: 30 }).slice(0, 3), ["9 − 4 = 5 · GIN-24", "+ 25 for the undercut · GIN-24", "= 30 points · GIN-29"]);
});

test("GIN-26: gin", () => {
  assert.deepEqual(sum({ type: "gin", counts: { A: 0, B: 30 }, difference: 30, bonus: 25, points: 55 })[1], "+ 25 for gin · GIN-26");
});

test("GIN-30: a dead deal is one line", () => {
  assert.equal(sum({ type: "dead", winner: null, counts: null }).length, 1);
});

test("GIN-32..37: the foot of the pad once the game is over", () => {
  const over = view({}).score;
  const rows = footer(view({ score: { ...over, over: true, winner: "A", totals: { A: 260, B: 30 }, net: { A: 230, B: -230 }, shutout: true } }));
  assert.deepEqual(rows.map((row) => row[0]), ["points", "boxes", "bonus", "boxes.shutout", "total", "net"]);
  assert.deepEqual(rows.at(-1)![1], ["+230", "−230"]);
});

test("clocks run on from what the server said, for the seat on move alone", () => {
  const clocks = { left: { A: 65_000, B: 30_000 }, running: "A" as const, at: 1000 };
  assert.equal(left(clocks, "A", 3000), 63_000);
  assert.equal(left(clocks, "B", 3000), 30_000);
  assert.deepEqual([face(63_000), face(725_000), face(3_725_000), face(8_350)], ["1:03", "12:05", "1:02:05", "8.4"]);
});

test("the record: where the knock is, what an address names, how deadwood ran", () => {
  const step = (n: number, e: string): Step => ({ n, seat: "A", text: "", event: { e }, hands: { A: [], B: [] }, top: null, stock: 0, deadwood: { A: n * 10, B: 0 } });
  const steps = [step(1, "dealt"), step(2, "drew"), step(3, "knocked"), step(4, "deal_scored")];
  assert.equal(knockAt(steps), 2);
  assert.equal(stepNamed("#3", steps), 2);
  assert.equal(stepNamed("#99", steps), null);
  assert.equal(curve(steps.slice(0, 2), "A", 100, 100), "0.0,90.0 100.0,80.0");
});

test("every key of the catalogue that has a plural has its other form", () => {
  for (const key of catalogue.keys()) if (key.endsWith(".one")) assert.ok(catalogue.has(key.replace(/one$/, "other")), key);
});
