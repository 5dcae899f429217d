/** A table with more watchers than its sockets allow: the page asks for the public view every five seconds. It stands
 *  beside <gin-table> and <gin-small>, which do not know about it. */

import type { GinTable } from "../shared/table/gin-table";
import type { Frame, State } from "../shared/table/wire";

const EVERY = 5000;

/** Shows the public view instead of the refusal by a full table, as long as it is under play. */
export class Watch {
  private v = -1;
  private looking = false;

  constructor(
    private readonly table: GinTable,
    private readonly ask: (url: string) => Promise<Response> = (url) => fetch(url),
  ) {
    const told = table.state.bind(table);
    table.state = (state: State, reason: string) => {
      if (state === "barred" && reason === "full") void this.begin();
      else told(state, reason);
    };
  }

  /** Asks until the sitting is over. A page that wakes up tries its socket again; if that is refused again, it goes on
   *  asking. */
  private async begin(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    const said = document.createElement("p");
    said.className = "notice info";
    said.textContent = this.table.words.t("conn.full");
    this.table.before(said);
    while (this.table.isConnected && !(await this.look())) await new Promise((done) => setTimeout(done, EVERY));
    said.remove();
  }

  /** Asks once, and returns whether the sitting is over. A request that fails is repeated. */
  async look(): Promise<boolean> {
    const answer = document.hidden ? null : await this.ask(this.table.dataset["public"] ?? "").catch(() => null);
    if (!answer?.ok) return false;
    const frame = (await answer.json()) as Frame;
    if (frame.view && frame.v !== this.v) this.table.changed([], frame.view, frame.clk, true);
    this.v = frame.v ?? this.v;
    return frame.view?.over ?? false;
  }
}

for (const table of document.querySelectorAll<GinTable>("gin-table, gin-small"))
  void customElements.whenDefined(table.localName).then(() => new Watch(table));
