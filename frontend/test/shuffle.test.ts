/** The browser's shuffle beside Node's own hashes, the published vector and the engine's thousand records. */
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  bytes,
  checks,
  code,
  deck,
  digest,
  hex,
  hmac,
  sha256,
  text,
  type Checked,
  type Proof,
} from "../src/shared/shuffle";
import { cuts, fits, waits, wish, type Asked, type Kept } from "../src/deal-shuffle/shuffle-part";

const CTX =
  '{"attempt":1,"board":0,"deal":7,"dealer":0,"mode":"players","pack":"A23456789TJQK","round":3,' +
  '"rules":"gin-pagat","seats":["p-ana","p-bo"],"table":"t-42","tournament":"e-9","v":1}';
const S = Uint8Array.from({ length: 32 }, (_, i) => i);
const E = [bytes("11".repeat(32)), bytes("22".repeat(32))];

test("its own SHA-256 and HMAC are those of Node", () => {
  for (let size = 0; size < 300; size += 7) {
    const data = Uint8Array.from({ length: size }, (_, i) => (i * 31 + size) & 255);
    assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
    assert.equal(hex(hmac(S, data)), createHmac("sha256", S).update(data).digest("hex"));
  }
});

test("the published vector", () => {
  const commitment = hex(digest("server", CTX, S)),
    bound = digest("player", "0", CTX, E[0]!);
  assert.ok(commitment.startsWith("38e747c7fd0cc356"));
  assert.ok(hex(bound).startsWith("4d3fd5c3e45a467a"));
  const { cards } = deck(CTX, S, E, 17);
  assert.deepEqual(cards.slice(0, 8), [9, 6, 14, 24, 42, 45, 43, 37]);
  assert.ok(hex(sha256(Uint8Array.from(cards))).startsWith("9a2c80909994962a"));
  assert.equal(code(CTX, commitment, [bound], E, 17), "e3d85968");
  assert.ok(hex(digest("house", "1", CTX, S)).startsWith("b4556ec3934f73aa"));
  assert.ok(hex(digest("chain", "e-9")).startsWith("26f7bf856e2501e4"));
});

/** Record number n as tests/games/shuffle_records.py builds it, here with the browser's own arithmetic. */
function built(n: number): Checked {
  const r = (i: number): Uint8Array => sha256(text(`record ${n} ${i}`));
  const [b0, b1, b2, b3, b4, b5, b6, b7] = r(3) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const players = b0 % 3 > 0,
    pack = ["A23456789TJQK", "A234567JQK", "A23456789T"][b1 % 3]!,
    attempt = players ? 1 + (b5 % 3) : 1,
    dealer = b2 % 2;
  const ctx = JSON.stringify({
    attempt,
    board: 0,
    deal: 1 + b4,
    dealer,
    mode: players ? "players" : "server",
    pack,
    round: b1,
    rules: "gin-pagat",
    seats: ["p-ana", "p-bo"],
    table: `t-${n}`,
    tournament: "e-9",
    v: 1,
  });
  const secret = r(0),
    house = players && (b6 % 4 === 1 || b6 % 4 === 2) ? [(b6 % 4) - 1] : [],
    order = [dealer, 1 - dealer];
  const entropies = players
    ? order.map((place) => (house.includes(place) ? digest("house", String(place), ctx, secret) : r(1 + place)))
    : [];
  const cut = players && !house.includes(order[1]!) ? b3 % (4 * pack.length) : 0;
  const bound = players && !house.includes(dealer) ? [digest("player", String(dealer), ctx, entropies[0]!)] : [];
  const names = deck(ctx, secret, entropies, cut).cards.map(
    (card) => pack[card % pack.length]! + "CDHS"[Math.floor(card / pack.length)]!,
  );
  const hands = {
    A: names.filter((_, i) => i < 20 && i % 2 === (dealer === 0 ? 1 : 0)),
    B: names.filter((_, i) => i < 20 && i % 2 === (dealer === 0 ? 0 : 1)),
  };
  const commitment = hex(digest("server", ctx, secret));
  const aborted = Array.from({ length: attempt - 1 }, (_, j) => ({
    secret: hex(r(10 + j)),
    commitment: hex(digest("server", ctx.replace(`"attempt":${attempt},`, `"attempt":${j + 1},`), r(10 + j))),
  }));
  const events = [
    { e: "dealt", upcard: names[20]! },
    ...names.slice(21, 21 + (b7 % 5)).map((card) => ({ e: "drew", from: "stock", card })),
  ];
  const shuffle: Proof = {
    ctx,
    secret: hex(secret),
    commitment,
    commitments: bound.map(hex),
    entropies: entropies.map(hex),
    cut,
    house,
    code: code(ctx, commitment, bound, entropies, cut),
    aborted,
    at: ["A", "B"],
    chain: { before: hex(r(4)), head: hex(digest("link", r(4), ctx, digest("server", ctx, secret))) },
  };
  return { table: `t-${n}`, deal: 1 + b4, deck: names, steps: events.map((event) => ({ event, hands })), shuffle };
}

