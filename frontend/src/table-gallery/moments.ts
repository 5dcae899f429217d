/** The moments that a watcher has been shown of a table, and the one on screen. New moments arrive while an earlier one
 *  is shown, which stays. */

const MOST = 400; // moments that are kept

export class Moments<T extends { deal: number }> {
  private readonly kept: T[] = [];
  /** The index of the moment shown; null: always the latest. */
  private at: number | null = null;

  constructor(first: T) {
    this.kept.push(first);
  }

  get latest(): T {
    return this.kept[this.kept.length - 1]!;
  }
  get shown(): T {
    return this.at === null ? this.latest : this.kept[this.at]!;
  }
  get isBack(): boolean {
    return this.at !== null;
  }
  /** The number of moments after the one shown. */
  get behind(): number {
    return this.at === null ? 0 : this.kept.length - 1 - this.at;
  }
  get hasEarlier(): boolean {
    return (this.at ?? this.kept.length - 1) > 0;
  }

  /** The latest moment: a new one, or another view of the one before, about which nothing is announced. */
  take(moment: T, isNew: boolean): void {
    if (!isNew) this.kept.pop();
    this.kept.push(moment);
    if (this.kept.length > MOST) {
      this.kept.shift();
      if (this.at !== null) this.at = Math.max(0, this.at - 1);
    }
  }

  /** Go so many moments forward, or back; past the latest it is live again. */
  step(by: number): void {
    const to = Math.max(0, (this.at ?? this.kept.length - 1) + by);
    this.at = to < this.kept.length - 1 ? to : null;
  }

  /** Go to the first moment of the deal shown; from there to that of the deal before. */
  first(): void {
    const from = this.at ?? this.kept.length - 1,
      start = this.startOf(from);
    this.step((start < from ? start : this.startOf(Math.max(0, from - 1))) - from);
  }

  live(): void {
    this.at = null;
  }

  private startOf(at: number): number {
    const { deal } = this.kept[at]!;
    while (at > 0 && this.kept[at - 1]!.deal === deal) at -= 1;
    return at;
  }
}
