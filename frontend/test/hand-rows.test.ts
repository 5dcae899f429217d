import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf, rowsOf } from "../src/shared/hand/hand-rows";
import { pick } from "../src/shared/hand/picked";
import { initials } from "../src/shared/table/plate";
import type { View } from "../src/shared/table-view";

const shown = (order: string, melds: string[]): string[] =>
  rowsOf(groupsOf(order.split(" "), melds.map((meld) => meld.split(" ")))).map((row) =>
    row.map(({ kind, cards }) => `${kind}: ${cards.join(" ")}`).join(", "),
  );

test("melds lie above as far as they fit, the rest below", () => {
  assert.deepEqual(shown("5H 6H 7H JC JD JS AS 2D 3C KD", ["5H 6H 7H", "JC JD JS"]), [
    "run: 5H 6H 7H, set: JC JD JS",
    "dead: AS 2D 3C KD",
  ]);
  assert.deepEqual(shown("5H 6H 7H 8H JC JD JS JH AS 2D 3C", ["5H 6H 7H 8H", "JC JD JS JH"]), [
    "run: 5H 6H 7H 8H",
    "set: JC JD JS JH, dead: AS 2D 3C",
  ]);
});

test("a hand without melds is halved", () => {
  assert.deepEqual(shown("AS 2D 3C 4D 5D 6C 7S 8D 9S TD", []), ["plain: AS 2D 3C 4D 5D", "plain: 6C 7S 8D 9S TD"]);
  assert.deepEqual(shown("AS 2D 3C", []), ["plain: AS 2D 3C", ""]);
});

test("a meld of which a card is put elsewhere is none", () => {
  assert.deepEqual(shown("QD AC", ["QC QD QS"]), ["plain: QD AC", ""]);
});

test("a name tag has the first letters", () => {
  assert.equal(initials("Nora (house)"), "N");
  assert.equal(initials("Ann Lee-Smith"), "AL");
  assert.equal(initials("Guest 7563"), "G7");
});

test("a tap picks a card or puts it back; one that has left the hand is not picked", () => {
  const view = { hand: ["3S", "AS", "6H"], centre: "KD" } as unknown as View;
  assert.deepEqual(pick([], "3S", view, true), ["3S"]);
  assert.deepEqual(pick(["3S"], "AS", view, true), ["3S", "AS"]);
  assert.deepEqual(pick(["3S"], "AS", view, false), ["AS"]);
  assert.deepEqual(pick(["3S", "AS"], "3S", view, true), ["AS"]);
  assert.deepEqual(pick([], "KD", view, true), ["KD"]);
  assert.deepEqual(pick(["3S"], "2C", view, true), ["3S"]);
});
