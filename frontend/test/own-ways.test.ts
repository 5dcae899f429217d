/** What a player does in the own way: gaps of the hand, keys set again, the typed line, settings that were kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { usePack } from "../src/shared/cards";
import { PLAIN } from "../src/shared/facts";
import { gapAt, gaps, steps, type Box } from "../src/own-ways/hand-gaps";
import { move } from "../src/shared/hand/hand-order";
import { lowered } from "../src/shared/own/own-aids";
import { bind, keyOf, letters, mayBe, meant, type OwnKeys } from "../src/shared/own/own-keys";
import { heardOf } from "../src/shared/own/own-sounds";
import { keptLook } from "../src/shared/own/own-look";
import { readWays } from "../src/shared/own/own-settings";
import { throwing } from "../src/shared/table/table-dialogs";
import type { View } from "../src/shared/table-view";
import { read, WORDS, wordsOf } from "../src/typed-line/typed-line";
import { spanish, words } from "./catalogue";

/** A phone's hand: six cards in a row with strips of 62 px, the cards 64 wide, and the rest below, a little
 *  overlapped. */
const hand = (count: number): Box[] =>
  Array.from({ length: count }, (_, at) => ({
    left: 4 + 62 * (at % 6),
    top: at < 6 ? 0 : 86,
    width: 64,
    height: 104,
  }));

test("a point in a hand of two rows names the gap beside it", () => {
  assert.equal(gapAt(hand(11), 2, 50)?.at, 0);
  assert.equal(gapAt(hand(11), 4 + 62 + 40, 50)?.at, 2);
  assert.equal(gapAt(hand(11), 380, 50)?.at, 6, "the end of the first row");
  assert.equal(gapAt(hand(11), 10, 150)?.at, 6, "the start of the second is the same gap");
  assert.equal(gapAt(hand(11), 10, 150)?.x, 4);
  assert.equal(gapAt(hand(11), 380, 150)?.at, 11);
});

test("a card let go of far from the hand goes into no gap", () => {
  assert.equal(gapAt(hand(11), 100, -200), null);
  assert.equal(gapAt(hand(11), 700, 50), null);
  assert.equal(gapAt([], 0, 0), null);
});

test("put into a gap, a card lies between the neighbours of the gap", () => {
  const order = ["AS", "2S", "3S", "4S"];
  assert.deepEqual(move(order, "AS", steps(0, 3)), ["2S", "3S", "AS", "4S"]);
  assert.deepEqual(move(order, "4S", steps(3, 1)), ["AS", "4S", "2S", "3S"]);
  assert.deepEqual([steps(2, 2), steps(2, 3)], [0, 0], "the gaps beside it move nothing");
  assert.deepEqual(
    gaps(hand(4)).map((gap) => gap.at),
    [0, 1, 2, 3, 4],
  );
});

test("GIN-14: the knock sheet starts with the arrangement that the hand shows", () => {
  const cards = ["7S", "8S", "9S", "7H", "7D", "9H", "9D", "AS", "2C", "2D", "KD"];
  const view = (melds: string[][]): View =>
    ({ hand: cards, limit: 10, score: {}, aids: { deadwood: 0, melds, after: { KD: 0 } } }) as unknown as View;
  for (const melds of [
    [
      ["7S", "7H", "7D"],
      ["9S", "9H", "9D"],
    ],
    [
      ["9D", "9H", "9S"],
      ["7D", "7S", "7H"],
    ],
  ]) {
    const [first] = throwing(view(melds), ["KD"], "KD", "knock").spreads;
    assert.deepEqual(first!.melds.map((meld) => meld[0]!.charAt(0)).sort(), ["7", "9"]);
  }
});

test("aids are lowered, never raised", () => {
  const full = { deadwood: 14, melds: [["7S", "8S", "9S"]], loose: ["KD"], after: { KD: 4 }, knock: ["KD"] };
  assert.deepEqual(
    [lowered(full, "full"), lowered(full, "count"), lowered(full, "none")],
    [full, { deadwood: 14 }, null],
  );
  assert.deepEqual(
    [lowered({ deadwood: 14 }, "full"), lowered(null, "full"), lowered(null, "count")],
    [{ deadwood: 14 }, null, null],
  );
  assert.deepEqual(lowered(full, "whatever"), full, "what is no level changes nothing");
  assert.equal(readWays('{"aids":"none"}', false).aids, "none");
  assert.equal(readWays('{"aids":true}', false).aids, "full");
});

const plain: OwnKeys = { off: false, keys: {} };

test("keys: another key for a letter, changed places, and none at all", () => {
  const own = bind(plain, "k", "e");
  assert.equal(meant(own, "e"), "k");
  assert.equal(keyOf(own, "k"), "e");
  const swapped = bind(plain, "s", "d");
  assert.deepEqual([meant(swapped, "d"), meant(swapped, "s")], ["s", "d"], "the two have changed places");
  assert.deepEqual(bind(swapped, "s", "s").keys, {}, "and back");
  assert.equal(meant({ ...own, off: true }, "e"), null);
  assert.deepEqual(["e", "é", "ñ", "1", " ", "Enter"].map(mayBe), [true, true, true, false, false, false]);
});

