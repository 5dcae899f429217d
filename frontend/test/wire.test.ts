/** The client of undercut.1 against a socket made of paper. */
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { delay, TableLink, type Listener } from "../src/shared/table/wire";

class Paper extends EventTarget {
  readyState = 1;
  sent: { k: string; id?: string; since?: number; n?: number }[] = [];
  constructor(readonly url: string) {
    super();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  says(frame: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
  falls(code: number, reason = ""): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }
}

let sockets: Paper[], heard: string[], link: TableLink;
const listener: Listener = {
  changed: (events, change, _clock, fresh) =>
    void heard.push(`${fresh ? "view" : "set"} ${Object.keys(change).join()} ${events.length}`),
  answered: () => void heard.push("ack"),
  refused: (code, rule) => void heard.push(`no ${code} ${rule ?? ""}`.trim()),
  state: (state, reason) => void heard.push(`${state} ${reason}`.trim()),
  told: () => undefined,
};
const last = (): Paper => sockets.at(-1)!;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  Object.assign(globalThis, { document: { hidden: false } });
  sockets = [];
  heard = [];
  link = new TableLink("ws://x/ws/t/0/abc/", 7, listener, (url) => {
    const socket = new Paper(url);
    sockets.push(socket);
    return socket as unknown as WebSocket;
  });
  link.start();
  last().says({ k: "hello", v: 7 });
});

test("it says which version it has, and a set goes only on the version before it", () => {
  assert.equal(last().url, "ws://x/ws/t/0/abc/?since=7");
  last().says({ k: "ev", v: 8, ev: [{ e: "drew" }], set: { stock: 20 } });
  assert.equal(heard.at(-1), "set stock 1");
  last().says({ k: "ev", v: 10, ev: [], set: {} });
  assert.deepEqual(last().sent.at(-1), { k: "sync", since: 8 });
  last().says({ k: "resume", v: 10, from: 9, ev: [[{ e: "drew" }], [{ e: "discarded" }]], view: { stock: 19 } });
  assert.equal(heard.at(-1), "view stock 2");
  assert.equal(link.v, 10);
});

test("one command at a time; the next is free once the version that it made is shown, whichever comes first", () => {
  assert.equal(link.command({ do: "draw_stock" }), true);
  assert.equal(link.command({ do: "draw_stock" }), false);
  last().says({ k: "ack", id: last().sent.at(-1)!.id, v: 8 });
  assert.equal(heard.at(-1), "ack");
  assert.deepEqual(
    [link.busy, link.command({ do: "draw_stock" })],
    [true, false],
    "the table still shows what was before",
  );
  last().says({ k: "ev", v: 8, ev: [{ e: "drew" }], set: { stock: 20 } });
  assert.equal(link.busy, false);
  assert.equal(link.command({ do: "discard", card: "KD" }), true);
  last().says({ k: "ev", v: 9, ev: [{ e: "discarded" }], set: { top: "KD" } });
  assert.equal(link.busy, true, "unanswered yet");
  last().says({ k: "ack", id: last().sent.at(-1)!.id, v: 9 });
  assert.equal(link.busy, false);
});

test("an event that was lost on the way leaves nothing shut: the view that is asked for opens it", () => {
  link.command({ do: "draw_stock" });
  last().says({ k: "ack", id: last().sent.at(-1)!.id, v: 9 });
  assert.deepEqual([last().sent.at(-1), link.busy], [{ k: "sync", since: 7 }, true]);
  last().says({ k: "sync", v: 9, view: { stock: 19 } });
  assert.equal(link.busy, false);
});

test("a refusal frees the command and is told with its rule; stale asks for the table", () => {
  link.command({ do: "discard", card: "KD" });
  last().says({ k: "no", id: last().sent.at(-1)!.id, code: "E_SAME_CARD", rule: "GIN-11", v: 7 });
  assert.equal(heard.at(-1), "no E_SAME_CARD GIN-11");
  link.command({ do: "discard", card: "KD" });
  last().says({ k: "no", id: last().sent.at(-1)!.id, code: "stale", v: 9 });
  assert.equal(last().sent.at(-1)!.k, "sync");
});

