/** A deal looked back on by who did not see all of it, and which deal a row of the sheet is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { usePack, wholePack } from "../src/shared/cards";
import { dealNumbers } from "../src/deal-door/deal-links";
import { blind, crosses, curve, laidOff, unseen, type DealRecord, type Step } from "../src/gin-replay/deal-record";
import type { Result } from "../src/shared/table-view";

const result = { type: "knock" } as Result;
const sheet = (deal: number, scored: Result | null, ...types: string[]): number[] =>
  dealNumbers({ deal, result: scored, score: { deals: types.map((type) => ({ type })) } });

test("a row of the sheet is a deal of the sitting, whose numbers go on from game to game", () => {
  assert.deepEqual(sheet(1, null), []);
  assert.deepEqual(sheet(2, result, "knock", "gin"), [1, 2]);
  assert.deepEqual(sheet(3, null, "knock", "gin"), [1, 2], "the third is under way");
  assert.deepEqual(sheet(9, null, "dead"), [8], "in the second game of a match");
  assert.deepEqual(sheet(9, null), []);
});

test("IRR-35: what a director put right is an entry and no deal", () => {
  assert.deepEqual(sheet(3, result, "knock", "adjusted", "gin", "adjusted", "void"), [1, 0, 2, 0, 3]);
  assert.deepEqual(sheet(1, null, "adjusted"), [0]);
});

const step = (own: string[], change: Partial<Step> = {}): Step => ({
  n: 1,
  seat: "B",
  event: { e: "drew", seat: "B", card: null },
  hands: { A: own, B: null },
  counts: { A: own.length, B: 10 },
  top: null,
  stock: 20,
  deadwood: { A: own.length, B: null },
  ...change,
});

test("of a deal without its deck the cards not seen are the pack but for what was seen", () => {
  usePack("A23456789TJQK");
  const steps = [
    step(["AC", "2C"]),
    step(["AC", "2C"], { top: "KD" }),
    step(["AC", "2C"], { event: { e: "knocked", seat: "B", melds: [["3H", "4H", "5H"]], deadwood: ["2S"] } }),
  ];
  assert.deepEqual(
    steps.map((_, at) => unseen({ steps }, at, "A").length),
    [50, 49, 45],
  );
  assert.equal(unseen({ steps }, 1, "A").includes("KD"), false);
  assert.equal(unseen({ steps }, 0, "B").length, 52, "nothing is known of a hand that was not seen");
  usePack("A234567JQK");
  assert.equal(wholePack().length, 40);
  usePack("A23456789TJQK");
});

test("cards laid off lie apart by who laid them; what a director has taken back does not", () => {
  const off = { event: { e: "laid_off", seat: "A", card: "6S", meld: 1 } } as const;
  const steps = [step(["6S", "7C"]), step(["7C"], off), step(["7C"]), step(["6S", "7C"])];
  assert.deepEqual(
    steps.map((_, at) => laidOff(steps, at, "A")),
    [[], ["6S"], ["6S"], []],
  );
  assert.deepEqual(laidOff(steps, 2, "B"), []);
});

test("unseen cards are those of the viewer, of nobody for a watcher, else of who acts or the hand shown", () => {
  const whole = { players: ["A", "B"] } as Partial<DealRecord> as DealRecord;
  const laid = step(["AC"], { hands: { A: ["AC"], B: ["2C"] }, next: "B" });
  assert.equal(blind(whole, laid, ["A", "B"]), "B");
  assert.equal(blind(whole, laid, ["A"]), "A");
  assert.equal(blind({ ...whole, look: "A" }, laid, ["A", "B"]), "A");
  assert.equal(blind({ ...whole, look: null }, laid, ["A", "B"]), null);
});

test("the curve of a hand that was not seen lies on the ground and is not drawn from thin air", () => {
  assert.equal(curve([step(["AC"]), step(["AC", "2C"])], "A", 100, 100), "0.0,99.0 100.0,98.0");
  assert.equal(curve([step(["AC"])], "B", 100, 100), "0.0,100.0");
});

test("an error of the analysis stands on the curve of who made it, at its step", () => {
  const step = (n: number, A: number | null, B: number | null) => ({ n, deadwood: { A, B } }) as unknown as Step;
  const steps = [step(1, 60, 40), step(2, 50, null), step(5, 20, 30)],
    error = (n: number, seat: "A" | "B") => ({ n, seat, played: "discard K♦", best: "discard 2♣" });
  const found = crosses(steps, [error(2, "A"), error(2, "B"), error(5, "B"), error(9, "A")]);
  assert.deepEqual(
    found.map(({ at, x, y, error: { seat } }) => [seat, at, x, y]),
    [
      ["A", 1, 0.5, 0.5],
      ["B", 2, 1, 0.7],
    ],
  );
});
