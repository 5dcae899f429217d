/** Which cards move, from where and how long, computed from the events and from where each card lay before and lies
 *  now. */

import type { Card } from "../shared/cards";
import type { TableEvent } from "../shared/table-view";

export interface Place {
  x: number;
  y: number;
  width: number;
}
/** A card that visibly flies to its present place. If its face is nowhere afterwards, a copy flies, into the other
 *  side's fan if "to" is null. */
export interface Flight {
  card: Card | "back";
  from: Place;
  to: Place | null;
  kind: "sort" | "draw" | "throw" | "take" | "deal" | "lay";
  delay: number;
}
export interface Seen {
  cards: ReadonlyMap<Card, Place>;
  stock: Place | null;
  /** The discards, in Conquian the card on offer; and there the waste. */
  pile: Place | null;
  waste?: Place | null;
  fan: Place | null;
}

export const MS: Record<Flight["kind"], number> = { sort: 200, draw: 260, throw: 280, take: 300, deal: 160, lay: 260 };
const STAGGER = { deal: 22, lay: 12, sort: 8 } as const;
const LATEST = { deal: 220, lay: 120, sort: 80 } as const; // ms after which even the last of a row has begun
const NEAR = 3; // px that nobody sees

const later = (kind: keyof typeof STAGGER, at: number): number => Math.min(LATEST[kind], at * STAGGER[kind]);
const apart = (a: Place, b: Place): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) > NEAR || Math.abs(a.width - b.width) > NEAR;

/** Melds laid and added to, cards laid off, and hands laid open. */
const LAID = ["melded", "added", "used", "laid_from_hand", "laid_off", "knocked", "showed"];
/** For these events the laid cards are known; everything else that moves makes room. */
const NAMED = ["melded", "added", "used", "laid_from_hand", "laid_off"];

/** The cards that an event names. */
const cardsOf = ({ card, cards }: TableEvent): Card[] => [
  ...(card ? [card] : []),
  ...(Array.isArray(cards) ? cards : []),
];

/** The flights between two drawings of the table. */
export function flights(before: Seen, now: Seen, events: readonly TableEvent[], me: string | null): Flight[] {
  const isDealt = events.some((event) => event.e === "dealt");
  const found: Flight[] = [];
  const counts = { deal: 0, lay: 0, sort: 0 };
  const theirs = events.filter((event) => event.seat && event.seat !== me);
  const laying = events.filter((event) => LAID.includes(event.e)),
    named = laying.flatMap((event) => (NAMED.includes(event.e) ? cardsOf(event) : [])),
    isOpen = laying.some((event) => !NAMED.includes(event.e));
  const isLaid = (card: Card): boolean => isOpen || named.includes(card);
  const turned = events.flatMap((event) => (event.e === "turned" ? cardsOf(event) : []));
  const taken = events.flatMap((event) => (event.e === "took_pile" && event.seat === me ? cardsOf(event) : []));
  for (const [card, to] of now.cards) {
    const from = before.cards.get(card);
    if (isDealt && now.stock) {
      if (now.pile && !apart(to, now.pile)) continue;
      found.push({ card, from: now.stock, to, kind: "deal", delay: later("deal", counts.deal++) });
    } else if (from && apart(from, to)) {
      const kind = isLaid(card) ? "lay" : now.pile && !apart(to, now.pile) ? "throw" : "sort";
      const delay = kind === "throw" ? 0 : later(kind, counts[kind]++);
      found.push({ card, from, to, kind, delay });
    } else if (!from && turned.includes(card) && before.stock) {
      found.push({ card, from: before.stock, to, kind: "draw", delay: 0 });
    } else if (!from && taken.includes(card) && before.pile) {
      found.push({ card, from: before.pile, to, kind: "take", delay: 0 });
    } else if (!from && now.pile && !apart(to, now.pile) && theirs.some((event) => event.card === card)) {
      const hasTaken = theirs.some((event) => event.e === "drew" || event.e === "took_upcard");
      if (now.fan) found.push({ card, from: now.fan, to, kind: "throw", delay: hasTaken ? 100 : 0 });
    } else if (!from && isLaid(card) && (before.fan ?? now.fan)) {
      found.push({ card, from: (before.fan ?? now.fan)!, to, kind: "lay", delay: later("lay", counts.lay++) });
    } else if (!from && before.stock && events.some((event) => event.e === "drew" && event.seat === me)) {
      found.push({ card, from: before.stock, to, kind: "draw", delay: 0 });
    }
  }
  return [...found, ...copies(before, theirs), ...wasted(before, now, events)];
}

/** A card taken by the other side goes to its fan as a copy, because it is not visible afterwards. */
function copies(before: Seen, theirs: readonly TableEvent[]): Flight[] {
  return theirs.flatMap((event): Flight[] => {
    const isOpen = event.e === "took_upcard" || (event.e === "drew" && event.from === "pile");
    const card = event.e === "took_pile" ? cardsOf(event).at(-1) : isOpen && event.card;
    if (card && before.pile) return [{ card, from: before.pile, to: null, kind: "take", delay: 0 }];
    return event.e === "drew" && !isOpen && before.stock
      ? [{ card: "back", from: before.stock, to: null, kind: "take", delay: 0 }]
      : [];
  });
}

/** The card on offer that nobody wants goes to the waste, face down. */
function wasted(before: Seen, now: Seen, events: readonly TableEvent[]): Flight[] {
  const from = before.pile,
    to = now.waste;
  return events.flatMap(({ e, card }): Flight[] =>
    e === "rejected" && card && from && to ? [{ card, from, to, kind: "throw", delay: 0 }] : [],
  );
}
