/** Cards, melds and the order of a hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, short, value } from "../src/shared/cards";
import { arrange, load, move, save } from "../src/shared/hand/hand-order";
import { bestSpreads, colouredSpreads, scoringSuits } from "../src/shared/melds";

const hand = (text: string): string[] => text.split(" ");

test("GIN-3: ace 1, pips, courts 10", () => {
  assert.deepEqual(["AS", "2C", "TD", "JH", "QS", "KC"].map(value), [1, 2, 10, 10, 10, 10]);
});

test("a card is read as people write it", () => {
  assert.equal(parse("10d"), "TD");
  assert.equal(parse(" kd "), "KD");
  assert.equal(parse("1D"), null);
  assert.equal(short("TD"), "10♦");
});

test("GIN-13, 14: the least deadwood, whichever meld a shared card serves", () => {
  const [best] = bestSpreads(hand("7C 7D 7H 5S 6S 7S KC QD 2H AD"));
  assert.equal(best!.deadwood, 10 + 10 + 2 + 1);
  assert.equal(best!.melds.length, 2);
});

test("GIN-17: two runs of five are gin", () => {
  assert.equal(bestSpreads(hand("AS 2S 3S 4S 5S 6D 7D 8D 9D TD"))[0]!.deadwood, 0);
});

test("GIN-2: no run round the corner", () => {
  assert.equal(bestSpreads(hand("QS KS AS"))[0]!.melds.length, 0);
});

test("equal arrangements are all found, each once", () => {
  const spreads = bestSpreads(hand("4C 4D 4H 4S 5S 6S KC KD 2H 9D"));
  assert.equal(
    new Set(
      spreads.map((spread) =>
        spread.melds
          .map((meld) => meld.join(""))
          .sort()
          .join("|"),
      ),
    ).size,
    spreads.length,
  );
  assert.ok(spreads.every((spread) => spread.deadwood === spreads[0]!.deadwood));
});

test("own order survives a draw and a discard; a new card comes last", () => {
  const own = hand("KD 2C 7H");
  assert.deepEqual(arrange(hand("2C 7H KD 3S"), "own", own, []), hand("KD 2C 7H 3S"));
  assert.deepEqual(arrange(hand("2C KD"), "own", own, []), hand("KD 2C"));
});

test("melds first, deadwood after by rank", () => {
  assert.deepEqual(arrange(hand("KD 3C 2S 3D 3H"), "melds", [], [hand("3C 3D 3H")]), hand("3C 3D 3H 2S KD"));
});

test("a card moves by places and stops at the ends", () => {
  assert.deepEqual(move(hand("AC 2C 3C"), "2C", 1), hand("AC 3C 2C"));
  assert.deepEqual(move(hand("AC 2C 3C"), "AC", -1), hand("AC 2C 3C"));
});

test("what was kept comes back; rubbish is forgotten", () => {
  const rows = new Map<string, string>();
  const storage = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, text: string) => void rows.set(key, text),
  } as unknown as Storage;
  save(storage, "t", { sorting: "own", own: ["KD"] });
  assert.deepEqual(load(storage, "t"), { sorting: "own", own: ["KD"] });
  rows.set("t", "{nonsense");
  assert.deepEqual(load(storage, "t"), { sorting: "melds", own: [] });
});

test("CGN-4 to 6, 9, 14: the suits of an arrangement, and more suits before less deadwood", () => {
  const loose = { melds: [hand("5C 5D 5H"), hand("9S TS JS")], loose: hand("2D"), deadwood: 2 };
  assert.equal(scoringSuits(loose, "CDHS"), "CH");
  assert.equal(scoringSuits(loose, "DS"), "");
  assert.equal(scoringSuits({ melds: [hand("5C 6C 7C")], loose: [], deadwood: 0 }, "CDHS"), "DHS");
  const ways = colouredSpreads(hand("5C 5D 5H 5S 6S 7S 9C 9D 9H AC"), 10, "CDHS");
  assert.equal(ways[0]!.suits, "DH");
  assert.ok(ways.every((way) => way.deadwood <= 10 && way.suits));
  assert.ok(ways.every((way, i) => i === 0 || way.suits!.length <= ways[i - 1]!.suits!.length));
});
