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

test("melds come from the hand that laid them, and what makes room for them is no laying", () => {
  const before = seen({ "5H": [0, 400], "6H": [50, 400], "7H": [100, 400], KS: [150, 400], "2C": [400, 200] }),
    mine = seen({ "5H": [500, 200], "6H": [530, 200], "7H": [560, 200], KS: [0, 400], "2C": [380, 200] });
  const laid = [{ e: "melded", seat: "A" as const, cards: ["5H", "6H", "7H"], meld: 1 }];
  assert.deepEqual(told(...flights(before, mine, laid, "A")), [
    "5H lay 0,400 > 500,200",
    "6H lay 50,400 > 530,200",
    "7H lay 100,400 > 560,200",
    "KS sort 150,400 > 0,400",
    "2C sort 400,200 > 380,200",
  ]);
  const here = seen({ KS: [0, 400] }),
    theirs = seen({ KS: [0, 400], "9C": [500, 200] });
  for (const event of [
    { e: "added", seat: "B" as const, card: "9C", meld: 0 },
    { e: "laid_off", seat: "B" as const, card: "9C", meld: 0 },
    { e: "laid_from_hand", seat: "B" as const, cards: ["9C"] },
  ])
    assert.deepEqual(told(...flights(here, theirs, [event], "A")), ["9C lay 200,0 > 500,200"], event.e);
});

test("CNQ-6: a card is turned from the stock, used from the centre, and goes to the waste when nobody wants it", () => {
  const waste = place(500, 100),
    empty = { ...seen({}), pile: null },
    offered = { ...seen({ KS: [300, 100] }), waste };
  for (const seat of ["A", "B"] as const)
    assert.deepEqual(told(...flights(empty, offered, [{ e: "turned", seat, card: "KS" }], "A")), [
      "KS draw 100,100 > 300,100",
    ]);
  const next = { ...seen({ "2D": [300, 100] }), waste };
  const both = [
    { e: "rejected", seat: "B" as const, card: "KS" },
    { e: "turned", seat: "B" as const, card: "2D" },
  ];
  assert.deepEqual(told(...flights(offered, next, both, "A")), [
    "2D draw 100,100 > 300,100",
    "KS throw 300,100 > 500,100",
  ]);
  const used = [{ e: "used", seat: "B" as const, card: "KS", cards: ["QS", "JS"] }],
    down = seen({ KS: [600, 20], QS: [570, 20], JS: [540, 20] });
  assert.deepEqual(told(...flights(offered, { ...down, pile: null }, used, "A")), [
    "KS lay 300,100 > 600,20",
    "QS lay 200,0 > 570,20",
    "JS lay 200,0 > 540,20",
  ]);
});

test("COL-5: the whole pile goes to the hand that takes it", () => {
  const before = seen({ "5H": [0, 400], KS: [300, 100] });
  const took = (seat: "A" | "B") => [{ e: "took_pile", seat, cards: ["2C", "KS"] }];
  const mine = { ...seen({ "5H": [0, 400], "2C": [50, 400], KS: [100, 400] }), pile: null };
  assert.deepEqual(told(...flights(before, mine, took("A"), "A")), [
    "2C take 300,100 > 50,400",
    "KS sort 300,100 > 100,400",
  ]);
  const theirs = { ...seen({ "5H": [0, 400] }), pile: null };
  assert.deepEqual(told(...flights(before, theirs, took("B"), "A")), ["KS take 300,100 > away"]);
});

test("however many cards are laid, the last of them lies within 400 ms", () => {
  const cards = [..."A23456789TJ"].map((rank) => `${rank}S`),
    laid = seen(Object.fromEntries(cards.map((card, at) => [card, [at * 30, 200]])));
  const found = flights(seen({}), laid, [{ e: "laid_from_hand", seat: "B", cards }], "A");
  assert.equal(found.length, cards.length);
  assert.ok(found.every(({ kind, delay }) => delay + MS[kind] <= 400));
});
