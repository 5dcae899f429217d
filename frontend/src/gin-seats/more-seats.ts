/** The island of a table of more than two: the same hand, verbs and keys, with more seats around them. */

import { html, nothing, type TemplateResult } from "lit";
import { bar, centre, hand, header } from "../shared/table/board";
import { face, left, type Clocks } from "../shared/clock-face";
import { GinTable } from "../shared/table/gin-table";
import { nearBacks } from "../shared/table/plate";
import { nextDeal } from "../shared/table/score-sheet";
import type { Presence } from "../shared/table/scene";
import { otherBoards, type Room } from "./other-boards";
import { boards, queue, royalCentre, royalVerbs, strip } from "./seat-board";
import { endCard, resultCard, sheet } from "./seat-score";
import { SeatSentences } from "./seat-sentences";
import {
  across,
  by,
  letters,
  mayClaim,
  nearOf,
  ownBoard,
  playing,
  pointsOf,
  seated,
  type By,
} from "../shared/games/seats";
import type { Sentences } from "../shared/sentences";
import { figure } from "../shared/strings";
import type { Action, BySeat, Change, Seat, TableEvent } from "../shared/table-view";
import { strip as asked } from "../shared/table/verbs";

interface BoardClock {
  run?: Seat | null;
  move?: number;
}

export class SeatsTable extends GinTable implements Room {
  boardClocks: Clocks[] = [];
  lately: Record<number, string | undefined> = {};

  override get near(): Seat {
    return nearOf(this.view, this.me);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("keydown", this.onSpeech, true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("keydown", this.onSpeech, true);
  }

  override changed(events: TableEvent[], change: Change, clock: unknown, fresh: boolean): void {
    super.changed(events, change, clock, fresh);
    this.follow(events);
  }

  /** What is done at the other boards is not in the log; it is shown at those boards. */
  private follow(events: TableEvent[]): void {
    const say = this.say as SeatSentences;
    for (const event of events) {
      if (event.e === "dealt") this.lately = {};
      const at = seated(this.view).boards.findIndex(({ seats }) => event.seat && seats.includes(event.seat));
      if (at >= 0) this.lately = { ...this.lately, [at]: say.elsewhere(event) ?? this.lately[at] };
    }
  }

  /** `b` and `c` read out every seat. */
  private readonly onSpeech = (event: KeyboardEvent): void => {
    const said = { b: () => this.everybody((seat) => figure(pointsOf(this.view, seat))), c: () => this.times() }[
      event.key
    ];
    if (
      !said ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.target as Element).closest("dialog, input, select, textarea")
    )
      return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.speak(said());
  };

  private everybody(of: (seat: Seat) => string): string {
    return letters(this.view)
      .map((seat) => `${this.names[seat]} ${of(seat)}`)
      .join(", ");
  }

  private times(): string {
    const ms = (seat: Seat): number | null => left(this.clocks, seat, performance.now());
    return letters(this.view).some((seat) => ms(seat) !== null)
      ? this.everybody((seat) => face(ms(seat) ?? 0))
      : this.words.t("say.noclock");
  }

  /** A command goes to the board at which the player sits. */
  override perform(action: Action): void {
    super.perform({ ...action, b: ownBoard(this.view) } as Action);
  }

  override speaker(seen = () => this.view): Sentences {
    return new SeatSentences(this.words, this.names, this.me, seen);
  }

  protected override readClock(given: unknown): void {
    const clocks = (given ?? []) as (BoardClock & By<number>)[];
    if (!clocks.length) return;
    const left: By<number | null> = {};
    for (const clock of clocks)
      for (const seat of letters(this.view)) if (clock[seat] !== undefined) left[seat] = clock[seat];
    this.boardClocks = clocks.map(({ run, move }) => {
      const moving = run && move !== undefined ? { [run]: Math.min(left[run] ?? Infinity, move) } : {};
      return { left: { ...left, ...moving } as BySeat<number | null>, running: run ?? null, at: performance.now() };
    });
    this.clocks = this.boardClocks[ownBoard(this.view)] ?? this.boardClocks[0]!;
  }

  protected override get runs(): boolean {
    return this.boardClocks.some(({ running }) => running);
  }

  protected override isLeft(): boolean {
    return mayClaim(this.view, this.me, by<Presence>(this.presence));
  }

  override render(): TemplateResult {
    const { view } = this,
      { near } = this;
    const scored = view.result !== null && (view.phase === "done" || view.over),
      isRoyal = this.facts.seating === "battle_royal";
    const far = across(view, near),
      plays = this.me !== null && playing(view).includes(this.me) && !view.over && view.phase !== "done";
    return html`${this.notices()}
      <div class="gt-layout"><div class="felt" tabindex="-1" aria-label=${this.words.t("label.table")} role="region">
        ${header(this, this.dataset)}${this.status()}
        <div class="gs-far n${far.length}">${far.map((seat) =>
          strip(this, seat))}${queue(this)}${boards(this)}</div>
        ${endCard(this, this.dataset["again"], this.dataset["event"])}
        ${scored ? resultCard(this) : isRoyal ? royalCentre(this) : centre(this)}
        ${!scored && !view.turn && this.next ? html`<div class="gt-wait">${nextDeal(this)}</div>` : nothing}
        <deal-shuffle .table=${this} .view=${view}></deal-shuffle>
        <p class="gt-last">${this.last}</p>
        ${nearBacks(this)}${plays ? hand(this) : nothing}
        ${this.foot(strip(this, near), plays ? bar(this, isRoyal ? [royalVerbs, asked] : undefined) : null)}
      </div>
      ${this.panel(html`${otherBoards(this)}${sheet(this)}`)}</div>${this.below()}`;
  }
}
