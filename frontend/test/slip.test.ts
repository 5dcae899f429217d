/** The slip that says why not: at what it speaks of, and in sight. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lies, spotOf, spotOfRuling } from "../src/shared/table/slip";

const slip = { width: 200, height: 40 },
  phone = { width: 390, height: 844, top: 60 };
const box = (left: number, top: number) => ({ left, right: left + 60, top, bottom: top + 84 });

test("a slip lies over what it speaks of, its point in the middle of that", () => {
  assert.deepEqual(lies(slip, box(160, 500), phone), { x: 90, y: 450, tip: 100, below: false });
});

test("it stays within the window: at the sides, above and without a place of its own", () => {
  assert.deepEqual(lies(slip, box(350, 500), phone), { x: 182, y: 450, tip: 184, below: false });
  assert.deepEqual(lies(slip, box(-20, 100), phone), { x: 8, y: 194, tip: 16, below: true }, "not over the head");
  assert.deepEqual(lies(slip, undefined, phone), { x: 95, y: 796, tip: 100, below: false });
  assert.equal(lies(slip, box(100, 2000), phone).y, 796, "at what is scrolled away");
});

test("a command speaks of its pile or its card", () => {
  assert.equal(spotOf("draw_stock"), ".stock");
  assert.equal(spotOf("u", "KD"), ":is(.discards, .offer)");
  assert.equal(spotOf("discard", "KD"), '.gt-card[data-card="KD"]');
  assert.equal(spotOf("resign"), "");
});

test("a ruling speaks of the pile of its law, else of whoever erred", () => {
  assert.equal(spotOfRuling("IRR-16", true, "Ann"), ".stock");
  assert.equal(spotOfRuling("IRR-28", false, "Ben"), ":is(.discards, .offer)");
  assert.equal(spotOfRuling("IRR-21", true, "Ann"), ".gt-hand");
  assert.equal(spotOfRuling("IRR-21", false, 'Ben "B" Lee'), '.gt-seat[aria-label="Ben \\"B\\" Lee"]');
  assert.equal(spotOfRuling("IRR-33", false, ""), "");
});
