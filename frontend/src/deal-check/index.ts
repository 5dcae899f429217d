/** <deal-check>: checks the shuffle of the deal on the page in this browser, and compares it with what the browser
 *  itself stored of it. */

import { checks, type Checked } from "../shared/shuffle";
import type { Kept } from "../deal-shuffle/shuffle-part";

/** Does the deal's record agree with what this browser stored of it? Null if it stored nothing. */
export function ownKept(record: Checked, rows: Kept[]): boolean | null {
  const { shuffle } = record,
    own = rows.find((row) => row.ctx === shuffle.ctx);
  if (!own) return null;
  return (
    own.commitment === shuffle.commitment &&
    shuffle.entropies.includes(own.entropy) &&
    (own.cut === undefined || own.cut === shuffle.cut)
  );
}

class DealCheck extends HTMLElement {
  connectedCallback(): void {
    const record = JSON.parse(
      document.getElementById(this.dataset["record"] ?? "")?.textContent ?? "null",
    ) as Checked | null;
    if (!record) return;
    const found = this.found(record);
    for (const [name, right] of found)
      this.querySelector(`[data-check="${name}"]`)?.classList.add(right ? "right" : "wrong");
    const kept = ownKept(record, this.kept(record.table));
    this.show(found.length > 0 && found.every(([, right]) => right) && kept !== false ? "right" : "wrong");
    if (kept !== null) this.show(kept ? "own-right" : "own-wrong");
  }

  private found(record: Checked): [string, boolean][] {
    try {
      return checks(record);
    } catch {
      return [];
    }
  }

  private kept(table: string): Kept[] {
    try {
      return JSON.parse(localStorage.getItem(`undercut.shuffle.${table}`) ?? "[]") as Kept[];
    } catch {
      return [];
    }
  }

  private show(name: string): void {
    this.querySelector<HTMLElement>(`[data-says="${name}"]`)?.removeAttribute("hidden");
  }
}

customElements.define("deal-check", DealCheck);
