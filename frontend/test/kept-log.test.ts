/** The log of a page that is opened again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { unwritten } from "../src/shared/hand/hand-order";

test("what the kept log says already is not written again", () => {
  const log = ["Ben threw 7D", "Ben drew", "Ann threw KS"];
  assert.deepEqual(unwritten(["Ben threw 7D"], log), []);
  assert.deepEqual(unwritten(["Ann drew", "Ben threw 7D", "Ben drew"], log), ["Ann drew"]);
  assert.deepEqual(unwritten(["Ann threw 2C", "Ann drew"], log), ["Ann threw 2C", "Ann drew"]);
  assert.deepEqual(unwritten(["Ben threw 7D"], []), ["Ben threw 7D"]);
});
