/** The client of undercut.1: one socket to a table, its versions, its unanswered command, and reconnection. */

import type { Action, Change, TableEvent, View } from "../table-view";

export type State = "joining" | "open" | "lost" | "ended" | "barred";
export interface Frame {
  k: string;
  v?: number;
  id?: string | null;
  code?: string;
  rule?: string;
  from?: number;
  n?: number;
  now?: number | string;
  role?: string;
  active?: boolean;
  ev?: TableEvent[] | TableEvent[][];
  set?: Change;
  view?: View;
  clk?: unknown;
  [key: string]: unknown;
}
export interface Listener {
  /** The table changed: events that happened since, and the keys of the view that are new (or the whole view). */
  changed(events: TableEvent[], change: Change, clock: unknown, fresh: boolean): void;
  answered(id: string): void;
  refused(code: string, rule: string | undefined): void;
  state(state: State, reason: string): void;
  told(frame: Frame): void;
}
type Command = { k: "cmd"; id: string; v: number; b: 0 } & Action;

const SYNC = 20_000; // ms between two questions whether the version is still the latest
const SILENCE = 30_000; // ms without a frame after which a server that promises no beat is given up
const LOOK = 500; // ms between two looks at the silence
const BEATS_MISSED = 2.5; // after so many beats without a frame the connection counts as lost
const GIVEN_UP = 8; // after so many another connection is tried
const MOST_WAIT = 30_000; // ms before a try to connect again, at most
const AT_ONCE = 5; // tries almost without a pause for a table that has moved to another process

export class TableLink {
  private socket: WebSocket | null = null;
  private waiting: Command | null = null;
  private until = 0;
  private resent = false;
  private tries = 0;
  private heard = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private syncing: ReturnType<typeof setInterval> | undefined;
  private listening: ReturnType<typeof setInterval> | undefined;
  private beat = 0; // ms within which the server sends something, as its hello promises; 0 if it promises nothing
  private silent = false;
  private closed = false;

  constructor(
    private readonly url: string,
    public v: number,
    private readonly listener: Listener,
    private readonly open: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {}

  /** A command is on its way until it is refused, or the version that it made is shown. */
  get busy(): boolean {
    return this.waiting !== null || this.v < this.until;
  }

  start(): void {
    this.closed = false;
    this.connect();
    this.syncing = setInterval(() => {
      if (!document.hidden) this.sync();
    }, SYNC);
    this.listening = setInterval(() => this.listen(), LOOK);
  }

  stop(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.syncing);
    clearInterval(this.listening);
    this.socket?.close();
    this.socket = null;
  }

  /** Send a command decided at the version shown now. Returns false while another is on its way. */
  command(action: Action): boolean {
    if (this.busy) return false;
    this.waiting = { k: "cmd", id: crypto.randomUUID(), v: this.v, b: 0, ...action };
    this.send(this.waiting);
    return true;
  }

  sync(): void {
    this.send({ k: "sync", since: this.v });
  }

  /** The page is visible again, or the network is back: do not wait for a timer. */
  wake(): void {
    if (this.socket) this.sync();
    else if (!this.closed) {
      clearTimeout(this.timer);
      this.connect();
    }
  }

  private connect(): void {
    this.listener.state(this.tries ? "lost" : "joining", "");
    const socket = this.open(`${this.url}?since=${this.v}`);
    this.socket = socket;
    this.heard = Date.now();
    this.resent = this.silent = false;
    this.beat = 0;
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.receive(String(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket) this.fell(event.code, event.reason);
    });
  }

  /** Send a frame that is not a command; it is lost without a connection. */
  send(frame: object): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  /** Do not wait for a dead connection to close: that happens only when the browser gives it up, perhaps a minute
   *  later. */
  private listen(): void {
    const { socket, beat } = this,
      silence = Date.now() - this.heard;
    if (!socket) return;
    if (silence > (beat ? GIVEN_UP * beat : SILENCE)) {
      this.fell(1006, "");
      socket.close();
    } else if (beat && silence > BEATS_MISSED * beat) this.doubt();
  }

  /** Nothing was heard when something was due, or the browser is offline: treat the connection as lost until something
   *  is heard again. */
  doubt(): void {
    if (!this.socket || this.silent) return;
    this.silent = true;
    this.listener.state("lost", "");
  }

  private receive(text: string): void {
    this.heard = Date.now();
    if (this.silent) {
      this.silent = false;
      this.listener.state("open", "");
    }
    const frame = JSON.parse(text) as Frame;
    switch (frame.k) {
      case "hello":
        return this.hello(frame);
      case "ev":
        return this.event(frame);
      case "resume":
        return this.snapshot(frame, frame.ev!.flat());
      case "sync":
        return this.snapshot(frame, []);
      case "ack":
        return this.ack(frame);
      case "no":
        return this.no(frame);
      case "ping":
        return this.send({ k: "pong", n: frame.n });
      default:
        return this.listener.told(frame);
    }
  }

  private hello(frame: Frame): void {
    this.tries = 0;
    this.beat = Number(frame["beat"] ?? 0);
    this.listener.state("open", "");
    this.listener.told(frame);
    if (this.waiting && !this.resent) {
      this.resent = true;
      this.send(this.waiting);
    }
  }

  /** `set` fits only the version before it. After a gap the client asks for the whole view. */
  private event(frame: Frame): void {
    const v = frame.v ?? 0;
    if (v <= this.v) return;
    if (v !== this.v + 1) return this.sync();
    this.v = v;
    this.listener.changed(frame.ev!.flat(), frame.set!, frame.clk, false);
  }

  private snapshot(frame: Frame, events: TableEvent[]): void {
    if (!frame.view || (frame.v ?? 0) < this.v) return;
    this.v = frame.v!;
    this.listener.changed(events, frame.view, frame.clk, true);
  }

  private ack(frame: Frame): void {
    if (!frame.id || frame.id !== this.waiting?.id) return;
    this.waiting = null;
    this.until = frame.v ?? 0;
    if (this.until > this.v + 1) this.sync();
    this.listener.answered(frame.id);
  }

  private no(frame: Frame): void {
    if (frame.id && frame.id !== this.waiting?.id) return;
    if (frame.id) this.waiting = null;
    if (frame.code === "stale") this.sync();
    this.listener.refused(frame.code ?? "frame", frame.rule);
  }

  private fell(code: number, reason: string): void {
    this.socket = null;
    if (this.closed) return;
    if (code === 1000) return this.listener.state("ended", reason);
    if (code === 1008 && reason !== "idle") return this.listener.state("barred", reason);
    const wait = delay(code, this.tries++, reason);
    this.listener.state("lost", reason);
    this.timer = setTimeout(() => this.connect(), wait);
  }
}

/** How long to wait before reconnecting, in ms. It is random, so that a hall does not reconnect all at once. It is
 *  shortest for a table that another process already has (`moved`). It is short at first if the connection broke
 *  without a close frame (1006): if its process has died, another one soon has the table. */
export function delay(code: number, tries: number, reason = "", random: () => number = Math.random): number {
  if (reason === "moved" && tries < AT_ONCE) return 50 + 200 * random();
  if (code === 1006 && tries === 0) return 100 + 500 * random();
  if (code === 1012 && tries === 0) return 3000 * random();
  if (code === 1013 && tries === 0) return 500 + 2500 * random();
  return 300 + Math.min(MOST_WAIT, 1000 * 2 ** Math.min(tries, 5)) * random();
}
