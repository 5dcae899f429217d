/** The table in words: what happened, whose turn it is and what can be done, why something is refused. */

import { short, suit, value, type Card } from "./cards";
import { isSet } from "./melds";
import type { Params, Strings } from "./strings";
import { may, mayErr, other, type BySeat, type Seat, type TableEvent, type View } from "./table-view";

export class Sentences {
  constructor(
    readonly words: Strings,
    readonly names: BySeat<string>,
    protected readonly me: Seat | null,
    private readonly kernel = "gin",
  ) {}

  /** "7 of hearts", for screen readers. */
  card(card: Card): string {
    return this.words.t("card", {
      rank: this.words.t(`rank.${card.charAt(0)}`),
      suit: this.words.t(`suit.${suit(card)}`),
    });
  }

  protected named(card: Card, spoken: boolean): string {
    return spoken ? this.card(card) : short(card);
  }
  name(seat: Seat): string {
    return this.names[seat];
  }

  /** The side of a seat: a single player, or the partners of a team. */
  side(seat: Seat): string {
    return this.name(seat);
  }

  /** The sentence about a seat (or a side): in the second person, `key.you`, if it is the reader's own. */
  about(key: string, seat: Seat, params: Params = {}): string {
    return this.words.t(this.form(key, seat), { name: this.name(seat), ...params });
  }

  /** The key of a sentence about a seat. */
  form(key: string, seat: Seat): string {
    return this.isMine(seat) ? `${key}.you` : key;
  }
  protected isMine(seat: Seat): boolean {
    return seat === this.me;
  }

  /** One sentence for an event, to read or to hear; null for an event that tells a reader nothing. */
  event(event: TableEvent, spoken = false): string | null {
    const { seat } = event;
    const named = (card: Card): string => this.named(card, spoken);
    const found = this.eventKey(event),
      subject = event.e === "deal_scored" ? event.winner : (event.dealer ?? seat);
    if (!found || !this.words.has(found)) return null;
    const own = subject ? this.form(found, subject) : found,
      key = this.words.has(own) ? own : found;
    return this.words.t(key, {
      name: seat ? this.name(seat) : "",
      card: event.card ? named(event.card) : "",
      count: event.count ?? "",
      deal: event.deal ?? "",
      dealer: event.dealer ? this.name(event.dealer) : "",
      upcard: event.upcard ? named(event.upcard) : "",
      ...this.cardsOf(event, named),
      nameA: this.names.A,
      nameB: this.names.B,
      points: event.points ?? "",
      winner: event.winner ? this.name(event.winner) : "",
      meld: (event.meld ?? 0) + 1,
      factor: event.factor ?? "",
    });
  }

  /** What each side cut, or the cards that were laid, taken or used. */
  private cardsOf({ cards }: TableEvent, named: (card: Card) => string): Record<string, string> {
    if (!cards) return {};
    return Array.isArray(cards) ? { cards: cards.map(named).join(" ") } : { a: named(cards.A), b: named(cards.B) };
  }

  private eventKey(event: TableEvent): string | null {
    const mine = event.seat !== undefined && event.seat === this.me ? "you" : "they";
    switch (event.e) {
      case "drew":
        return event.from === "pile" ? `ev.${mine}.took` : event.card ? `ev.${mine}.drew.card` : `ev.${mine}.drew`;
      case "took_upcard":
        return `ev.${mine}.took`;
      case "knocked":
        return event.how === "declined" ? null : `ev.${mine}.${event.how ?? "knock"}`;
      case "drew_for_deal":
        return event.dealer ? "ev.cut" : "ev.cut.again";
      case "dealt":
        return event.upcard ? "ev.dealt" : "ev.dealt.plain";
      case "deal_scored":
        return event.winner
          ? `ev.scored.${this.kernel === "conquian" ? "cq." : ""}${event.type ?? "knock"}`
          : this.kernel === "conquian"
            ? "ev.scored.cq.draw"
            : "ev.scored.dead";
      case "challenge_answered":
        return `ev.${mine}.${event.accepted ? "accepted" : "refused"}`;
      case "used":
        return `ev.${mine}.${(event.cards as Card[] | undefined)?.length ? "used" : "used.alone"}`;
      case "showed":
        return this.kernel === "colonel" ? `ev.${mine}.held` : null;
      case "game_won":
        return event.seat ? "ev.won" : "ev.drawn";
      case "called":
        return "ev.called";
      default:
        return `ev.${mine}.${event.e}`;
    }
  }