const expected = JSON.parse(
  readFileSync(process.env["UNDERCUT_SHUFFLES"] ?? "../tests/data/shuffle_records.json", "utf8"),
) as [deck: string, code: string][];
const holds = (record: Checked): boolean => {
  try {
    return checks(record).every(([, right]) => right);
  } catch {
    return false;
  }
};

test("a thousand records have the engine's decks and codes, and are found right", () => {
  assert.equal(expected.length, 1000);
  expected.forEach(([cards, digits], n) => {
    const record = built(n);
    assert.deepEqual(
      [hex(sha256(text(record.deck.join("")))).slice(0, 16), record.shuffle.code],
      [cards, digits],
      `record ${n}`,
    );
    assert.ok(
      holds(record),
      `record ${n}: ${checks(record)
        .filter(([, right]) => !right)
        .join()}`,
    );
  });
});

/** Every way to change one value inside: another digit, another number, one element fewer. */
function* changed(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield value.slice(0, -1) + (value.endsWith("1") ? "2" : "1");
  else if (typeof value === "number") yield value + 1;
  else if (Array.isArray(value)) {
    yield [...value, value.at(-1) ?? "00"];
    for (const at of value.keys())
      for (const other of changed(value[at])) yield value.map((one: unknown, i) => (i === at ? other : one));
  } else if (value && typeof value === "object") {
    for (const [name, inner] of Object.entries(value))
      for (const other of changed(inner)) yield { ...value, [name]: other };
  }
}

test("every change of a single field is refused", () => {
  let tried = 0;
  for (let n = 0; n < 40; n++) {
    const record = built(n);
    for (const shuffle of changed(record.shuffle)) {
      tried++;
      assert.ok(!holds({ ...record, shuffle: shuffle as Proof }), JSON.stringify(shuffle));
    }
    for (const cards of changed(record.deck)) {
      tried++;
      assert.ok(!holds({ ...record, deck: cards as string[] }));
    }
    for (const hands of changed(record.steps[0]!.hands)) {
      tried++;
      assert.ok(
        !holds({
          ...record,
          steps: [{ ...record.steps[0]!, hands: hands as Record<string, string[]> }, ...record.steps.slice(1)],
        }),
      );
    }
    for (const other of [{ table: "t-x" }, { deal: 0 }, { board: 1 }]) {
      tried++;
      assert.ok(!holds({ ...record, ...other }));
    }
  }
  assert.ok(tried > 3000);
});

const asked = (more: Partial<Asked>): Asked => ({
  ctx: CTX,
  commitment: "aa",
  commitments: { A: "", B: "" },
  awaits: ["A"],
  ...more,
});
const same = (size: number): Uint8Array => new Uint8Array(size).fill(7);

