/** <deal-shuffle>: this browser's part of a shuffle at a live table. It runs by itself; the player may choose the cut
 *  before it is due. It is a separate chunk for tables where the players take part in the shuffle; `<gin-table>` hands
 *  it every view. */

import { hex } from "../shared/shuffle";
import { cuts, fits, waits, wish, type Asked, type Kept, type Letter, type Seen, type Wish } from "./shuffle-part";

interface Table extends HTMLElement {
  me: Letter | null;
  active: boolean;
  busy: boolean;
  connection: string;
  perform(wish: Wish): void;
  facts: { ranks: string };
  names: Record<Letter, string>;
  words: { t(key: string, params?: Record<string, string | number>): string };
}

const AGAIN = 3000;
const LATE = 1500; // a shuffle that takes no longer is not worth a word
const MOST_KEPT = 60;

export class DealShuffle extends HTMLElement {
  table!: Table;
  private seen: Seen | null = null;
  private sent = "";
  private late = "";
  private telling: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private slider: HTMLInputElement | null = null;
  private chosen: number | null = null;

  get view(): Seen | null {
    return this.seen;
  }
  set view(view: Seen | null) {
    this.seen = view;
    if (view) {
      this.draw(view);
      this.act(view);
    }
  }

  connectedCallback(): void {
    for (const name of ["table", "view"] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Record<string, unknown>)[name];
      (this as Record<string, unknown>)[name] = value;
    }
  }

  disconnectedCallback(): void {
    clearTimeout(this.timer);
    clearTimeout(this.telling);
  }

  private get key(): string {
    return `undercut.shuffle.${this.table.dataset["table"] ?? ""}`;
  }
  private kept(): Kept[] {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]") as Kept[];
    } catch {
      return [];
    }
  }

  private act(view: Seen): void {
    const asked = view.shuffle,
      me = this.table.me;
    clearTimeout(this.timer);
    if (!me || !this.table.active || !asked?.ctx || !asked.awaits?.includes(me)) {
      this.sent = "";
      return;
    }
    const rows = this.kept(),
      about = asked as Asked,
      found = wish(about, me, rows.at(-1) ?? null, this.chosen, (size) =>
        crypto.getRandomValues(new Uint8Array(size)),
      );
    if (!found || !fits(about, this.table.dataset["table"] ?? "", view, rows.at(-1) ?? null)) return;
    this.timer = setTimeout(() => {
      this.sent = "";
      if (this.seen) this.act(this.seen);
    }, AGAIN);
    const step = JSON.stringify(found.wish);
    if (this.table.busy || this.table.connection !== "open" || step === this.sent) return;
    this.sent = step;
    if (found.keep)
      localStorage.setItem(
        this.key,
        JSON.stringify([...rows.filter((row) => row.ctx !== found.keep!.ctx), found.keep].slice(-MOST_KEPT)),
      );
    if (found.wish.do === "cut") this.chosen = null;
    setTimeout(() => this.table.perform(found.wish));
  }

  /** The cut of the coming deal, for the player who does not deal it; then the code of the deal. */
  private draw(view: Seen): void {
    const { me, words } = this.table,
      mine = cuts(me, view);
    if (mine === !!this.slider) {
      if (!mine) this.tell(view);
      return;
    }
    this.slider = null;
    if (!mine) return this.tell(view);
    const label = document.createElement("label"),
      shown = document.createElement("output"),
      slider = document.createElement("input");
    Object.assign(slider, {
      type: "range",
      min: "0",
      max: String(this.size - 1),
      value: String(Math.floor(this.size / 2)),
    });
    slider.addEventListener("input", () => {
      this.chosen = Number(slider.value);
      shown.textContent = words.t("shuffle.cut.at", { count: slider.value });
    });
    shown.textContent = words.t("shuffle.cut.random");
    const said = document.createElement("span");
    said.textContent = words.t("shuffle.cut");
    label.append(said, slider, shown);
    this.slider = slider;
    delete this.dataset["code"];
    delete this.dataset["at"];
    this.replaceChildren(label);
  }

  /** The code is at the foot of the felt, for people who look for it; the name of whoever is awaited is in the middle.
   *  */
  private put(text: string, at: "foot" | ""): void {
    this.textContent = text;
    this.dataset["at"] = text && at;
  }

  private get size(): number {
    return 4 * this.table.facts.ranks.length;
  }

  private tell(view: Seen): void {
    const code = view.shuffle?.code ?? "",
      late = view.over
        ? ""
        : waits(this.table.me, view)
            .map((seat) => this.table.names[seat])
            .join(", ");
    if (this.dataset["code"] === code && this.late === late) return;
    Object.assign(this.dataset, { code });
    clearTimeout(this.telling);
    this.late = late;
    this.put(
      code ? this.table.words.t("shuffle.code", { code: `${code.slice(0, 4)} ${code.slice(4)}` }) : "",
      "foot",
    );
    if (late)
      this.telling = setTimeout(() => this.put(this.table.words.t("shuffle.waits", { name: late }), ""), LATE);
  }
}

// A page on plain http has no randomUUID, and <gin-table> names its commands by it.
(crypto as { randomUUID: () => string }).randomUUID ??= () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

customElements.define("deal-shuffle", DealShuffle);
