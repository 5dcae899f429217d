/** A move chosen in advance: when it is sent, and why it is dropped. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mayPlan, step, type Ahead } from "../src/own-ways/ahead";
import type { Action, View } from "../src/shared/table-view";

const view = (change: Partial<View>): View =>
  ({ phase: "draw", turn: "B", deal: 3, hand: ["KD", "2C"], actions: [], over: false, ...change }) as unknown as View;
const mine = (phase: string, ...actions: Action[]): View => view({ turn: "A", phase, actions });
const ahead = (change: Partial<Ahead> = {}): Ahead => ({ deal: 3, throws: null, drew: false, ...change });
const drop = (why: string): object => ({ does: "drop", why });
const STOCK = { do: "draw_stock" },
  THROW = { do: "discard", card: "KD" };

test("one chooses while the other player draws or throws, in gin and Colonel, with cards in hand", () => {
  assert.ok(mayPlan(view({}), "A", "colonel") && mayPlan(view({ phase: "discard" }), "A", "colonel"));
  assert.ok(mayPlan(view({}), "A", "gin") && mayPlan(view({ phase: "discard" }), "A", "gin"));
  assert.ok(!mayPlan(mine("draw"), "A", "gin") && !mayPlan(view({ phase: "upcard" }), "A", "gin"));
  assert.ok(!mayPlan(view({ over: true }), "A", "gin") && !mayPlan(view({ hand: null }), "A", "gin"));
  assert.ok(!mayPlan(view({}), null, "gin") && !mayPlan(view({}), "A", "conquian"));
});

test("what was chosen waits for the turn, draws, then throws", () => {
  assert.deepEqual(step(ahead(), view({}), "A"), { does: "wait" });
  assert.deepEqual(step(ahead(), mine("draw", STOCK), "A"), { does: "act", action: STOCK, rest: null });
  const rest = ahead({ throws: "KD", drew: true });
  assert.deepEqual(step(ahead({ throws: "KD" }), mine("draw", STOCK), "A"), { does: "act", action: STOCK, rest });
  assert.deepEqual(step(rest, mine("discard", THROW), "A"), { does: "act", action: THROW, rest: null });
});

test("what became unlawful is dropped for a reason; nothing waits for ever", () => {
  assert.deepEqual(step(ahead(), mine("last", { do: "decline_last" }), "A"), drop("stock"));
  assert.deepEqual(step(ahead(), mine("draw", { do: "draw_discard" }), "A"), drop("stock"));
  assert.deepEqual(step(ahead(), view({ turn: null, phase: "done" }), "A"), drop("over"));
  assert.deepEqual(step(ahead(), view({ deal: 4 }), "A"), drop("over"));
  const rest = ahead({ throws: "KD", drew: true });
  assert.deepEqual(step(rest, mine("draw", STOCK), "A"), drop("stock"), "the draw was refused");
  assert.deepEqual(step(rest, mine("discard", { do: "discard", card: "2C" }), "A"), drop("throw"));
  assert.deepEqual(step(rest, view({}), "A"), drop("over"), "the turn has passed without the throw");
});

test("who may end the deal after the draw decides it with the card in sight", () => {
  const rest = ahead({ throws: "KD", drew: true });
  for (const verb of ["knock", "gin", "big_gin"])
    assert.deepEqual(step(rest, mine("discard", THROW, { do: verb, card: "2C" }), "A"), drop("end"));
});
