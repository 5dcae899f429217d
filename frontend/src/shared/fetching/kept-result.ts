/** The result of a slip that the site does not have yet: stored on this phone under the slip's own name, so that no
 *  other slip shows it. There is at most one: a newer result replaces it. */

/** Its own key, the version of the match that its writer saw, the form's fields, and words for people. */
export interface Result {
  key: string;
  version: string;
  fields: [string, string][];
  words: string;
  at: number;
}

export const SLIPS = "undercut.slip.";
const LONGEST = 3 * 24 * 3_600_000; // a round is closed by then: what nobody sent goes

type Box = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

export class KeptResult {
  private result: Result | null;

  constructor(
    slip: string,
    private readonly box: Box,
    now = Date.now(),
  ) {
    this.name = SLIPS + slip;
    this.result = this.read();
    if (this.result && now - this.result.at > LONGEST) this.drop();
  }

  private readonly name: string;

  get waiting(): Result | null {
    return this.result;
  }

  keep(result: Result): void {
    this.result = result;
    try {
      this.box?.setItem(this.name, JSON.stringify(result));
    } catch {
      /* no room or not allowed: it lives as long as the page does */
    }
  }

  /** The site has answered this result; a later one written meanwhile stays, for the present state of the match. */
  arrived(key: string, version: string): void {
    if (!this.result) return;
    if (this.result.key === key) this.drop();
    else this.keep({ ...this.result, version });
  }

  /** The writer has seen the present state of the match and sends the result all the same. */
  follow(version: string): void {
    if (this.result) this.keep({ ...this.result, version });
  }

  drop(): void {
    this.result = null;
    try {
      this.box?.removeItem(this.name);
    } catch {
      /* not allowed: nothing was kept either */
    }
  }

  private read(): Result | null {
    try {
      const found = JSON.parse(this.box?.getItem(this.name) ?? "null") as Result | null;
      return found && typeof found.key === "string" && Array.isArray(found.fields) ? found : null;
    } catch {
      return null;
    }
  }
}
