/** The figures of a table's rule set, which the page contains and no view repeats (games/live/setup/facts.py). */

export interface Facts {
  kernel: "gin" | "colonel" | "conquian";
  seating: string;
  sheet: string;
  ranks: string;
  target: number | null;
  stock_floor: number;
  big_gin: boolean;
  doubling: boolean;
  double_cap: number | null;
  decline_bonus: number;
  last_discard: string;
  hand_win_bonus: number;
  undercut_on_tie: boolean;
  limit_by_upcard: boolean;
  stake: number | null;
  column_settlement: string;
  scoring: string;
  pickup: string;
  challenge: boolean;
  force: string;
  hand_meld_alone: boolean;
  draw_carry: string;
  fold: boolean;
}

/** The figures of plain gin, for tests. */
export const PLAIN: Facts = {
  kernel: "gin",
  seating: "two",
  sheet: "pad",
  ranks: "A23456789TJQK",
  target: 100,
  stock_floor: 2,
  big_gin: false,
  doubling: false,
  double_cap: null,
  decline_bonus: 10,
  last_discard: "dead",
  hand_win_bonus: 0,
  undercut_on_tie: true,
  limit_by_upcard: false,
  stake: null,
  column_settlement: "best_of",
  scoring: "hand_left",
  pickup: "top",
  challenge: false,
  force: "on_demand",
  hand_meld_alone: false,
  draw_carry: "none",
  fold: true,
};

/** The figures that the page contains under an id: those of its table, or of one of several. */
export function factsOfPage(id = "gin-facts"): Facts {
  return JSON.parse(document.getElementById(id)?.textContent ?? "{}") as Facts;
}
