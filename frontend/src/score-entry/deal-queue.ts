/** Deals that were entered and not sent yet: kept on this phone, in their order, each under the version it was
 *  written for. */

/** One of them: its own key, the version of the sheet that its writer had before him, the form's fields, and words. */
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

  /** The version that the next deal is written for, where the sheet was last seen at `seen`. */
  next(seen: number): number {
    const last = this.kept.at(-1);
    return last ? last.version + 1 : seen;
  }

  add(deal: Waiting): void {
    this.keep([...this.kept, deal]);
  }

  /** A deal that was put right goes where it was: before those that were written after it. */
  addFirst(deal: Waiting): void {
    this.keep([deal, ...this.kept]);
  }

  /** The first one has arrived, or came back to be put right. */
  dropFirst(): void {
    this.keep(this.kept.slice(1));
  }

  dropLast(): void {
    this.keep(this.kept.slice(0, -1));
  }

  clear(): void {
    this.keep([]);
  }

  /** Their writer has seen the sheet as it is now, and wants his after what stands there. */
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

/** The draw and who dealt are said of the first deal of a sheet only, or where the wrong side dealt; else it follows
 *  from the sheet. */
export function asDue(fields: [string, string][]): [string, string][] {
  const isIrregular = fields.some(([name, value]) => name === "irr" && value);
  return fields.filter(([name]) => name !== "order" && (isIrregular || name !== "dealer"));
}
