/** A chunk that comes with its first use: kept once it is there, asked for again when it did not come. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetched } from "../src/shared/fetching/fetched";

test("a chunk is fetched once, made once and handed to each who asks", async () => {
  const asked: string[] = [],
    used: number[] = [];
  let made = 0;
  const load = (url: string): Promise<unknown> => Promise.resolve(asked.push(url));
  const come = fetched("/a.js", () => (made += 1), () => assert.fail(), load);
  await Promise.all([come((one) => used.push(one)), come((one) => used.push(one))]);
  await come();
  assert.deepEqual([asked, used, made], [["/a.js"], [1, 1], 1]);
});

test("one that did not come is said and fetched again, by another address", async () => {
  const asked: string[] = [];
  let lost = 0,
    used = 0;
  const load = (url: string): Promise<unknown> =>
    asked.push(url) < 3 ? Promise.reject(new Error("offline")) : Promise.resolve({});
  const come = fetched("/a.js?v=1", () => null, () => (lost += 1), load);
  await come(() => (used += 1));
  await come(() => (used += 1));
  assert.deepEqual([lost, used], [2, 0]);
  await come(() => (used += 1));
  assert.deepEqual([asked, lost, used], [["/a.js?v=1", "/a.js?v=1&again=1", "/a.js?v=1&again=2"], 2, 1]);
});
