import assert from "node:assert/strict";
import { test } from "node:test";
import { asDue, DealQueue, type Waiting } from "../src/score-entry/deal-queue";

class Box {
  kept = new Map<string, string>();
  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.kept.set(name, value);
  }
  removeItem(name: string): void {
    this.kept.delete(name);
  }
}

const deal = (key: string, version: number): Waiting => ({ key, version, fields: [["how", "dead"]], words: key });

test("deals wait in their order under the versions that will be the sheet's when they come", () => {
  const box = new Box();
  const queue = new DealQueue("m", box);
  assert.equal(queue.next(4), 4);
  queue.add(deal("a", queue.next(4)));
  queue.add(deal("b", queue.next(4)));
  assert.deepEqual(
    queue.all.map((one) => one.version),
    [4, 5],
  );
  assert.deepEqual(new DealQueue("m", box).all, queue.all, "they survive a closed page");
  queue.dropFirst();
  assert.equal(queue.first?.key, "b");
  queue.dropLast();
  assert.equal(box.kept.size, 0, "nothing is left behind");
});

test("after another phone has written they follow what stands there", () => {
  const queue = new DealQueue("m", new Box());
  queue.add(deal("a", 1));
  queue.add(deal("b", 2));
  queue.follow(3);
  assert.deepEqual(
    queue.all.map((one) => [one.key, one.version]),
    [
      ["a", 3],
      ["b", 4],
    ],
  );
  queue.addFirst(deal("put right", 3));
  assert.equal(queue.first?.key, "put right");
});

test("who dealt follows from the sheet, unless the wrong side did", () => {
  assert.deepEqual(
    asDue([
      ["dealer", "0"],
      ["irr", ""],
    ]),
    [["irr", ""]],
  );
  assert.equal(
    asDue([
      ["dealer", "0"],
      ["irr", "IRR-2"],
    ]).length,
    2,
  );
});

test("a store that is broken or full keeps nobody from playing", () => {
  const broken = {
    getItem: () => "{nonsense",
    setItem: () => {
      throw new Error("full");
    },
    removeItem: () => undefined,
  };
  const queue = new DealQueue("m", broken);
  queue.add(deal("a", 0));
  assert.equal(queue.all.length, 1);
  assert.equal(new DealQueue("m", null).all.length, 0);
});
