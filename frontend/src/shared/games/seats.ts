/** The additional parts of a table of more than two: who plays and who waits, the box and its captain, the other
 * boards. */

import type { Card } from "../cards";
import type { Seat, View, Laid } from "../table-view";

/** Values by letter; there may be sixteen letters. */
export type By<T> = Record<string, T | undefined>;
/** A summary of a board: who plays, whose turn it is, cards in hand, the top discard, how it ended. */
export interface BoardSeen {
  seats: Seat[];
  phase: string;
  turn: Seat | null;
  counts: number[];
  stock: number;
  top: Card | null;
  type: string | null;
  winner: Seat | null;
  points: number | null;
}
export interface Seated {
  waiting: Seat[];
  box: Seat | null;
  advice: By<Card[]>;
  latest: By<Card | null>;
  laid_before: Laid[];
  board: number | null;
  boards: BoardSeen[];
}

/** The player's own board, for commands and clock; during a shuffle the board of the coming deal. */
export const ownBoard = (view: View): number =>
  (view as unknown as { shuffle?: { board?: number } }).shuffle?.board ?? seated(view).board ?? 0;
export const seated = (view: View): Seated => view as unknown as Seated;
export const by = <T>(values: unknown): By<T> => (values ?? {}) as By<T>;
export const letters = (view: View): Seat[] => Object.keys(view.counts) as Seat[];
export const isTeams = (view: View): boolean => seated(view).boards.length > 0;
/** Teams go by their first seat: A, C, E … are A's team, B, D, F … are B's. */
export const teamOf = (seat: Seat): Seat => ((seat.charCodeAt(0) - 65) % 2 ? "B" : "A");

/** The points that finished boards have brought A's team so far (below 0: B's); null while no board is finished, and
 *  once all are. */
export function soFar(boards: readonly BoardSeen[]): number | null {
  const over = boards.filter((one) => one.phase === "done");
  if (!over.length || over.length === boards.length) return null;
  return over.reduce((sum, { winner, points }) => {
    const won = points ?? 0;
    return sum + (!winner ? 0 : teamOf(winner) === "A" ? won : -won);
  }, 0);
}

/** The seats that get cards at the board shown, in the order of play. */
export function playing(view: View): Seat[] {
  const { waiting, boards, board } = seated(view);
  return board === null ? letters(view).filter((seat) => !waiting.includes(seat)) : boards[board]!.seats;
}

/** May the sitting be claimed from a player who is gone beyond the grace, or keeps the shuffle waiting beyond it?
 *  Nobody has to wait for a player who sits out; and nobody can claim from their own team. */
export function mayClaim(view: View, me: Seat | null, there: By<{ grace: number | null }>): boolean {
  const others = letters(view).filter(
    (seat) =>
      seat !== me && !seated(view).waiting.includes(seat) && !(isTeams(view) && me && teamOf(seat) === teamOf(me)),
  );
  return me !== null && others.some((seat) => there[seat]?.grace === 0);
}

/** The seat at the bottom: the viewer's own while it plays, else the first that plays. */
export function nearOf(view: View, me: Seat | null): Seat {
  const here = playing(view);
  return me && here.includes(me) ? me : here[0]!;
}

/** The others at the board shown; the one who plays after `near` comes first. */
export function across(view: View, near: Seat): Seat[] {
  const here = playing(view),
    at = here.indexOf(near);
  return [...here.slice(at + 1), ...here.slice(0, at)];
}

/** Points so far: the seat's own, its side's, its team's. */
export function pointsOf(view: View, seat: Seat): number {
  return by<number>(view.score.points)[isTeams(view) ? teamOf(seat) : seat] ?? 0;
}

/** "Ann + Cy": the players of a team; anybody else by their own name. */
export function sideName(view: View, names: By<string>, side: Seat): string {
  return isTeams(view)
    ? letters(view)
        .filter((seat) => teamOf(seat) === side)
        .map((seat) => names[seat])
        .join(" + ")
    : (names[side] ?? "");
}