test("the dealer binds itself and opens the same entropy; another attempt gets another", () => {
  const first = wish(asked({}), "A", null, null, same)!;
  assert.deepEqual(first.wish, { do: "commit", commitment: hex(digest("player", "0", CTX, same(32))) });
  const bound = asked({ commitments: { A: String(first.wish["commitment"]), B: "" } });
  assert.deepEqual(wish(bound, "A", first.keep, null, same)!.wish, { do: "reveal", entropy: hex(same(32)) });
  assert.deepEqual(
    wish({ ...bound, ctx: CTX.replace('"attempt":1', '"attempt":2') }, "A", first.keep, null, same)!.wish,
    { do: "lost" },
  );
  assert.deepEqual(wish(bound, "A", null, null, same)!.wish, { do: "lost" });
  assert.equal(wish(bound, "B", null, null, same), null);
});

test("the cutter's choice is sent, and kept; without one it is anywhere", () => {
  const due = asked({ awaits: ["B"] });
  const first = wish(due, "B", null, 31, same)!;
  assert.deepEqual(first.wish, { do: "cut", entropy: hex(same(32)), at: 31 });
  assert.equal(wish(due, "B", first.keep, null, same)!.wish["at"], 31);
  assert.equal(wish(due, "B", null, null, same)!.wish["at"], 7);
});

test("only the shuffle to come at this table is answered, and attempts count up", () => {
  const seen = { deal: 6, dealer: "A", over: false, result: null };
  const last: Kept = { ctx: CTX.replace('"attempt":1', '"attempt":2'), commitment: "", entropy: "" };
  assert.ok(fits(asked({}), "t-42", seen, null));
  assert.ok(!fits(asked({}), "t-43", seen, null));
  assert.ok(!fits(asked({}), "t-42", { ...seen, deal: 7 }, null));
  assert.ok(!fits(asked({}), "t-42", seen, last));
  assert.ok(fits(asked({ ctx: CTX.replace('"attempt":1', '"attempt":3') }), "t-42", seen, last));
  assert.ok(
    fits(asked({ ctx: CTX.replace('"deal":7', '"deal":0') }), "t-42", { ...seen, deal: 0, dealer: null }, null),
  );
});

test("of several boards only the own one is answered", () => {
  const seen = { deal: 6, dealer: "A", over: false, result: null },
    second = CTX.replace('"board":0', '"board":1');
  assert.ok(fits(asked({ ctx: second, board: 1 }), "t-42", seen, null));
  assert.ok(!fits(asked({ ctx: second, board: 0 }), "t-42", seen, null));
  assert.ok(!fits(asked({ ctx: second }), "t-42", seen, null));
});

test("who cuts: of two the one that does not deal, of two teams every member of the one that does not", () => {
  const next = (dealer: string, boards: unknown[]): Parameters<typeof cuts>[1] => ({
    deal: 6,
    dealer: "A",
    over: false,
    result: { next_dealer: dealer },
    boards,
  });
  assert.deepEqual(
    ["A", "B"].map((seat) => cuts(seat, next("A", []))),
    [false, true],
  );
  assert.deepEqual(
    ["A", "B", "C", "D"].map((seat) => cuts(seat, next("B", [{}, {}]))),
    [true, false, true, false],
  );
  assert.ok(!cuts("B", { ...next("A", []), shuffle: { ctx: CTX } }));
  assert.ok(!cuts(null, next("A", [])));
});

test("who waits is told for whom, at the own board and at the others", () => {
  const seen = {
    deal: 6,
    dealer: "A",
    over: false,
    result: null,
    shuffle: { ...asked({ awaits: ["A"] }), others: ["C", "D"] },
  };
  assert.deepEqual(waits("A", seen), ["C", "D"]);
  assert.deepEqual(waits("B", seen), ["A", "C", "D"]);
  assert.deepEqual(waits("B", { ...seen, shuffle: { code: "e3d85968" } }), []);
});
