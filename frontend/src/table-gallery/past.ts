/** The table at an earlier moment. The table draws whatever view it has and does not know about this: what arrives
 *  meanwhile is applied to the latest view, and the earlier one is restored before anything is drawn. */

import type { Known } from "../shared/hand/known";
import type { GinTable } from "../shared/table/gin-table";
import type { View } from "../shared/table-view";
import { Moments } from "./moments";

/** What the table shows at one moment. `deal` counts over the whole sitting. */
interface Moment {
  deal: number;
  view: View;
  clocks: GinTable["clocks"];
  log: string[];
  known: Known;
}
export type Does = "first" | "back" | "live" | "next";

export class Past {
  readonly moments: Moments<Moment>;

  constructor(private readonly table: GinTable) {
    this.moments = new Moments(this.now());
    const changed = table.changed.bind(table);
    table.changed = (events, change, clock, fresh) => {
      if (this.moments.isBack) this.put(this.moments.latest);
      changed(events, change, clock, fresh);
      this.moments.take(this.now(), fresh || events.some((event) => table.say.event(event)));
      if (!this.moments.isBack) return;
      table.spoken = "";
      this.put(this.moments.shown);
    };
  }

  /** Goes to a moment; returns what to announce about it. */
  go(does: Does): string {
    const { moments, table } = this;
    if (does === "live") moments.live();
    else if (does === "first") moments.first();
    else moments.step(does === "next" ? 1 : -1);
    this.put(moments.shown);
    return `${table.plan?.join(": ") ?? table.words.t("gallery.live")}. ${table.last ?? ""}`;
  }

  /** The present state of the table. */
  private now(): Moment {
    const { view, clocks, log } = this.table;
    return { deal: view.deal, view, clocks, log, known: this.table["known"] };
  }

  private put({ view, clocks, log, known }: Moment): void {
    const { table, moments } = this,
      { words } = table,
      isBack = moments.isBack && view === moments.shown.view;
    table.view = view;
    table.clocks = isBack && clocks ? { ...clocks, running: null } : clocks;
    table.log = log;
    table["known"] = known;
    table.plan = isBack ? [words.t("gallery.earlier"), words.n("gallery.behind", moments.behind)] : null;
    table.toggleAttribute("data-back", isBack);
    table.requestUpdate();
  }
}
