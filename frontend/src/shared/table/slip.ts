/** The slip of paper on which the table says why something is not possible: at the card or pile that it is about, else
 *  over the verbs or the button for the next deal; always within the window. */

import type { Card } from "../cards";

const STOCK = ["s", "draw_stock", "cq_turn"];
const OPEN = ["u", "take_upcard", "draw_discard", "cq_use", "cq_pass", "cq_reject"];
const EDGE = 8; // px to the edge of the window
const TIP = 10; // px between the slip and what it speaks of

/** What a command, or the key of a verb, is about: its pile, else the card. Empty if there is neither. */
export const spotOf = (word: string, card?: Card | null): string =>
  STOCK.includes(word)
    ? ".stock"
    : OPEN.includes(word)
      ? ":is(.discards, .offer)"
      : card
        ? `.gt-card[data-card="${card}"]`
        : "";

// The laws of cards that were drawn, seen or thrown (RULES.md §14); all others speak of a hand.
const OF_STOCK = [5, 13, 14, 16, 17, 18, 20, 42, 43];
const OF_DISCARDS = [15, 28, 29, 32];

/** What a ruling is about: the pile of its law, else the seat of the offender: the own hand, or a plate by the name of
 *  its seat. Empty if there is no offender. */
export function spotOfRuling(law: string, isOwn: boolean, name: string): string {
  const number = Number(law.replace("IRR-", ""));
  if (OF_STOCK.includes(number)) return ".stock";
  if (OF_DISCARDS.includes(number)) return ":is(.discards, .offer)";
  return isOwn ? ".gt-hand" : name && `.gt-seat[aria-label=${JSON.stringify(name)}]`;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The position of a slip of this size in a window of that size, whose table begins at `top`: over the box, under it if
 *  there is no room, at the foot without a box. `tip` is the position of its point. */
export function lies(
  slip: { width: number; height: number },
  at: Box | undefined,
  room: { width: number; height: number; top: number },
): { x: number; y: number; tip: number; below: boolean } {
  const within = (n: number, most: number): number => Math.max(EDGE, Math.min(n, most - EDGE));
  const middle = at ? (at.left + at.right) / 2 : room.width / 2;
  const x = within(middle - slip.width / 2, room.width - slip.width);
  const over = at ? at.top - slip.height - TIP : Infinity,
    below = over < Math.max(EDGE, room.top);
  const y = within(below ? at!.bottom + TIP : over, room.height - slip.height);
  return { x, y, tip: Math.max(2 * EDGE, Math.min(middle - x, slip.width - 2 * EDGE)), below };
}

/** Puts the slip of this table where it belongs. */
export function laySlip(table: HTMLElement, spot: string): void {
  const slip = table.querySelector<HTMLElement>(".gt-note");
  if (!slip?.textContent) return;
  const found = spot ? table.querySelector(`.felt ${spot}`) : null,
    place = found ?? table.querySelector(".gt-act, .gt-result .gt-next"),
    { documentElement: page } = document;
  const box = place?.getBoundingClientRect(), // a card is raised over its place, or lies above a caption
    seen = place?.querySelector(found ? "svg.card" : ".gt-verb:not([data-off])")?.getBoundingClientRect() ?? box;
  const at = box && { left: box.left, right: box.right, top: seen!.top, bottom: seen!.bottom };
  const top = table.querySelector(".felt")?.getBoundingClientRect().top ?? 0;
  const room = { width: page.clientWidth, height: page.clientHeight, top };
  const { below, ...where } = lies(slip.getBoundingClientRect(), at, room);
  if (found) slip.dataset["at"] = below ? "below" : "above";
  else delete slip.dataset["at"];
  for (const [name, px] of Object.entries(where)) slip.style.setProperty(`--${name}`, `${px}px`);
}
