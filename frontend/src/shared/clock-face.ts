/** Clocks as the table shows them: the server's last values, counted on by the browser's clock until the next ones. */

import type { BySeat, Seat } from "./table-view";

/** Time left in ms for each seat, and which clock runs since `at` (the browser's monotonic ms). */
export interface Clocks {
  left: BySeat<number | null>;
  running: Seat | null;
  at: number;
}

/** The time that a seat has left at a moment; null without a clock. */
export function left(clocks: Clocks | null, seat: Seat, now: number): number | null {
  const given = clocks?.left[seat] ?? null;
  if (!clocks || given === null) return null;
  return Math.max(0, clocks.running === seat ? given - (now - clocks.at) : given);
}

const HOUR = 3_600_000;

/** "12:05", "1:02:05", "0:00", and under ten seconds "8.4", with the comma of the page's language if it has one. With
 *  days for a decision, "2 d 5 h" or "23 h". */
export function face(ms: number, language = globalThis.document?.documentElement.lang): string {
  const hours = Math.floor(ms / HOUR);
  if (hours > 23) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 4) return `${hours} h`;
  if (ms && ms < 10_000)
    return (Math.ceil(ms / 100) / 10).toLocaleString(language || "en", { minimumFractionDigits: 1 });
  const s = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const rest = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return s >= 3600 ? `${Math.floor(s / 3600)}:${rest}` : rest.replace(/^0/, "");
}

/** The time of day of a moment by the reader's clock, "21:05": with 24 hours, as on every page. */
export function timeOfDay(at: Date, language = globalThis.document?.documentElement.lang, timeZone?: string): string {
  return at.toLocaleTimeString(language || "en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
}
