/** A table of more than two: who sits where, what is said, what a deal comes to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAIN } from "../src/shared/facts";
import { boardName, ended } from "../src/gin-seats/other-boards";
import { teamLines } from "../src/gin-seats/seat-score";
import { royalVerbs } from "../src/gin-seats/seat-board";
import { moreLines } from "../src/shared/games/seat-lines";
import { SeatSentences } from "../src/gin-seats/seat-sentences";
import { outcome } from "../src/shared/games/match-line";
import type { Scene } from "../src/shared/table/scene";
import { across, mayClaim, nearOf, pointsOf, sideName, soFar, type BoardSeen } from "../src/shared/games/seats";
import type { BySeat, Laid, Result, Seat, TableEvent, View } from "../src/shared/table-view";
import { words } from "./catalogue";

const names = { A: "Ana", B: "Ben", C: "Cy", D: "Dee" } as BySeat<string>;
const plain = (change: object): View =>
  ({
    phase: "draw",
    turn: "A",
    counts: { A: 10, B: 10, C: 0 },
    waiting: ["C"],
    box: null,
    advice: {},
    latest: {},
    laid_before: [],
    board: null,
    boards: [],
    score: { points: { A: 5, B: 7, C: 9 } },
    actions: [],
    limit: 10,
    ...change,
  }) as unknown as View;
const said = (view: View, me: string | null, event: object): string | null =>
  new SeatSentences(words, names, me as Seat | null, () => view).event(event as TableEvent);

test("the own seat lies near while it plays, the others follow in the order of play", () => {
  const view = plain({ counts: { A: 10, B: 10, C: 10 }, waiting: [] });
  assert.equal(nearOf(view, "B"), "B");
  assert.deepEqual(across(view, "B"), ["C", "A"]);
  assert.equal(nearOf(plain({}), "C" as Seat), "A");
  assert.deepEqual(across(plain({}), "A"), ["B"]);
});

test("who waits is told that this deal goes without them", () => {
  const say = (me: string): string => new SeatSentences(words, names, me as Seat, () => plain({})).status(plain({}));
  assert.match(say("C"), /sit this deal out. Ana is thinking/);
  assert.equal(say("B"), "Ana is thinking.");
});

test("a cut of many is read out whole", () => {
  assert.equal(
    said(plain({}), "A", { e: "drew_for_deal", dealer: "C", cards: { A: "5D", B: "KS", C: "2C" } }),
    "Cut for deal: Ana 5♦, Ben K♠, Cy 2♣. Cy deals.",
  );
});

const board = (seats: string[]): object => ({
  seats,
  phase: "draw",
  turn: seats[0],
  counts: [10, 10],
  stock: 30,
  top: null,
  type: null,
  winner: null,
  points: null,
});
const teams = plain({
  counts: { A: 10, B: 10, C: 10, D: 10 },
  waiting: [],
  board: 1,
  boards: [board(["A", "B"]), board(["C", "D"])],
  score: { points: { A: 40, B: 12 } },
});

test("of another board only what ends its deal is told", () => {
  assert.equal(said(teams, "C", { e: "discarded", seat: "A", card: "KS" }), null);
  assert.equal(said(teams, "C", { e: "discarded", seat: "D", card: "KS" }), "Dee threw K♠.");
  assert.equal(
    said(teams, "C", { e: "board_scored", board: 0, winner: "A", points: 20, type: "knock" }),
    "A board is finished: Ana scores 20.",
  );
});

test("a team goes by all its names and scores together", () => {
  assert.equal(sideName(teams, names, "B"), "Ben + Dee");
  assert.equal(pointsOf(teams, "C" as Seat), 40);
});

const result = (change: object): Result =>
  ({
    type: "knock",
    winner: "A",
    points: 46,
    counts: { A: 4, B: 20, C: 30 },
    bonus: 0,
    difference: 46,
    extra_boxes: 0,
    next_dealer: "A",
    factor: 1,
    ...change,
  }) as unknown as Result;
const say = new SeatSentences(words, names, "A" as Seat, () => plain({}));
const texts = (found: Result): string[] =>
  moreLines(found, say, PLAIN).map(({ text, sum }) => (sum ? `${text} · ${sum}` : text));

test("of three hands the winner scores both counts less the own; of gin both and the bonus", () => {
  assert.deepEqual(texts(result({})), ["20 + 30 − 4 · 46", "You score · 46", "and a box"]);
  assert.deepEqual(
    texts(result({ type: "gin", bonus: 40, points: 90, difference: 50, counts: { A: 0, B: 20, C: 30 } })).slice(0, 2),
    ["20 + 30 · 50", "For gin · + 40"],
  );
  assert.ok(texts(result({ type: "undercut", penalties: { A: 0, B: 20, C: 0 } })).includes("Ben · − 20"));
});

test("of two who played the loser is who has a count", () => {
  const found = texts(result({ winner: "C", points: 16, counts: { A: 20, B: null, C: 4 } }));
  assert.deepEqual(found.slice(0, 3), ["Your deadwood · 20", "Cy’s · − 4", "Cy scores · 16"]);
});

test("battle royal has a verb for each discard on offer", () => {
  const view = plain({
    counts: { A: 10, B: 10, C: 10 },
    waiting: [],
    top: "KS",
    latest: { A: null, B: "KS", C: "2D" },
    actions: [{ do: "draw_stock" }, { do: "draw_discard" }, { do: "draw_discard", card: "2D" }],
  });
  const verbs = royalVerbs({ view, me: "A", chosen: null, picked: [], busy: false, words, facts: PLAIN });
  assert.deepEqual(
    verbs.slice(0, 3).map((verb) => [verb.key, verb.label]),
    [
      ["s", "Stock"],
      ["u", "Take K♠"],
      ["j", "Take 2♦"],
    ],
  );
});

test("whoever waits for one beyond the grace may claim, be that one gone or silent at the shuffle", () => {
  const three = plain({ counts: { A: 10, B: 10, C: 0 } }),
    there = (seat: string, grace: number | null): Record<string, { grace: number | null }> => ({ [seat]: { grace } });
  assert.equal(mayClaim(three, "A", there("B", 0)), true);
  assert.equal(mayClaim(three, "A", there("B", 12)), false);
  assert.equal(mayClaim(three, "A", there("B", null)), false);
  assert.equal(mayClaim(three, "A", there("C" as Seat, 0)), false, "who sits the deal out keeps nobody waiting");
  assert.equal(mayClaim(three, "B", there("B", 0)), false);
  assert.equal(mayClaim(three, null, there("B", 0)), false, "who watches claims nothing");
  assert.equal(mayClaim(teams, "A", there("C", 0)), false, "not from the own team");
  assert.equal(mayClaim(teams, "A", there("D", 0)), true);
});

test("a board is called by the partner who sits there, and tells what its players do", () => {
  const scene = (me: Seat | null): Scene => ({ me, names, words, view: teams }) as unknown as Scene;
  const [first] = (teams as unknown as { boards: BoardSeen[] }).boards;
  assert.equal(boardName(scene("C" as Seat), first!, 0), "Ana’s board");
  assert.equal(boardName(scene("D" as Seat), first!, 0), "Ben’s board");
  assert.equal(boardName(scene(null), first!, 0), "Board 1");
  const say = new SeatSentences(words, names, "C" as Seat, () => teams);
  assert.equal(say.event({ e: "discarded", seat: "A", card: "KS" }), null, "no line of the log");
  assert.equal(say.elsewhere({ e: "discarded", seat: "A", card: "KS" }), "Ana threw K♠.");
  const over = { ...first!, phase: "done", type: "gin", winner: "A" as Seat, points: 31 };
  assert.match(ended(scene("C" as Seat), over), /: Ana \+31$/);
});

test("PRT-3: the slip of a team has the steps of its own board with their cards, each other board, and the net", () => {
  const over = (seats: string[], type: string, winner: string | null, points: number): object =>
    ({ ...board(seats), phase: "done", type, winner, points });
  const laid = (seat: string, deadwood: string[], count: number): object => ({ seat, melds: [], deadwood, count });
  const shown = [laid("B", ["AC", "2H"], 3), laid("A", ["KD"], 10)] as Laid[];
  const told = (boards: object[], result: object, hands = shown): string[] => {
    const view = plain({ counts: { A: 0, B: 0, C: 0, D: 0 }, waiting: [], board: 0, boards, factor: 1 }),
      say = new SeatSentences(words, names, "A" as Seat, () => view);
    const scene = { me: "A", names, words, view, say, facts: PLAIN } as unknown as Scene;
    return teamLines(scene, { extra_boxes: 0, ...result } as Result, hands).map(({ text, sum, cards, rule }) =>
      [text, cards?.join(" "), sum, rule].filter(Boolean).join(" "));
  };
  const lost = over(["A", "B"], "knock", "B", 7);
  assert.deepEqual(told([lost, over(["C", "D"], "knock", "D", 27)], { winner: "B", points: 34 }), [
    "Your deadwood KD 10 GIN-23", "Ben’s AC 2H − 3 GIN-23", "Cy – Dee: knock + 27 PRT-3",
    "Ben + Dee score 34 PRT-3", "and a box PRT-4",
  ], "both boards to one side");
  assert.deepEqual(told([lost, over(["C", "D"], "undercut", "C", 10)], { winner: "A", points: 3 }), [
    "Your deadwood KD − 10 GIN-23", "Ben’s AC 2H + 3 GIN-23", "Cy – Dee: undercut + 10 PRT-3",
    "Your team scores 3 PRT-3", "and a box PRT-4",
  ], "what the other side won is taken off");
  assert.deepEqual(told([over(["A", "B"], "gin", "B", 35), over(["C", "D"], "dead", null, 0)],
    { winner: "B", points: 35 }, [laid("B", [], 0), laid("A", ["KD"], 10)] as Laid[]), [
    "Your deadwood KD 10 GIN-26", "For gin + 25 GIN-26", "Cy – Dee: dead deal 0 PRT-3",
    "Ben + Dee score 35 PRT-3", "and a box PRT-4",
  ], "with the bonus of the own board");
  assert.deepEqual(told([lost, over(["C", "D"], "knock", "C", 7)], { winner: null, points: 0 }).slice(-1),
    ["The boards are level: nobody scores 0 PRT-3"]);
  assert.deepEqual(told([lost, over(["C", "D"], "knock", "D", 1)], { winner: "B", points: 8 }, []).slice(0, 1),
    ["Ana – Ben: knock 7 PRT-3"], "a board whose hands nobody laid is one line");
});

test("what the finished boards of a deal come to is said while others play on", () => {
  const board = (phase: string, winner: Seat | null, points: number | null) =>
    ({ phase, winner, points }) as unknown as BoardSeen;
  const playing = board("draw", null, null);
  assert.equal(soFar([playing, playing]), null);
  assert.equal(soFar([board("done", "C" as Seat, 20), playing]), 20);
  assert.equal(soFar([board("done", "D" as Seat, 12), board("done", "A", 20), playing]), 8);
  assert.equal(soFar([board("done", null, 0), playing]), 0);
  assert.equal(soFar([board("done", "A", 20), board("done", "B", 5)]), null, "the deal is scored");
});

test("a match of two teams is told with all their names", () => {
  const boards = [{ seats: ["A", "B"] }, { seats: ["C", "D"] }];
  const view = plain({
    counts: { A: 0, B: 0, C: 0, D: 0 }, boards, score: { over: true, points: { A: 0, B: 0 } },
    ending: { how: "played", winner: "B", loser: null },
    match: { length: { kind: "best_of", n: 3, all: false, deals: false }, games: { A: 1, B: 2 }, won: { A: 4, B: 7 } },
  });
  const said = outcome(view, "B", new SeatSentences(words, names, "A", () => view));
  assert.equal(said, "Ben + Dee 2, Ana + Cy 1 in games.");
});