test("keys: every letter has its line in the list, in every game", () => {
  for (const kernel of ["gin", "colonel", "conquian"] as const) {
    const shown = letters({ ...PLAIN, kernel, big_gin: true, doubling: true, challenge: true }, false);
    assert.equal(new Set(shown).size, shown.length, `${kernel}: a letter twice`);
    for (const letter of shown)
      assert.ok(
        words.has(`key.${kernel}.${letter}`) || words.has(`key.${letter === "?" ? "help" : letter}`),
        `${kernel} ${letter}`,
      );
  }
  assert.ok(letters(PLAIN, true).includes("o") && letters(PLAIN, true).includes("j"), "Object and Admit");
});

test("the typed line: words, cards in signs and in words, the number of a meld", () => {
  assert.deepEqual(read("d 7h", words), { word: "d", cards: ["7H"], meld: null, rest: [] });
  assert.deepEqual(read("Knock  10S", words), { word: "knock", cards: ["TS"], meld: null, rest: [] });
  assert.deepEqual(read("off 7s 2", words), { word: "off", cards: ["7S"], meld: 2, rest: [] });
  assert.deepEqual(read("throw queen of hearts", words), { word: "d", cards: ["QH"], meld: null, rest: [] });
  assert.deepEqual(read("lay seven spades 8s 9♠", words).cards, ["7S", "8S", "9S"]);
  assert.deepEqual(read("add 10 d 12", words), { word: "add", cards: ["TD"], meld: 12, rest: [] });
});

test("the typed line: what is not understood is told apart", () => {
  assert.deepEqual(read("knock 7x", words).rest, ["7x"]);
  assert.equal(read("sing", words).word, null);
  assert.deepEqual(read("off 7s 2 3", words).rest, ["3"]);
  usePack("A234567JQK");
  assert.deepEqual(read("use 8c", words).rest, ["8c"], "a card that Conquian's pack lacks (CNQ-2)");
  usePack("A23456789TJQK");
});

test("every word of the typed line belongs to a game", () => {
  const all = new Set(
    (["gin", "colonel", "conquian"] as const).flatMap((kernel) => wordsOf({ ...PLAIN, kernel }, true)),
  );
  const asked =
    "draw take pass d knock gin big off done object admit double accept decline lay add challenge turn use " +
      "reject force waive fold hand melds dead pile clocks score last rules";
  assert.deepEqual(
    asked.split(" ").filter((word) => !all.has(word as never)),
    [],
  );
  assert.equal(words.t("word.dead").split(",")[0], "dead");
});

test("settings that were kept; strange ones count as not set", () => {
  assert.equal(readWays(null, false).sounds, true, "quiet sounds at first");
  const kept = readWays('{"large":true,"sounds":"loud","keys":{"k":"e","s":5}}', true);
  assert.deepEqual([kept.large, kept.sounds, kept.four, kept.ask_knock], [true, true, true, true]);
  assert.deepEqual(kept.keys, { k: "e" });
  assert.equal(readWays("not JSON", false).large, false);
});

test("the typed line in Spanish: its own words, and the letters s h d c", () => {
  assert.deepEqual(read("tirar 7h", spanish), { word: "d", cards: ["7H"], meld: null, rest: [] });
  assert.deepEqual(read("Añadir siete de corazones 2", spanish), { word: "add", cards: ["7H"], meld: 2, rest: [] });
  assert.deepEqual(read("bajar as picas, 2 de picas, tres picas", spanish).cards, ["AS", "2S", "3S"]);
  assert.deepEqual(read("cerrar reina tréboles", spanish), { word: "knock", cards: ["QC"], meld: null, rest: [] });
  assert.deepEqual(
    read("knock 10s", spanish),
    { word: "knock", cards: ["TS"], meld: null, rest: [] },
    "English words are understood, too",
  );
});

test("in no language does one way to say it stand for two words", () => {
  for (const told of [words, spanish]) {
    const said = WORDS.flatMap((word) =>
      told
        .t(`word.${word}`)
        .split(",")
        .map((one) => one.trim()),
    );
    assert.deepEqual(
      said.filter((one, at) => said.indexOf(one) !== at),
      [],
    );
    for (const word of WORDS) assert.equal(read(told.t(`word.${word}`).split(",")[0]!, told).word, word);
  }
});

test("plurals as Spanish has them; where a form for millions is not given the common one stands", () => {
  assert.deepEqual(
    [1, 2, 1_000_000].map((count) => spanish.n("label.points", count)),
    ["1 punto", "2 puntos", "1000000 puntos"],
  );
});

test("each thing that happened is heard once", () => {
  const heard = heardOf([{ e: "drew" }, { e: "discarded", card: "9C" }, { e: "drew" }, { e: "deal_scored" }]);
  assert.deepEqual(heard, ["draw", "throw"]);
});

test("a felt or a back that is no choice counts as not set", () => {
  const plain = { felt: "green", back: "diamonds", deck: "pictures", four: false };
  assert.deepEqual(keptLook(null, null), plain);
  assert.deepEqual(keptLook("{", null), plain);
  assert.deepEqual(keptLook('{"felt":"tartan","back":7,"deck":"tarot"}', "two"), plain);
  assert.deepEqual(keptLook('{"felt":"wine","back":"scales","deck":"large"}', "four"), {
    felt: "wine",
    back: "scales",
    deck: "large",
    four: true,
  });
});
