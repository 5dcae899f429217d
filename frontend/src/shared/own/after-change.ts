/** What chunks beside <gin-table> do after every change of the table's view. */

import type { GinTable } from "../table/gin-table";

/** From now on call `then` with the events of a change, once the table shows it. */
export function afterChange(table: GinTable, then: (events: Parameters<GinTable["changed"]>[0]) => void): void {
  const changed = table.changed.bind(table);
  table.changed = (events, change, clock, fresh) => {
    changed(events, change, clock, fresh);
    then(events);
  };
}
