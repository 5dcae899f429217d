/** The words of a table of more than two: who waits, who deals, what other boards do, a cut of many cards. */

import type { Card } from "../shared/cards";
import { by, isTeams, playing, seated, sideName, teamOf } from "../shared/games/seats";
import { Sentences } from "../shared/sentences";
import type { Params, Strings } from "../shared/strings";
import { legal, type BySeat, type Seat, type TableEvent, type View } from "../shared/table-view";

/** At another board only the events that end its deal are told; its draws and throws are not for this table's log. */
const ELSEWHERE = ["drew", "discarded", "passed", "took_upcard", "laid_off", "left_last", "dealt"];

export class SeatSentences extends Sentences {
  constructor(
    words: Strings,
    names: BySeat<string>,
    me: Seat | null,
    private readonly seen: () => View,
  ) {
    super(words, names, me);
  }

  override event(event: TableEvent, spoken = false): string | null {
    const view = this.seen(),
      named = (card: Card): string => this.named(card, spoken);
    const who = event.seat ?? event.dealer;
    if (isTeams(view) && who && ELSEWHERE.includes(event.e) && !playing(view).includes(who)) return null;
    if (event.e === "drew_for_deal") {
      const cut = Object.entries(by<Card>(event.cards))
        .map(([seat, card]) => `${this.name(seat as Seat)} ${named(card!)}`)
        .join(", ");
      return event.dealer
        ? this.ofSide("ev.cut.more", event.dealer, { cut, dealer: this.side(event.dealer) })
        : this.words.t("ev.cut.more.again", { cut });
    }
    if (event.e === "board_scored")
      return event.winner
        ? this.about("ev.board", event.winner, { points: event.points ?? 0 })
        : this.words.t("ev.board.dead");
    if (event.e === "deal_scored" && event.type === "team")
      return this.ofSide("ev.scored.knock", event.winner!, {
        winner: this.side(event.winner!),
        points: event.points ?? 0,
      });
    if (event.e === "game_won" && event.seat)
      return this.ofSide(isTeams(view) ? "end.title.team" : "ev.won", event.seat);
    return super.event(event, spoken);
  }

  /** The sentence for an action at another board, which the log leaves out. */
  elsewhere(event: TableEvent): string | null {
    return super.event(event);
  }

  /** "Ann + Cy", or the name of a player alone. */
  override side(seat: Seat): string {
    return sideName(this.seen(), by(this.names), seat);
  }

  /** The sentence about a side, which is a team (named by its first seat) or one player. */
  ofSide(key: string, seat: Seat, params: Params = {}): string {
    const isMine = isTeams(this.seen()) ? this.me !== null && teamOf(this.me) === seat : this.isMine(seat);
    return this.words.t(isMine ? `${key}.you` : key, { name: this.side(seat), ...params });
  }

  override status(view: View, spoken = false): string {
    const strings = this.words;
    const goes = !view.over && !(view.result && view.phase === "done");
    if (goes && isTeams(view) && view.phase === "done") return strings.t("status.others");
    if (goes && view.turn && this.me && seated(view).waiting.includes(this.me))
      return strings.t("status.idle", { name: this.name(view.turn) });
    if (
      goes &&
      view.turn === this.me &&
      legal(view, "draw_discard").length &&
      Object.values(seated(view).latest).length
    ) {
      return strings.t("status.draw", {
        top: offered(view)
          .map((one) => this.named(one.card, spoken))
          .join(strings.t("status.or")),
      });
    }
    return super.status(view, spoken);
  }

  /** The opponents at the board shown. */
  override opponent(): string {
    const against = playing(this.seen()).find((seat) => seat !== this.me);
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
