/** Deals that were entered and not sent yet: stored on this phone, in order, each under the version it was written for.
 *  */

/** One of them: its own key, the version of the sheet that its writer saw, the form's fields, and words. */
export interface Waiting {
  key: string;
  version: number;
  fields: [string, string][];
  words: string;
}

export class DealQueue {
  private kept: Waiting[];

  constructor(
    private readonly name: string,
    private readonly store: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null,
  ) {
    this.kept = this.read();
  }

  get all(): readonly Waiting[] {
    return this.kept;
  }
  get first(): Waiting | undefined {
    return this.kept[0];
  }

  /** The version that the next deal is written for, if the sheet was last seen at `seen`. */
  next(seen: number): number {
    const last = this.kept.at(-1);
    return last ? last.version + 1 : seen;
  }

  add(deal: Waiting): void {
    this.keep([...this.kept, deal]);
  }

  /** A corrected deal goes back to its place, before those that were written after it. */
  addFirst(deal: Waiting): void {
    this.keep([deal, ...this.kept]);
  }

  /** The first deal has arrived, or came back for a correction. */
  dropFirst(): void {
    this.keep(this.kept.slice(1));
  }

  dropLast(): void {
    this.keep(this.kept.slice(0, -1));
  }

  clear(): void {
    this.keep([]);
  }

  /** Their writer has seen the present sheet, and wants these deals added after it. */
  follow(version: number): void {
    this.keep(
      this.kept.map((deal, at) => ({
        ...deal,
        version: version + at,
        fields: at || version ? asDue(deal.fields) : deal.fields,
      })),
    );
  }

  private read(): Waiting[] {
    try {
      const found: unknown = JSON.parse(this.store?.getItem(this.name) ?? "[]");
      return Array.isArray(found) ? (found as Waiting[]) : [];
    } catch {
      return [];
    }
  }

  private keep(deals: Waiting[]): void {
    this.kept = deals;
    try {
      if (deals.length) this.store?.setItem(this.name, JSON.stringify(deals));
      else this.store?.removeItem(this.name);
    } catch {
      /* no room or not allowed: they live as long as the page does */
    }
  }
}

/** The draw and the dealer are entered only for the first deal of a sheet, or if the wrong side dealt; otherwise they
 *  follow from the sheet. */
export function asDue(fields: [string, string][]): [string, string][] {
  const isIrregular = fields.some(([name, value]) => name === "irr" && value);
  return fields.filter(([name]) => name !== "order" && (isIrregular || name !== "dealer"));
}
