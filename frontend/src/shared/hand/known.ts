/** Cards that another seat took from the discards and still holds: everybody saw them. */

import type { Card } from "../cards";
import type { Seat, TableEvent, View } from "../table-view";

export type Known = Partial<Record<Seat, Card[]>>;

/** What is known after these events. A card that was taken openly, or shown, is known until its owner throws or lays
 *  it, or the deal is over. A director's undo makes everything uncertain. */
export function knownAfter(known: Known, events: readonly TableEvent[]): Known {
  return events.reduce((now: Known, { e, seat, card, cards, from }) => {
    if (e === "dealt" || e === "undone") return {};
    const seen = Array.isArray(cards) ? cards : card ? [card] : [];
    if (!seat || !seen.length) return now;
    const held = (now[seat] ?? []).filter((one) => !seen.includes(one));
    const isTaken = /^(took|showed_card)/.test(e) || (e === "drew" && from !== "stock");
    return { ...now, [seat]: isTaken ? [...held, ...seen] : held };
  }, known);
}

/** The known cards of a seat that it can still hold. Only full aids show them; without these the player has to
 *  remember. */
export function knownOf(view: View, known: Known, seat: Seat): Card[] {
  if (!view.aids?.melds) return [];
  const gone = [...(view.hand ?? []), view.top, ...(view.pile_cards ?? [])];
  return (known[seat] ?? []).filter((card) => !gone.includes(card));
}

/** The list as this tab stored it; empty if the stored value is no such list. */
export function readKnown(text: string | null, deal: number): Known {
  try {
    const kept = JSON.parse(text ?? "") as { deal: number; known: Known };
    const lists = Object.entries(kept.deal === deal ? kept.known : {}).filter(([, cards]) => Array.isArray(cards));
    return Object.fromEntries(lists) as Known;
  } catch {
    return {};
  }
}
