/** A player's settings of the table, stored in this browser for every table. */

import { short } from "../cards";
import { OwnAids } from "./own-aids";
import type { GinTable } from "../table/gin-table";
import type { OwnKeys } from "./own-keys";
import { FOUR, KEPT, keptLook, show, type Look } from "./own-look";
import { Sounds } from "./own-sounds";
import { legal, type Action } from "../table-view";

export interface Ways extends OwnKeys, Look {
  large: boolean;
  left: boolean;
  sounds: boolean;
  brief: boolean;
  ask_knock: boolean;
  ask_discard: boolean;
  ask_lay: boolean;
  aids: string;
}
export type Switch = Exclude<keyof Ways, "keys" | "off" | "aids" | "felt" | "back" | "deck">;

export const PLAIN_WAYS: Ways = {
  off: false,
  keys: {},
  large: false,
  ...keptLook(null, null),
  left: false,
  sounds: true,
  brief: false,
  ask_knock: true,
  ask_discard: false,
  ask_lay: true,
  aids: "full",
};
export const SWITCHES: readonly Switch[] = [
  "four",
  "large",
  "left",
  "brief",
  "sounds",
  "ask_knock",
  "ask_discard",
  "ask_lay",
];

/** The stored settings; invalid values count as not set. */
export function readWays(text: string | null, four: boolean): Ways {
  try {
    const kept = JSON.parse(text ?? "{}") as Record<string, unknown>;
    const told = Object.entries(PLAIN_WAYS).map(([name, plain]) => [
      name,
      typeof kept[name] === typeof plain ? kept[name] : plain,
    ]);
    const keys = Object.entries((kept["keys"] ?? {}) as Record<string, unknown>).filter(
      ([, key]) => typeof key === "string",
    );
    return {
      ...(Object.fromEntries(told) as unknown as Ways),
      keys: Object.fromEntries(keys) as Record<string, string>,
      ...keptLook(text, four ? "four" : null),
    };
  } catch {
    return { ...PLAIN_WAYS, four };
  }
}

export class Settings {
  ways = readWays(localStorage.getItem(KEPT), localStorage.getItem(FOUR) === "four");
  readonly aids: OwnAids;
  private readonly asked = new WeakSet<Action>();
  readonly sounds: Sounds;

  constructor(private readonly table: GinTable) {
    this.sounds = new Sounds(table, () => this.ways.sounds);
    this.apply();
    this.aids = new OwnAids(table, () => this.ways.aids);
    this.name();
    this.ask();
  }

  keep(change: Partial<Ways>): void {
    this.ways = { ...this.ways, ...change };
    try {
      localStorage.setItem(KEPT, JSON.stringify({ ...this.ways, four: undefined }));
      localStorage.setItem(FOUR, this.ways.four ? "four" : "two");
    } catch {
      /* a full or forbidden storage only forgets the settings */
    }
    this.apply();
    this.table.requestUpdate();
  }

  private apply(): void {
    const { dataset } = document.documentElement,
      { ways } = this;
    show(ways);
    dataset["size"] = ways.large ? "large" : "plain";
    dataset["bar"] = ways.left ? "left" : "right";
  }

  /** Short names of cards ("7H") for players who want them, above all for braille displays. */
  private name(): void {
    const { say } = this.table,
      long = say.card.bind(say);
    say.card = (card) => (this.ways.brief ? card.replace("T", "10") : long(card));
  }

  /** Ask before a discard and a knock if the player wants it, and lay without a question if not. */
  private ask(): void {
    const { table } = this,
      ask = table.ask.bind(table),
      perform = table.perform.bind(table),
      knock = table.openKnock.bind(table);
    table.perform = (action) => {
      if (!this.ways.ask_discard || action.do !== "discard" || this.asked.has(action)) return perform(action);
      this.asked.add(action);
      table.ask({
        label: table.words.t("verb.discard.card", { card: short(action.card ?? "") }),
        text: table.words.t("way.ask_discard.text"),
        action,
      });
    };
    table.ask = (question) => {
      if (!this.ways.ask_lay && ["meld", "add"].includes(question.action.do)) return perform(question.action);
      ask(question);
    };
    table.openKnock = (how) => {
      knock(how);
      const sheet = table.knocking,
        isClear = sheet && (sheet.discards.length === 1 || sheet.discard === table.chosen);
      if (this.ways.ask_knock || !isClear || !legal(table.view, how).length) return;
      const spread = sheet.spreads[sheet.at];
      table.knocking = null;
      table.perform({ do: sheet.how, card: sheet.discard, ...(spread ? { melds: spread.melds } : {}) });
    };
  }
}