  /** Whose turn it is and what can be done, in one sentence, to read or to hear. */
  status(view: View, spoken = false): string {
    const { words } = this,
      named = (card: Card | null | undefined): string => (card ? this.named(card, spoken) : "");
    if (view.over) return words.t(view.match ? "status.over.match" : "status.over");
    if (view.result && view.phase === "done") return words.t("status.scored");
    if (!view.turn) return words.t("status.shuffling");
    if (view.turn !== this.me) return words.t("status.wait", { name: this.name(view.turn) });
    return words.t(this.ask(view), {
      card: named(view.upcard),
      top: named(view.top),
      limit: view.limit,
      name: this.opponent(),
      factor: view.factor * 2,
      centre: named(view.centre),
    });
  }

  /** The choices of the player on turn, for screen readers, with the size of the stock and, if aids tell it, the
   *  deadwood. */
  asked(view: View): string {
    const count = this.kernel === "gin" ? view.aids?.deadwood : undefined;
    return `${this.status(view, true)} ${this.words.t(count === undefined ? "say.rest"
      : "say.rest.aids", { stock: view.stock, count: count ?? "" })}`;
  }

  private ask(view: View): string {
    if (this.kernel === "colonel" && view.phase === "discard") return view.stock ? "status.lay" : "status.lay.last";
    const asked = {
      start: "status.cq_start",
      offer: "status.cq_offer",
      turned: "status.cq_turned",
      force_window: "status.cq_force",
      forced: "status.cq_forced",
    }[view.phase];
    const isOffered = view.phase === "offer" || view.phase === "turned";
    if (asked) return isOffered && !may(view, "cq_use") && !mayErr(view, "cq_use") ? `${asked}.no` : asked;
    if (may(view, "accept_challenge")) return "status.answer_challenge";
    if (may(view, "accept_double")) return "status.answer_double";
    if (view.phase === "last") return may(view, "draw_discard") ? "status.last" : "status.last.leave";
    if (may(view, "take_upcard")) return "status.upcard";
    if (may(view, "draw_stock")) return may(view, "draw_discard") ? "status.draw" : "status.stock";
    if (view.phase === "discard" && !may(view, "discard")) return "status.must_knock";
    if (may(view, "discard"))
      return may(view, "gin") ? "status.gin" : may(view, "knock") ? "status.knock" : "status.discard";
    if (may(view, "lay_off") || may(view, "finish") || may(view, "show_hand")) return "status.layoff";
    return "status.yours";
  }

  /** A refusal of the server, with its rule. */
  refusal(code: string, rule: string | undefined): string {
    const key = `no.${code}`;
    const text = this.words.has(key) ? this.words.t(key) : this.words.t("no.other", { code });
    return rule ? `${text} (${rule})` : text;
  }

  /** The text about the hand for screen readers. */
  hand(view: View): string {
    const count = view.hand?.length ?? 0;
    if (this.kernel !== "gin") {
      return (
        this.words.n("hand.plain", count) +
        (this.kernel === "colonel"
          ? `, ${this.words.t("label.held", { count: (view.hand ?? []).reduce((sum, card) => sum + value(card), 0) })}`
          : "")
      );
    }
    return view.aids
      ? this.words.n("hand.aids", count, { deadwood: view.aids.deadwood })
      : this.words.n("hand.plain", count);
  }

  opponent(): string {
    return this.me ? this.name(other(this.me)) : this.names.B;
  }

  /** The sentence of a card in the hand: its name, its meld, whether it was just drawn. */
  inHand(card: Card, meld: readonly Card[] | undefined, drawn: boolean): string {
    const where = meld ? this.words.t(isSet(meld) ? "in.set" : "in.run") : "";
    return [this.card(card), where, drawn ? this.words.t("in.drawn") : ""].filter(Boolean).join(", ");
  }
}
