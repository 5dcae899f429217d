import assert from "node:assert/strict";
import { test } from "node:test";
import { next, type Advice } from "../src/table-lesson/next";

const advice = (more: Partial<Advice>): Advice => ({ says: "", verb: "d", cards: [], table: [], meld: null, ...more });
const hands = { picked: [], groups: null, isAsked: false };

test("a card is chosen first, then the verb", () => {
  const now = advice({ cards: ["7H"] });
  assert.equal(next(now, hands).css, '.gt-card[data-card="7H"]');
  assert.equal(next(now, { ...hands, picked: ["7H"] }).css, '.gt-verb[data-key="d"]');
});

test("of gin another choice takes the place of a wrong one", () => {
  assert.equal(next(advice({ cards: ["7H"] }), { ...hands, picked: ["KS"] }).css, '.gt-card[data-card="7H"]');
});

test("a card too many is put back before a meld is laid", () => {
  const found = next(advice({ verb: "n", cards: ["7H", "7S", "7D"] }), { ...hands, picked: ["7H", "KS"] });
  assert.deepEqual(found, { css: '.gt-card[data-card="KS"]', word: "other" });
});

test("a question is answered before anything else", () => {
  assert.equal(next(advice({ verb: "k" }), { ...hands, isAsked: true }).css, "dialog[open] .button.primary");
});

test("a card that fits several melds goes to the one that is named", () => {
  const found = next(advice({ verb: "t", cards: ["7H"], meld: 1 }), { ...hands, picked: ["7H"] });
  assert.equal(found.css, ".gt-table .gt-meld:nth-child(2) .chip-button");
});

test("Conquian: use, arrange until the groups are the advised ones, throw, lay", () => {
  const now = advice({ verb: "u", cards: ["AC"], table: [["7H", "7S", "7D"]] });
  assert.equal(next(now, hands).css, '.gt-verb[data-key="u"]');
  assert.equal(
    next(now, { ...hands, groups: [], picked: ["7D"] }).css,
    '[data-way="7D7H7S"], .gt-verb[data-key="w"]',
  );
  assert.equal(next(advice({ verb: "v" }), { ...hands, groups: [] }).css, '.gt-verb[data-key="v"]');
  const lain = { ...hands, groups: [["7S", "7D", "7H"]] };
  assert.equal(next(now, lain).css, '.gt-card[data-card="AC"]');
  assert.equal(next(now, { ...lain, picked: ["AC"] }).css, '.gt-verb[data-key="d"]');
});
