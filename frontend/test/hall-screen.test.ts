/** The clock of the hall screen: down to the call of time, up where no time is set. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tick } from "../src/hall-screen";

class Clock {
  textContent = "";
  marks = new Set<string>();
  classList = {
    toggle: (name: string, on: boolean): void => {
      if (on) this.marks.add(name);
      else this.marks.delete(name);
    },
  };
  constructor(public dataset: Record<string, string>) {}
  at(seconds: number): string {
    tick(this as unknown as HTMLElement, seconds * 1000);
    return this.textContent;
  }
}

test("it counts down, warns in the last five minutes, and calls time", () => {
  const clock = new Clock({ until: "10000", over: "Time" });
  assert.equal(clock.at(10_000 - 3661), "1:01:01");
  assert.deepEqual([...clock.marks], []);
  assert.equal(clock.at(10_000 - 299.5), "5:00");
  assert.deepEqual([...clock.marks], ["soon"]);
  assert.equal(clock.at(10_001), "Time");
  assert.deepEqual([...clock.marks], ["over"]);
});

test("without a set time it counts up, and a start that has passed stands at nought", () => {
  assert.equal(new Clock({ since: "100" }).at(175), "1:15");
  assert.equal(new Clock({ until: "100" }).at(175), "0:00");
});
