/** Who stands better in a deal that watchers see with open hands, as figures and as words. */

import type { Sentences } from "../shared/sentences";
import { signed, type Strings } from "../shared/strings";
import type { Seat, Stage } from "../shared/table-view";

const LEAST = 20; // points that the graph shows above and below its middle, at least

/** Plays for which the graph has room at least, so that the first bars of a deal are no wider than the last. */
const PLAYS = 24;

export interface Bar {
  x: number;
  y: number;
  height: number;
  seat: Seat;
}

/** The points that the graph shows to each side of its middle. */
export const reach = (course: readonly Stage[]): number =>
  course.reduce((most, { worth }) => Math.max(most, Math.abs(worth)), LEAST);

/** The plays for which the graph has room. */
export const room = (course: readonly Stage[]): number => Math.max(PLAYS, course.length);

/** One bar a play in a field `reach` high to both sides. A bar points to who stands better, as they sit: down to
 *  seat A, up to seat B. */
export function bars(course: readonly Stage[]): Bar[] {
  return course.map(({ worth }, x) => ({
    x,
    y: worth > 0 ? 0 : worth,
    height: Math.abs(worth),
    seat: worth > 0 ? "A" : "B",
  }));
}

/** Who may expect how much, in one sentence. */
export function stands({ worth, e }: Stage, words: Strings, name: (seat: Seat) => string): string {
  const count = Math.abs(worth),
    isOver = e === "deal_scored";
  if (!count) return words.t(isOver ? "course.brought.none" : "course.level");
  return words.n(isOver ? "course.brought" : "course.now", count, { name: name(worth > 0 ? "A" : "B") });
}

/** All that the graph shows, in sentences: now, and the most that each could expect. */
export function inWords(course: readonly Stage[], words: Strings, name: (seat: Seat) => string): string {
  const last = course[course.length - 1]!,
    best = (seat: Seat): string => {
      const most = Math.max(0, ...course.map(({ worth }) => (seat === "A" ? worth : -worth)));
      return most ? words.n("course.most", most, { name: name(seat) }) : "";
    };
  return [stands(last, words, name), best("A"), best("B")].filter(Boolean).join(" ");
}

/** A play and what came of it: its sentence, and who may expect how much, as short as a list wants it. */
export const line = (stage: Stage, say: Sentences, name: (seat: Seat) => string): [string, string] => [
  say.event(stage) ?? "",
  stage.worth ? `${name(stage.worth > 0 ? "A" : "B")} ${signed(Math.abs(stage.worth))}` : "0",
];
