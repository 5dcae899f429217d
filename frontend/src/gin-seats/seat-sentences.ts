/** The words of a table of more than two: who waits, who deals, what other boards do, a cut of many cards. */

import type { Card } from "./cards";
import { by, isTeams, playing, seated, sideName } from "./seats";
import { Sentences } from "./sentences";
import type { Strings } from "./strings";
import { legal, type BySeat, type Seat, type TableEvent, type View } from "./table-view";

/** At another board only what ends its deal is told: its single draws and throws are not for this table's log. */
const ELSEWHERE = ["drew", "discarded", "passed", "took_upcard", "laid_off", "left_last", "dealt"];

export class SeatSentences extends Sentences {
  constructor(private readonly strings: Strings, private readonly all: BySeat<string>, private readonly mine: Seat | null, private readonly seen: () => View) {
    super(strings, all, mine);
  }

  override event(event: TableEvent, spoken = false): string | null {
    const view = this.seen(), named = (card: Card): string => this.named(card, spoken);
    const who = event.seat ?? event.dealer;
    if (isTeams(view) && who && ELSEWHERE.includes(event.e) && !playing(view).includes(who)) return null;
    if (event.e === "drew_for_deal") {
      const cut = Object.entries(by<Card>(event.cards)).map(([seat, card]) => `${by<string>(this.all)[seat]} ${named(card!)}`).join(", ");
      return event.dealer ? this.strings.t("ev.cut.more", { cut, dealer: sideName(view, by(this.all), event.dealer) }) : this.strings.t("ev.cut.more.again", { cut });
    }
    if (event.e === "board_scored") return this.strings.t(event.winner ? "ev.board" : "ev.board.dead", { name: event.winner ? this.name(event.winner) : "", points: event.points ?? 0 });
    if (event.e === "deal_scored" && event.type === "team") return this.strings.t("ev.scored.knock", { winner: sideName(view, by(this.all), event.winner!), points: event.points ?? 0 });
    if (event.e === "game_won" && event.seat) return this.strings.t(isTeams(view) ? "end.title.team" : "ev.won", { name: sideName(view, by(this.all), event.seat) });
    return super.event(event, spoken);
  }

  override status(view: View, spoken = false): string {
    const { strings } = this;
    const goes = !view.over && !(view.result && view.phase === "done");
    if (goes && isTeams(view) && view.phase === "done") return strings.t("status.others");
    if (goes && view.turn && this.mine && seated(view).waiting.includes(this.mine)) return strings.t("status.idle", { name: this.name(view.turn) });
    if (goes && view.turn === this.mine && legal(view, "draw_discard").length && Object.values(seated(view).latest).length) {
      return strings.t("status.draw", { top: offered(view).map((one) => this.named(one.card, spoken)).join(strings.t("status.or")) });
    }
    return super.status(view, spoken);
  }

  /** Whom one plays against at the board shown. */
  override opponent(): string {
    const against = playing(this.seen()).find((seat) => seat !== this.mine);
    return against ? this.name(against) : "";
  }
}

/** 3P-13: the discards on offer, each with who threw it and the command that takes it. */
export function offered(view: View): { card: Card; from: Seat; action: ReturnType<typeof legal>[number] }[] {
  const latest = Object.entries(seated(view).latest) as [Seat, Card | null][];
  return legal(view, "draw_discard").flatMap((action) => {
    const card = action.card ?? view.top;
    const from = latest.find(([, thrown]) => thrown === card)?.[0];
    return card && from ? [{ card, from, action }] : [];
  });
}
