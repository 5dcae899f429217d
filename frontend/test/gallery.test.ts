/** A watcher steps back through what has been shown; moves come meanwhile and do not tear them away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Moments } from "../src/table-gallery/moments";
import { Past } from "../src/table-gallery/past";
import type { GinTable } from "../src/shared/table/gin-table";
import type { View } from "../src/shared/table-view";
import { spanish, words } from "./catalogue";

const moments = (...deals: number[]): Moments<{ deal: number; n: number }> => {
  const all = deals.map((deal, n) => ({ deal, n })),
    made = new Moments(all[0]!);
  for (const one of all.slice(1)) made.take(one, true);
  return made;
};

test("steps go back to the first moment and forth until it is live again", () => {
  const made = moments(1, 1, 1);
  assert.deepEqual([made.shown.n, made.isBack, made.behind, made.hasEarlier], [2, false, 0, true]);
  for (let step = 0; step < 5; step++) made.step(-1);
  assert.deepEqual([made.shown.n, made.isBack, made.behind, made.hasEarlier], [0, true, 2, false]);
  made.step(1);
  assert.deepEqual([made.shown.n, made.behind], [1, 1]);
  made.step(1);
  assert.deepEqual([made.shown.n, made.isBack], [2, false]);
});

test("the start is that of the deal looked at, and from there that of the deal before", () => {
  const made = moments(1, 1, 2, 2, 2);
  made.first();
  assert.equal(made.shown.n, 2);
  made.first();
  assert.equal(made.shown.n, 0);
  made.first();
  assert.equal(made.shown.n, 0);
  made.live();
  assert.equal(made.shown.n, 4);
});

test("who looks back stays there while moments come, and what says nothing is no moment of its own", () => {
  const made = moments(1, 1);
  made.step(-1);
  made.take({ deal: 1, n: 2 }, true);
  made.take({ deal: 1, n: 3 }, false);
  assert.deepEqual([made.shown.n, made.behind], [0, 2]);
  made.live();
  assert.equal(made.shown.n, 3);
});

test("so many moments are kept, and the one looked at stays as long as it is among them", () => {
  const made = moments(...Array.from({ length: 400 }, () => 1));
  made.step(-390);
  assert.equal(made.shown.n, 9);
  for (let n = 400; n < 405; n++) made.take({ deal: 1, n }, true);
  assert.equal(made.shown.n, 9);
  for (let n = 405; n < 420; n++) made.take({ deal: 1, n }, true);
  assert.deepEqual([made.shown.n, made.hasEarlier], [20, false]);
});

/** A table as far as its past needs one: a view, a log, and what it draws, which is whatever stands at the end. */
function tableOfMoves(): GinTable {
  const table = {
    view: { deal: 1, stock: 31, turn: "A" } as View,
    clocks: { left: { A: 60_000, B: 60_000 }, running: "A", at: 0 },
    log: ["Dealt."],
    known: {},
    plan: null,
    spoken: "",
    attributes: new Set<string>(),
    words,
    say: { event: ({ e }: { e: string }) => (e === "drew" ? "Drew." : null) },
    get last() {
      return this.log[0];
    },
    toggleAttribute(name: string, on: boolean) {
      this.attributes[on ? "add" : "delete"](name);
    },
    requestUpdate: () => undefined,
    changed(events: { e: string }[], change: Partial<View>) {
      this.view = { ...this.view, ...change };
      this.log = [...events.map(({ e }) => `${e} ${this.view.stock}`), ...this.log];
      this.spoken = this.log[0]!;
    },
  };
  return table as unknown as GinTable;
}
const drew = [{ e: "drew" }];

test("an earlier moment stays while moves arrive, and live has all of them", () => {
  const table = tableOfMoves(),
    past = new Past(table);
  const isBack = (): boolean => (table as unknown as { attributes: Set<string> }).attributes.has("data-back");
  table.changed(drew as never, { stock: 30 }, null, false);
  table.changed(drew as never, { stock: 29 }, null, false);
  assert.match(past.go("back"), /An earlier moment: 1 move back\. drew 30/);
  assert.deepEqual([table.view.stock, table.log[0], isBack()], [30, "drew 30", true]);
  assert.equal(table.clocks?.running, null);
  table.changed(drew as never, { stock: 28 }, null, false);
  assert.deepEqual([table.view.stock, table.log[0]], [30, "drew 30"]);
  assert.equal(table.spoken, "");
  assert.deepEqual(table.plan, ["An earlier moment", "2 moves back"]);
  table.changed([{ e: "looked" }] as never, { turn: "B" }, null, false);
  assert.deepEqual(table.plan, ["An earlier moment", "2 moves back"], "what says nothing is no move");
  assert.equal(past.go("live"), "Live. looked 28");
  assert.deepEqual([table.view.stock, table.view.turn, table.log.length, isBack()], [28, "B", 5, false]);
  assert.deepEqual([table.plan, table.clocks?.running], [null, "A"]);
});

test("forward from the last but one is live, and what comes then is shown at once", () => {
  const table = tableOfMoves(),
    past = new Past(table);
  table.changed(drew as never, { stock: 30 }, null, false);
  past.go("first");
  assert.equal(table.view.stock, 31);
  past.go("next");
  assert.equal(table.plan, null);
  table.changed(drew as never, { stock: 29 }, null, false);
  assert.equal(table.view.stock, 29);
});

test("Spanish says it, too", () => {
  assert.equal(spanish.n("gallery.behind", 3), "3 jugadas atrás");
});
