/** The table in words: what happened, whose turn it is and what is asked, why something is refused. */

import { place, short, suit, type Card } from "./cards";
import type { Strings } from "./strings";
import { may, other, type BySeat, type Seat, type TableEvent, type View } from "./table-view";

export class Sentences {
  constructor(private readonly words: Strings, private readonly names: BySeat<string>, private readonly me: Seat | null) {}

  /** "7 of hearts", for ears. */
  card(card: Card): string {
    return this.words.t("card", { rank: this.words.t(`rank.${card.charAt(0)}`), suit: this.words.t(`suit.${suit(card)}`) });
  }

  name(seat: Seat): string { return this.names[seat]; }

  /** One sentence for one event, for eyes or for ears; null for an event that says nothing to a reader. */
  event(event: TableEvent, spoken = false): string | null {
    const { seat } = event;
    const named = (card: Card): string => (spoken ? this.card(card) : short(card));
    const key = this.eventKey(event);
    if (!key || !this.words.has(key)) return null;
    return this.words.t(key, {
      name: seat ? this.name(seat) : "", card: event.card ? named(event.card) : "", count: event.count ?? "",
      deal: event.deal ?? "", dealer: event.dealer ? this.name(event.dealer) : "", upcard: event.upcard ? named(event.upcard) : "",
      a: event.cards ? named(event.cards.A) : "", b: event.cards ? named(event.cards.B) : "", nameA: this.names.A, nameB: this.names.B,
      points: event.points ?? "", winner: event.winner ? this.name(event.winner) : "", meld: (event.meld ?? 0) + 1,
      net: seat && event.net !== undefined ? Math.abs(Number(event.net)) : "",
    });
  }

  private eventKey(event: TableEvent): string | null {
    const mine = event.seat !== undefined && event.seat === this.me ? "you" : "they";
    switch (event.e) {
      case "drew": return event.from === "pile" ? `ev.${mine}.took` : event.card ? `ev.${mine}.drew.card` : `ev.${mine}.drew`;
      case "took_upcard": return `ev.${mine}.took`;
      case "passed": case "discarded": case "laid_off": case "resigned": case "claimed": case "flagged": return `ev.${mine}.${event.e}`;
      case "knocked": return `ev.${mine}.${event.how ?? "knock"}`;
      case "drew_for_deal": return event.dealer ? "ev.cut" : "ev.cut.again";
      case "dealt": return event.upcard ? "ev.dealt" : "ev.dealt.plain";
      case "deal_scored": return event.winner ? `ev.scored.${event.type ?? "knock"}` : "ev.scored.dead";
      case "game_won": return "ev.won";
      default: return null;
    }
  }

  /** T1: whose turn it is and what is asked, in one sentence. */
  status(view: View): string {
    const { words } = this;
    if (view.over) return words.t("status.over");
    if (view.result && view.phase === "done") return words.t("status.scored");
    if (!view.turn) return words.t("status.shuffling");
    if (view.turn !== this.me) return words.t("status.wait", { name: this.name(view.turn) });
    return words.t(this.ask(view), { card: view.upcard ? short(view.upcard) : "", top: view.top ? short(view.top) : "", limit: view.limit });
  }

  private ask(view: View): string {
    if (may(view, "take_upcard")) return "status.upcard";
    if (may(view, "draw_stock")) return may(view, "draw_discard") ? "status.draw" : "status.stock";
    if (may(view, "draw_discard")) return "status.last";
    if (may(view, "discard")) return may(view, "gin") ? "status.gin" : may(view, "knock") ? "status.knock" : "status.discard";
    if (may(view, "lay_off") || may(view, "finish") || may(view, "show_hand")) return "status.layoff";
    return "status.yours";
  }

  /** A refusal of the server, with the rule it rests on. */
  refusal(code: string, rule: string | undefined): string {
    const key = `no.${code}`;
    const text = this.words.has(key) ? this.words.t(key) : this.words.t("no.other", { code });
    return rule ? `${text} (${rule})` : text;
  }

  /** What a screen reader hears about the hand. */
  hand(view: View): string {
    const count = view.hand?.length ?? 0;
    return view.aids ? this.words.n("hand.aids", count, { deadwood: view.aids.deadwood }) : this.words.n("hand.plain", count);
  }

  opponent(): string { return this.me ? this.name(other(this.me)) : this.names.B; }

  /** A card's sentence inside the hand: its name, its meld, whether it was just drawn. */
  inHand(card: Card, meld: readonly Card[] | undefined, drawn: boolean): string {
    const where = meld ? this.words.t(new Set(meld.map(place)).size === 1 ? "in.set" : "in.run") : "";
    return [this.card(card), where, drawn ? this.words.t("in.drawn") : ""].filter(Boolean).join(", ");
  }
}
