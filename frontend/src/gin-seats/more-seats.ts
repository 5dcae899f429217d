/** The island of a table of more than two: the same hand, verbs and keys, with more seats around them. */

import { html, nothing, type TemplateResult } from "lit";
import { bar, centre, gone, hand, header } from "../shared/table/board";
import { face, left } from "../shared/clock-face";
import { GinTable } from "../shared/table/gin-table";
import { nearBacks } from "../shared/table/plate";
import { nextDeal } from "../shared/table/score-sheet";
import type { Presence } from "../shared/table/scene";
import { boards, queue, royalCentre, royalVerbs, strip } from "./seat-board";
import { endCard, resultCard, sheet } from "./seat-score";
import { SeatSentences } from "./seat-sentences";
import { across, by, letters, mayClaim, nearOf, ownBoard, playing, pointsOf, type By } from "../shared/games/seats";
import type { Sentences } from "../shared/sentences";
import { figure } from "../shared/strings";
import type { Action, BySeat, Seat } from "../shared/table-view";
import { strip as asked } from "../shared/table/verbs";
import type { Frame } from "../shared/table/wire";

interface BoardClock {
  run?: Seat | null;
  move?: number;
}

export class SeatsTable extends GinTable {
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

  /** A command is for the board at which one sits. */
  override perform(action: Action): void {
    super.perform({ ...action, b: ownBoard(this.view) } as Action);
  }

  override speaker(seen = () => this.view): Sentences {
    return new SeatSentences(this.words, this.names, this.me, seen);
  }

  protected override readPresence(frame: Frame): void {
    const grace = by<number>(frame["grace"]),
      before = by<Presence>(this.presence);
    const now: By<Presence> = {};
    for (const seat of letters(this.view)) {
      const there: Presence = (now[seat] = {
        word: (frame[seat] as Presence["word"] | undefined) ?? "here",
        grace: grace[seat] ?? null,
      });
      if (this.me && seat !== this.me && before[seat] && before[seat].word !== there.word)
        this.spoken = this.words.t(`pres.event.${gone(there)}`, { name: this.names[seat], count: there.grace ?? "" });
    }
    this.presence = now as BySeat<Presence>;
  }

  protected override readClock(given: unknown): void {
    const clocks = (given ?? []) as (BoardClock & By<number>)[];
    if (!clocks.length) return;
    const own = clocks[ownBoard(this.view)] ?? clocks[0]!,
      left: By<number | null> = {};
    for (const clock of clocks)
      for (const seat of letters(this.view)) if (clock[seat] !== undefined) left[seat] = clock[seat];
    if (own.run && own.move !== undefined) left[own.run] = Math.min(left[own.run] ?? Infinity, own.move);
    this.clocks = { left: left as BySeat<number | null>, running: own.run ?? null, at: performance.now() };
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
          strip(this, seat))}${queue(this)}${boards(this)}</div>${this.claim()}
        ${endCard(this, this.dataset["again"])}
        ${scored ? resultCard(this) : isRoyal ? royalCentre(this) : centre(this)}
        ${!scored && !view.turn && this.next ? html`<div class="gt-wait">${nextDeal(this)}</div>` : nothing}
        <deal-shuffle .table=${this} .view=${view}></deal-shuffle>
        <p class="gt-last">${this.last}</p>
        ${nearBacks(this)}${strip(this, near)}
        ${plays ? html`${hand(this)}<div class="gt-act">${bar(this,
          isRoyal ? [royalVerbs, asked] : undefined)}</div>` : nothing}
      </div>
      <div class="gt-side">${sheet(this)}${this.story()}</div></div>${this.below()}`;
  }
}
