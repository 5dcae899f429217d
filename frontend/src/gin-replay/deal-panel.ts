/** A finished deal at the table: <gin-replay> of what this viewer saw, in a panel over the table, where play goes on.
 *  */

import type { DealRecord } from "./deal-record";
import { askApi } from "../shared/fetching/site-api";
import { button, el } from "../shared/elements";
import type { GinReplay } from ".";
import type { GinTable } from "../shared/table/gin-table";
import type { View } from "../shared/table-view";

/** Opens the deal behind a link of the table. */
export async function replay(table: GinTable, link: HTMLAnchorElement): Promise<void> {
  const number = /(\d+)\/$/.exec(link.href)?.[1] ?? "";
  const record = await askApi<DealRecord>(`${table.dataset["seen"] ?? ""}${number}`);
  if (table.isConnected && !table.querySelector("#gr-panel")) new Panel(table, record, link);
}

class Panel {
  private readonly turn = el("p", { class: "cluster spread", role: "alert" });
  private readonly polite = el("p", { class: "visually-hidden", "aria-live": "polite" });
  private readonly dialog: HTMLDialogElement;

  constructor(
    private readonly table: GinTable,
    record: DealRecord | null,
    private readonly link: HTMLElement,
  ) {
    const { words } = table;
    const title = record ? words.t("label.deal", { count: record.deal }) : words.t("replay.none");
    const close = button({ class: "button small" }, words.t("key.close"), () => this.dialog.close());
    this.dialog = el(
      "dialog",
      { class: "gt-dialog", id: "gr-panel", "aria-labelledby": "gr-title" },
      el("header", {}, el("p", { class: "cluster spread" }, el("h2", { id: "gr-title" }, title), close), this.turn),
      this.polite,
    ) as HTMLDialogElement;
    if (record)
      this.dialog.append(
        this.player(record),
        el("p", { class: "muted" }, el("small", {}, `${words.t("replay.seen")} ${words.t("replay.keys")}`)),
      );
    table.append(this.dialog);
    this.dialog.showModal();
    this.news();
    const watch = { hostUpdated: () => this.news() };
    table.addController(watch);
    this.dialog.addEventListener("close", () => {
      table.removeController(watch);
      this.leave();
    });
  }

  private player(record: DealRecord): GinReplay {
    const { table } = this,
      made = document.createElement("gin-replay") as GinReplay;
    made.say = table.facts.seating === "two" ? table.say : table.speaker(() => viewOf(record));
    made.record = { ...record, steps: record.steps.filter((step) => made.say.event(step.event)) };
    made.sprite = table.sprite;
    return made;
  }

  /** What happens at the table is announced here, too, because nothing beneath an open dialog is read aloud. */
  private news(): void {
    const { table, turn } = this,
      { words } = table;
    const said = table.me && table.view.turn === table.me ? table.say.status(table.view) : "";
    if (turn.dataset["said"] !== said) {
      turn.dataset["said"] = said;
      turn.replaceChildren(
        ...(said
          ? [
              el("strong", {}, said),
              button({ class: "button small primary" }, words.t("replay.back.table"), () => this.dialog.close()),
            ]
          : []),
      );
    }
    if (this.polite.textContent !== table.spoken) this.polite.textContent = table.spoken;
  }

  /** The focus goes back to where it was, or to the table if that place no longer exists. */
  private leave(): void {
    const { dialog, link, table } = this,
      at = (where: string): HTMLElement | null => table.querySelector(where);
    dialog.remove();
    (link.checkVisibility() ? link : (at(".gt-cards [tabindex='0']") ?? at(".felt")))?.focus();
  }
}

/** For a deal at one of several boards: who sat there, and who has a name at the table. */
function viewOf({ players, names, board }: DealRecord): View {
  const boards = typeof board === "number" ? Array.from({ length: board + 1 }, () => ({ seats: players })) : [];
  return { counts: names, waiting: [], latest: {}, board: board ?? null, boards } as unknown as View;
}
