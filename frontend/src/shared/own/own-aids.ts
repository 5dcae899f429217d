/** A player's own aids: as many as the table allows, or fewer, never more. What is removed here has come from the
 *  table. */

import type { GinTable } from "../table/gin-table";
import type { Aids } from "../table-view";

export const LEVELS = ["full", "count", "none"] as const;

/** The aids that remain at a level; an unknown level changes nothing. */
export function lowered(aids: Aids | null, level: string): Aids | null {
  if (level === "none") return null;
  return aids && level === "count" ? { deadwood: aids.deadwood } : aids;
}

export class OwnAids {
  private given: Aids | null;

  /** From now on the table is shown, read aloud and played with the aids of `level()`. */
  constructor(
    private readonly table: GinTable,
    private readonly level: () => string,
  ) {
    const changed = table.changed.bind(table);
    this.given = table.view.aids;
    table.changed = (events, change, clock, fresh) => {
      if (change.aids === undefined) return changed(events, change, clock, fresh);
      this.given = change.aids;
      changed(events, { ...change, aids: lowered(this.given, level()) }, clock, fresh);
    };
    this.set();
  }

  /** The level has changed. */
  set(): void {
    const { table } = this;
    table.view = { ...table.view, aids: lowered(this.given, this.level()) };
    if (!table.view.aids?.melds) table.drafting = null;
    table.requestUpdate();
  }
}
