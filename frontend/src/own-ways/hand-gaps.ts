/** Where a card can be put in a hand that lies in rows: the gaps between its cards, computed from the cards' boxes on
 *  the page. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
/** A gap before the card `at` (the number of cards: after the last one), and the place of its bar. */
export interface Gap {
  at: number;
  x: number;
  top: number;
  height: number;
}

const NEAR = 90; // px around the hand in which a card let go of still goes into it

/** Rows of a hand, each with the index of its first card: a row ends where the next card lies further left. */
function rows(boxes: readonly Box[]): [number, Box[]][] {
  const found: [number, Box[]][] = [];
  boxes.forEach((box, at) => {
    const before = boxes[at - 1];
    if (!before || box.left <= before.left) found.push([at, [box]]);
    else found.at(-1)![1].push(box);
  });
  return found;
}

const gap = (at: number, { top, height }: Box, x: number): Gap => ({ at, x, top, height });

/** Every gap once: before each card, and after the last. */
export function gaps(boxes: readonly Box[]): Gap[] {
  const last = boxes.at(-1);
  return last
    ? [...boxes.map((box, at) => gap(at, box, box.left)), gap(boxes.length, last, last.left + last.width)]
    : [];
}

/** The gap nearest to a point; null too far from the hand. Cards overlap, so a card counts as wide as its visible
 *  strip. */
export function gapAt(boxes: readonly Box[], x: number, y: number): Gap | null {
  const middle = (row: readonly Box[]): number => row[0]!.top + row[0]!.height / 2;
  const [nearest] = [...rows(boxes)].sort(([, a], [, b]) => Math.abs(middle(a) - y) - Math.abs(middle(b) - y));
  if (!nearest) return null;
  const [from, row] = nearest,
    end = row.at(-1)!;
  const far =
    Math.abs(middle(row) - y) > row[0]!.height / 2 + NEAR ||
    x < row[0]!.left - NEAR ||
    x > end.left + end.width + NEAR;
  if (far) return null;
  const found = row.findIndex((box, i) => x < box.left + ((row[i + 1]?.left ?? box.left + box.width) - box.left) / 2);
  return found < 0
    ? gap(from + row.length, end, end.left + end.width)
    : gap(from + found, row[found]!, row[found]!.left);
}

/** By how many places a card at `from` moves when it is put into a gap. */
export const steps = (from: number, into: number): number => (into > from ? into - 1 : into) - from;

/** Does a point lie on a box? */
export const lies = ({ left, top, width, height }: Box, x: number, y: number): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;
