/** A page at a full table looks at the public view, again and again, until the sitting is over. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { GinTable } from "../src/shared/table/gin-table";
import type { State } from "../src/shared/table/wire";

test("what is new is shown once, a failed look changes nothing, and the end is the end", async () => {
  Object.assign(globalThis, { document: { hidden: false, querySelectorAll: () => [] } });
  const { Watch } = await import("../src/table-watch");
  const shown: unknown[] = [];
  const table = {
    dataset: { public: "/tables/abc.json" },
    state: (_state: State) => undefined,
    changed: (_events: unknown, view: unknown) => void shown.push(view),
  };
  const answers = [
    { v: 7, view: { stock: 20, over: false } },
    { v: 7, view: { stock: 20, over: false } },
    null,
    { v: 9, view: { stock: 18, over: true } },
  ];
  const asked: string[] = [];
  const watch = new Watch(table as unknown as GinTable, (url) => {
    asked.push(url);
    const next = answers[asked.length - 1];
    return next ? Promise.resolve(Response.json(next)) : Promise.reject(new Error("away"));
  });
  const ends = [await watch.look(), await watch.look(), await watch.look(), await watch.look()];
  assert.deepEqual(ends, [false, false, false, true]);
  assert.deepEqual(shown, [
    { stock: 20, over: false },
    { stock: 18, over: true },
  ]);
  assert.deepEqual(new Set(asked), new Set(["/tables/abc.json"]));
});
