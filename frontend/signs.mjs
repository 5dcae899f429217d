/** The four signs of the suits, and paths with them: one path with all signs of a card is less to lay out and to paint
 *  than a reference for each of them. */

/** Suit shapes in a box of 20 by 20 around the origin. */
export const SHAPES = {
  heart:
    "M0 9.8C-2.6 6.2-9.4 2.6-9.4-3.6-9.4-7.4-7-9.4-4.6-9.4-2.4-9.4-.7-8.2 0-6.2.7-8.2 2.4-9.4 4.6-9.4 7-9.4 " +
    "9.4-7.4 9.4-3.6 9.4 2.6 2.6 6.2 0 9.8z",
  diamond: "M0-10.5C2-6.4 4.9-3 7.9 0 4.9 3 2 6.4 0 10.5-2 6.4-4.9 3-7.9 0-4.9-3-2-6.4 0-10.5z",
  spade:
    "M0-10C2.6-5.6 9.2-2.2 9.2 2.9 9.2 5.9 7 7.3 4.9 7.3 3.2 7.3 1.9 6.5 1.2 5.2 1.3 7.4 2.2 8.8 " +
    "4 10H-4C-2.2 8.8-1.3 7.4-1.2 5.2-1.9 6.5-3.2 7.3-4.9 7.3-7 7.3-9.2 5.9-9.2 2.9-9.2-2.2-2.6-5.6 0-10z",
  club:
    "M0-9.8A4.5 4.5 0 0 1 3.5-2.5 4.5 4.5 0 1 1 1.2 4.3C1.2 7.2 2.2 8.8 4 9.9H-4C-2.2 8.8-1.2 7.2-1.2 " +
    "4.3A4.5 4.5 0 1 1-3.5-2.5 4.5 4.5 0 0 1 0-9.8z",
};

export const figure = (number) => String(Math.round(number * 100) / 100);
/** Numbers of a path, without what can be left out: a blank before a minus, a nought before a point. */
const line = (numbers) => numbers.map(figure).join(" ").replaceAll(" -", "-").replace(/(?<!\d)0\./g, ".");
const PARTS = { M: 2, C: 6, A: 7, H: 1 };

/** A sign at a place, as the data of a path: from its start on relative, so that equal signs are equal text and pack
 *  well. */
export function sign(suit, x, y, scale, isTurned = false) {
  const by = isTurned ? -scale : scale;
  let here = [0, 0];
  let told = "";
  for (const [, command, given] of SHAPES[suit].matchAll(/([MCAHz])([^MCAHz]*)/g)) {
    const numbers = (given.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    if (command === "z") told += "z";
    for (let from = 0; from < numbers.length; from += PARTS[command]) {
      const step = numbers.slice(from, from + PARTS[command]);
      const off = (some) => line(some.map((one, index) => (one - here[index % 2]) * by));
      if (command === "M") told += `M${line([x + step[0] * by, y + step[1] * by])}`;
      else if (command === "C") told += `c${off(step)}`;
      else if (command === "H") told += `h${off(step)}`;
      else told += `a${line([step[0] * scale, step[1] * scale, ...step.slice(2, 5)])} ${off(step.slice(5))}`;
      here = command === "H" ? [step[0], here[1]] : step.slice(-2);
    }
  }
  return told;
}

/** One path with many signs. */
export const signs = (...data) => `<path d="${data.join("")}"/>`;
