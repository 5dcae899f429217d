/** The reader is "You", everybody else a name, in English and in Spanish. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAIN } from "../src/shared/facts";
import { outcome } from "../src/shared/games/match-line";
import { SeatSentences } from "../src/gin-seats/seat-sentences";
import { Sentences } from "../src/shared/sentences";
import { sums } from "../src/shared/table/score-sheet";
import type { Result, Seat, TableEvent, View } from "../src/shared/table-view";
import { catalogue, spanish, words } from "./catalogue";

const mine = new Sentences(words, { A: "You", B: "Ben" }, "A"),
  watched = new Sentences(words, { A: "Ana", B: "Ben" }, null);
const told = (event: object, say = mine): string | null => say.event(event as TableEvent);

/** Keys with a name that is never the reader's: what others do, and plain labels such as "You: 3 of 11 down". */
const NEVER = new RegExp(
  [
    /^(ev\.they|pres|status|again|shuffle|replay|chat|say|title|course)\./,
    /^(seat\.thrown|seat\.board\.of|match\.line|label\.down|sum\.laid_held|law\.faced)/,
    /^(ev\.cut\.again|ev\.cut\.more\.again|end\.stake)/,
    /^end\.(games|deals\.won|points|played)$/,
  ]
    .map((part) => part.source)
    .join("|"),
);

test("each sentence about a player has a form for the reader, in both languages", () => {
  const about = [...catalogue]
    .filter(
      ([key, said]) =>
        /\{(name|winner|loser|dealer)\}/.test(said) && !/\.(you|from_you)$/.test(key) && !NEVER.test(key),
    )
    .map(([key]) => key);
  assert.ok(about.length > 30);
  const form = (key: string): string =>
    key.replace(/\.(one|other)$/, "") + ".you" + (/\.(one|other)$/.exec(key)?.[0] ?? "");
  assert.deepEqual(
    about.filter((key) => !words.has(form(key))),
    [],
  );
  for (const key of about) assert.notEqual(spanish.t(form(key)), words.t(form(key)), key);
});

test("the log speaks to the reader", () => {
  assert.equal(told({ e: "dealt", deal: 3, dealer: "A", upcard: "7H" }), "Deal 3. You dealt, 7♥ is up.");
  assert.equal(
    told({ e: "drew_for_deal", dealer: "A", cards: { A: "9C", B: "4D" } }),
    "Cut for deal: You 9♣, Ben 4♦. You deal.",
  );
  assert.equal(told({ e: "deal_scored", winner: "A", type: "knock", points: 12 }), "You score 12.");
  assert.equal(told({ e: "deal_scored", winner: "B", type: "gin", points: 40 }), "Gin. Ben scores 40.");
  assert.equal(told({ e: "game_won", seat: "A" }), "You win the game.");
  assert.equal(told({ e: "game_won", seat: "A" }, watched), "Ana wins the game.");
});

test("a partner's win is that of the reader's team", () => {
  const view = {
    counts: { A: 10, B: 10, C: 10, D: 10 },
    boards: [{ seats: ["A", "B"] }, { seats: ["C", "D"] }],
    board: 0,
    waiting: [],
    box: null,
  } as unknown as View;
  const names = { A: "Ann", B: "Ben", C: "Cy", D: "Dee" };
  const said = (me: string): string | null =>
    new SeatSentences(words, { ...names, [me]: "You" } as never, me as Seat, () => view).event({
      e: "game_won",
      seat: "A",
    } as TableEvent);
  assert.equal(said("C"), "Your team wins the game");
  assert.equal(said("D"), "Ann + Cy win the game");
});

test("the end of a match reads the same from both seats, with a true minus", () => {
  const match = {
    length: { kind: "games", n: 1, all: false, deals: false },
    game: 1,
    games: { A: 1, B: 0 },
    deal: 4,
    won: { A: 3, B: 1 },
    points: { A: 50, B: -32 },
    before: [],
    start: { A: 0, B: 0 },
    ends_at: null,
    called: false,
  };
  const view = { match, score: { over: false }, ending: { how: "time" } } as unknown as View;
  assert.equal(outcome(view, "A", mine), "You 50, Ben −32 in points.");
});

test("in Conquian and Colonel the sum speaks to the reader too", () => {
  const result = {
    type: "out",
    winner: "A",
    points: 5,
    counts: { A: 0, B: 5 },
    bonus: 0,
    difference: 5,
    extra_boxes: 0,
    next_dealer: "B",
  } as Result;
  assert.deepEqual(
    sums(result, mine, { ...PLAIN, kernel: "conquian" }).map((line) => line.text),
    ["You have eleven cards down", "Ben pays"],
  );
  assert.equal(
    sums({ ...result, winner: "B", counts: { A: 7, B: 0 } }, mine, { ...PLAIN, kernel: "colonel" })[0]!.text,
    "You still hold",
  );
});
