import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptResult, type Result } from "../src/shared/fetching/kept-result";

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

const NOW = Date.UTC(2026, 10, 25, 20);
const result = (key: string, version = "1"): Result => ({ key, version, fields: [["first", "104"]], words: key, at: NOW });

test("a result survives a closed page, and another slip does not show it", () => {
  const box = new Box();
  new KeptResult("m.0", box, NOW).keep(result("a"));
  assert.equal(new KeptResult("m.0", box, NOW).waiting?.key, "a");
  assert.equal(new KeptResult("m.1", box, NOW).waiting, null);
});

test("what has arrived leaves nothing behind; what was written meanwhile waits for the match as it is now", () => {
  const box = new Box();
  const kept = new KeptResult("m.0", box, NOW);
  kept.keep(result("a"));
  kept.keep(result("b"));
  kept.arrived("a", "7");
  assert.deepEqual(kept.waiting, result("b", "7"));
  kept.arrived("b", "8");
  assert.equal(box.kept.size, 0);
});

test("what nobody has sent for three days goes", () => {
  const box = new Box();
  new KeptResult("m.0", box, NOW).keep(result("a"));
  assert.equal(new KeptResult("m.0", box, NOW + 4 * 24 * 3_600_000).waiting, null);
  assert.equal(box.kept.size, 0);
});

test("what is no result is no result, and a phone that stores nothing still sends", () => {
  const box = new Box();
  box.setItem("undercut.slip.m.0", '{"key":');
  assert.equal(new KeptResult("m.0", box, NOW).waiting, null);
  const kept = new KeptResult("m.0", null, NOW);
  kept.keep(result("a"));
  assert.equal(kept.waiting?.key, "a");
});
