/** Who is ahead in a deal that watchers see with open hands, as figures and in words. */

import type { Sentences } from "../shared/sentences";
import { signed, type Strings } from "../shared/strings";
import type { Seat, Stage } from "../shared/table-view";

const LEAST = 20; // points that the graph shows above and below its middle, at least

/** The least number of plays that the graph has room for, so that the first bars of a deal are no wider than the last.
 *  */
const PLAYS = 24;

export interface Bar {
  x: number;
  y: number;
  height: number;
  seat: Seat;
}

/** The points that the graph shows on each side of its middle. */
export const reach = (course: readonly Stage[]): number =>
  course.reduce((most, { worth }) => Math.max(most, Math.abs(worth)), LEAST);

/** The number of plays that the graph has room for. */
export const room = (course: readonly Stage[]): number => Math.max(PLAYS, course.length);

/** One bar for each play, in a field `reach` high on both sides. A bar points to the side that is ahead, as they sit:
 *  down to seat A, up to seat B. */
export function bars(course: readonly Stage[]): Bar[] {
  return course.map(({ worth }, x) => ({
    x,
    y: worth > 0 ? 0 : worth,
    height: Math.abs(worth),
    seat: worth > 0 ? "A" : "B",
  }));
}

/** Who may expect how many points, in one sentence. */
export function stands({ worth, e }: Stage, words: Strings, name: (seat: Seat) => string): string {
  const count = Math.abs(worth),
    isOver = e === "deal_scored";
  if (!count) return words.t(isOver ? "course.brought.none" : "course.level");
  return words.n(isOver ? "course.brought" : "course.now", count, { name: name(worth > 0 ? "A" : "B") });
}

/** Everything that the graph shows, in sentences: the present value, and the most that each side could expect. */
export function inWords(course: readonly Stage[], words: Strings, name: (seat: Seat) => string): string {
  const last = course[course.length - 1]!,
    best = (seat: Seat): string => {
      const most = Math.max(0, ...course.map(({ worth }) => (seat === "A" ? worth : -worth)));
      return most ? words.n("course.most", most, { name: name(seat) }) : "";
    };
  return [stands(last, words, name), best("A"), best("B")].filter(Boolean).join(" ");
}

/** A play and its effect: its sentence, and who may expect how many points, as short as a list needs it. */
export const line = (stage: Stage, say: Sentences, name: (seat: Seat) => string): [string, string] => [
  say.event(stage) ?? "",
  stage.worth ? `${name(stage.worth > 0 ? "A" : "B")} ${signed(Math.abs(stage.worth))}` : "0",
];