test("an unanswered command is sent again once, with the same id, on the new connection", () => {
  link.command({ do: "draw_stock" });
  const id = last().sent.at(-1)!.id;
  last().falls(1006);
  mock.timers.tick(31_000);
  last().says({ k: "hello", v: 7 });
  last().says({ k: "hello", v: 7 });
  assert.equal(sockets.length, 2);
  assert.deepEqual(
    last()
      .sent.filter((frame) => frame.k === "cmd")
      .map((frame) => frame.id),
    [id],
  );
});

test("when the line breaks again before the answer, the command is sent on the next line too", () => {
  link.command({ do: "draw_stock" });
  const id = last().sent.at(-1)!.id;
  for (const lines of [2, 3]) {
    last().falls(1006);
    mock.timers.tick(31_000);
    assert.equal(sockets.length, lines);
    last().says({ k: "hello", v: 7 });
    assert.equal(last().sent.at(-1)!.id, id);
  }
  last().says({ k: "ack", id, v: 7 });
  assert.equal(link.busy, false);
});

test("a line that has been silent for half a minute is left at once, whatever the browser still hopes of it", () => {
  const dead = last(),
    then = Date.now() + 31_000;
  const clock = mock.method(Date, "now", () => then);
  mock.timers.tick(20_000);
  assert.deepEqual([dead.readyState, heard.at(-1)], [3, "lost"]);
  mock.timers.tick(1_500);
  clock.mock.restore();
  assert.equal(sockets.length, 2, "and the close that the browser tells of later is of no account");
  dead.falls(1006);
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 2);
});

test("three seconds of silence are a lost connection where the server says how often it sounds", () => {
  let now = Date.now();
  const clock = mock.method(Date, "now", () => now);
  const pass = (ms: number): void => {
    for (let gone = 0; gone < ms; gone += 500) {
      now += 500;
      mock.timers.tick(500);
    }
  };
  last().says({ k: "hello", v: 7, beat: 1000 });
  pass(2_000);
  last().says({ k: "ping", n: 1 });
  pass(2_500);
  assert.equal(heard.at(-1), "open");
  pass(500);
  assert.equal(heard.at(-1), "lost");
  last().says({ k: "ping", n: 2 });
  assert.deepEqual([heard.at(-1), sockets.length], ["open", 1]);
  pass(8_500);
  assert.equal(last().readyState, 3, "after eight the socket is given up");
  clock.mock.restore();
});

test("offline is lost at once, and a word of the server is enough to be back", () => {
  link.doubt();
  assert.equal(heard.at(-1), "lost");
  last().says({ k: "sync", v: 7, view: { stock: 30 } });
  assert.ok(heard.includes("open"));
});

test("a ping is answered with its number", () => {
  last().says({ k: "ping", n: 17 });
  assert.deepEqual(last().sent.at(-1), { k: "pong", n: 17 });
});

test("a table that is over stays closed; a barred page does not come back; idle does", () => {
  last().falls(1000);
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
  assert.equal(heard.at(-1), "ended");
  link.stop();
  link.start();
  last().falls(1008, "auth");
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 2);
  link.stop();
  link.start();
  last().falls(1008, "idle");
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 4);
});

test("the way back is random: a deploy within three seconds, a fall later and later", () => {
  assert.equal(
    delay(1012, 0, "restart", () => 0.5),
    1500,
  );
  assert.equal(
    delay(1013, 0, "", () => 0),
    500,
  );
  assert.ok(delay(1006, 0, "", () => 1) <= 600);
  assert.ok(delay(1006, 1, "", () => 1) > 2000);
  assert.ok(delay(1006, 9, "", () => 1) <= 30_300);
});

test("who played at a table that has moved to another process comes back at once, and not for ever", () => {
  assert.ok(delay(1012, 0, "moved", () => 1) <= 250);
  assert.ok(delay(1012, 4, "moved", () => 1) <= 250);
  assert.ok(delay(1012, 5, "moved", () => 1) > 10_000);
});
