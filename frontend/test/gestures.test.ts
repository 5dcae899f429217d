/** What a gesture means, and what everybody saw another seat take. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawn, isTwice, isUp } from "../src/own-ways/gestures";
import { knownAfter, knownOf, readKnown } from "../src/shared/hand/known";
import type { Action, Seat, TableEvent, View } from "../src/shared/table-view";

const view = (change: Partial<View>): View =>
  ({
    phase: "draw",
    turn: "B",
    deal: 3,
    hand: ["KD", "2C", "5H"],
    limit: 10,
    top: "7H",
    pile_cards: null,
    actions: [],
    aids: null,
    score: {},
    over: false,
    ...change,
  }) as unknown as View;
const mine = (phase: string, ...actions: Action[]): View => view({ turn: "A", phase, actions });

test("two taps on one card are a double tap; a push up is quick and steep", () => {
  const tap = (at: number, card = "KD", x = 10) => ({ card, x, y: 20, at });
  assert.ok(isTwice(tap(0), tap(300)));
  assert.ok(!isTwice(tap(0), tap(400)) && !isTwice(tap(0), tap(100, "2C")) && !isTwice(tap(0), tap(100, "KD", 60)));
  assert.ok(!isTwice(null, tap(0)));
  assert.ok(isUp(10, -60, 200));
  assert.ok(!isUp(10, 60, 200) && !isUp(60, -60, 200) && !isUp(0, -30, 200) && !isUp(0, -80, 900));
});

test("a card dragged from a pile draws what the pile gives", () => {
  const seen = mine("draw", { do: "draw_stock" }, { do: "draw_discard" });
  assert.equal(drawn(seen, "stock")?.do, "draw_stock");
  assert.equal(drawn(seen, "discards")?.do, "draw_discard");
  assert.equal(drawn(mine("upcard", { do: "take_upcard" }, { do: "pass_upcard" }), "discards")?.do, "take_upcard");
  assert.equal(drawn(mine("upcard", { do: "pass_upcard" }), "stock"), null);
});

test("a card taken from the discards is known until it is thrown or the next deal comes", () => {
  const taken = knownAfter({}, [
    { e: "took_upcard", seat: "B", card: "6S" },
    { e: "discarded", seat: "B", card: "KC" },
    { e: "drew", seat: "B", from: "pile", card: "QC" },
    { e: "drew", seat: "B", from: "stock", card: null },
  ]);
  assert.deepEqual(taken, { B: ["6S", "QC"] });
  const full = { deadwood: 1, melds: [] };
  assert.deepEqual(knownOf(view({ aids: full }), taken, "B"), ["6S", "QC"]);
  assert.deepEqual(knownOf(view({ aids: full, top: "QC" }), taken, "B"), ["6S"], "what lies on the pile is not held");
  assert.deepEqual(knownOf(view({ aids: { deadwood: 1 } }), taken, "B"), [], "below full aids one remembers oneself");
  assert.deepEqual(knownAfter(taken, [{ e: "discarded", seat: "B", card: "6S" }]), { B: ["QC"] });
  assert.deepEqual(knownAfter(taken, [{ e: "dealt" }]), {});
  assert.deepEqual(readKnown(JSON.stringify({ deal: 3, known: taken }), 3), taken);
  assert.deepEqual(readKnown(JSON.stringify({ deal: 2, known: taken }), 3), {}, "of another deal");
  assert.deepEqual(readKnown("no list", 3), {});
});

interface Told {
  key: string;
  laws: string;
  steps: { events: TableEvent[]; hand: string; top: string | null; held: Partial<Record<Seat, string>> }[];
}

test("what is marked in another's fan is truly in that hand, in every game", () => {
  const deals = JSON.parse(readFileSync("../tests/data/known_cards.json", "utf8")) as Told[];
  let marked = 0;
  for (const { key, laws, steps } of deals) {
    let known = {};
    for (const { events, hand, top, held } of steps) {
      known = knownAfter(known, events);
      const seen = view({ aids: { deadwood: 1, melds: [] }, hand: hand.split(" "), top });
      for (const [seat, cards] of Object.entries(held)) {
        const marks = knownOf(seen, known, seat as Seat);
        const wrong = marks.filter((card) => !cards.split(" ").includes(card));
        assert.deepEqual(wrong, [], `${key}, ${laws}, after ${JSON.stringify(events)}`);
        marked += marks.length;
      }
    }
  }
  assert.ok(marked > 100, `${marked} marks were seen`);
});
