/** Cards as the wire writes them ("KD", "TS"): their parts, their order, their values. */

export type Card = string;

const GIN = "A23456789TJQK";
const SUITS = "CDHS";
let ranks = GIN;

/** The ranks of this page's game from the lowest on: gin's (GIN-2), unless the page says otherwise (COL-1, CNQ-2). */
export function usePack(of: string): void {
  ranks = of;
}
export const packRanks = (): string => ranks;
/** Every card of this page's game. */
export const wholePack = (): Card[] => [...ranks].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

/** The place in the order of the pack, from 0, which determines runs. */
export function place(card: Card): number {
  return ranks.indexOf(card.charAt(0));
}
export function suit(card: Card): string {
  return card.charAt(card.length - 1);
}

/** GIN-3: ace 1, two to ten their pips, courts 10; COL-10: an ace that is high counts 10. */
export function value(card: Card): number {
  return card.startsWith("A") && ranks.endsWith("A") ? 10 : Math.min(GIN.indexOf(card.charAt(0)) + 1, 10);
}

export function bySuit(a: Card, b: Card): number {
  return "SHCD".indexOf(suit(a)) - "SHCD".indexOf(suit(b)) || place(a) - place(b);
}

export function byRank(a: Card, b: Card): number {
  return place(a) - place(b) || "SHCD".indexOf(suit(a)) - "SHCD".indexOf(suit(b));
}

/** Understands "10D", "kd" and "KD"; null for anything else. */
export function parse(text: string): Card | null {
  const card = text.trim().toUpperCase().replace(/^10/, "T");
  return card.length === 2 && ranks.includes(card.charAt(0)) && SUITS.includes(card.charAt(1)) ? card : null;
}

export const SIGNS: Partial<Record<string, string>> = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** "K♦", "10♠": the short name for buttons and lines of the log. */
export function short(card: Card): string {
  return (card.startsWith("T") ? "10" : card.charAt(0)) + (SIGNS[suit(card)] ?? "");
}

/** The part of the sprite with this card, in the deck that the reader has chosen (own-look.ts). */
export function picture(card: Card | "back", deck = document.documentElement.dataset["deck"]): string {
  return card === "back" || !deck || deck === "pictures" ? card : `${card}-${deck}`;
}
