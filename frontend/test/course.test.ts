/** Who stands better: the bars point to the player, and the words say what they show. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bars, inWords, line, reach } from "../src/deal-course/course";
import { Sentences } from "../src/shared/sentences";
import type { Seat, Stage } from "../src/shared/table-view";
import { spanish, words } from "./catalogue";

const name = (seat: Seat): string => ({ A: "Ana", B: "Ben" })[seat];
const course: Stage[] = [
  { e: "dealt", deal: 1, dealer: "A", upcard: "7H", worth: 0 },
  { e: "discarded", seat: "B", card: "KD", worth: -4 },
  { e: "drew", seat: "A", from: "stock", card: null, worth: 24 },
];

test("a bar points down to A and up to B, and the field is as high as the longest, but never low", () => {
  assert.deepEqual(bars(course), [
    { x: 0, y: 0, height: 0, seat: "B" },
    { x: 1, y: -4, height: 4, seat: "B" },
    { x: 2, y: 0, height: 24, seat: "A" },
  ]);
  assert.equal(reach(course), 24);
  assert.equal(reach(course.slice(0, 2)), 20);
});

test("words say what the bars show", () => {
  assert.equal(
    inWords(course, words, name),
    "Ana may expect 24 points of this deal. At best Ana could expect 24 points. " +
      "At best Ben could expect 4 points.",
  );
  const say = new Sentences(words, { A: "Ana", B: "Ben" }, null);
  assert.deepEqual(line(course[1]!, say, name), ["Ben threw K♦.", "Ben +4"]);
  assert.match(inWords(course, spanish, name), /Ana/);
});

test("of a deal that is over the words say what it brought", () => {
  const over: Stage[] = [...course, { e: "deal_scored", winner: "B", type: "knock", points: 1, worth: -1 }];
  assert.match(inWords(over, words, name), /The deal brings Ben 1 point\./);
});
