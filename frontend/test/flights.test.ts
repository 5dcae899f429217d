import assert from "node:assert/strict";
import { test } from "node:test";
import { flights, MS, type Seen } from "../src/table-motion/flights";

const place = (x: number, y: number, width = 80) => ({ x, y, width });
const seen = (cards: Record<string, [number, number]>): Seen => ({
  cards: new Map(Object.entries(cards).map(([card, [x, y]]) => [card, place(x, y)])),
  stock: place(100, 100),
  pile: place(300, 100),
  fan: place(200, 0, 40),
});
const told = (...found: ReturnType<typeof flights>) =>
  found.map(({ card, kind, from, to }) => `${card} ${kind} ${from.x},${from.y} > ${to ? `${to.x},${to.y}` : "away"}`);

test("a card drawn comes from the stock, and the others make room for it", () => {
  const before = seen({ "5H": [0, 400], "9C": [50, 400], KS: [300, 100] }),
    now = seen({ "5H": [0, 400], "6H": [50, 400], "9C": [100, 400], KS: [300, 100] });
  assert.deepEqual(told(...flights(before, now, [{ e: "drew", seat: "A", card: "6H" }], "A")), [
    "6H draw 100,100 > 50,400",
    "9C sort 50,400 > 100,400",
  ]);
});

test("one's own throw goes from the hand to the discards", () => {
  const before = seen({ "5H": [0, 400], "9C": [50, 400], KS: [300, 100] }),
    now = seen({ "5H": [0, 400], "9C": [300, 100] });
  assert.deepEqual(told(...flights(before, now, [{ e: "discarded", seat: "A", card: "9C" }], "A")), [
    "9C throw 50,400 > 300,100",
  ]);
});

test("the other side takes the discard into its fan, and throws out of it", () => {
  const before = seen({ "5H": [0, 400], KS: [300, 100] }),
    now = seen({ "5H": [0, 400], QD: [300, 100] });
  const events = [
    { e: "drew", seat: "B" as const, from: "pile", card: "KS" },
    { e: "discarded", seat: "B" as const, card: "QD" },
  ];
  assert.deepEqual(told(...flights(before, now, events, "A")), [
    "QD throw 200,0 > 300,100",
    "KS take 300,100 > away",
  ]);
});

test("nothing flies where nothing happened, and every flight is over within 400 ms", () => {
  const here = seen({ "5H": [0, 400] });
  assert.deepEqual(flights(here, here, [], "A"), []);
  const dealt = seen(Object.fromEntries([..."A23456789T"].map((rank, at) => [`${rank}S`, [at * 50, 400]])));
  const found = flights(here, dealt, [{ e: "dealt", dealer: "A" }], "A");
  assert.equal(found.length, 10);
  assert.ok(found.every(({ kind, delay }) => delay + MS[kind] <= 400));
});
