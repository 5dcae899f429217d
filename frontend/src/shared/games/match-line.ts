/** The length of the sitting and its score: the badges at the top, the earlier games, the final result. */

import { html, nothing, type TemplateResult } from "lit";
import type { Scene } from "../table/scene";
import type { Sentences } from "../sentences";
import type { Strings } from "../strings";
import { other, type BySeat, type Match, type Seat, type View } from "../table-view";

/** Is the length a number of deals, so that no number of points ends a game? */
export const countsDeals = (match: Match | null | undefined): boolean =>
  match?.length.kind === "deals" || match?.length.deals === true;

/** Is it a game to so many points, which are counted in one column? */
export const isPlain = ({ view, facts }: Pick<Scene, "view" | "facts">): boolean =>
  facts.sheet === "pad" && !view.score.columns && !view.score.suits && !countsDeals(view.match);

/** What decides before the points: games won, or deals in a best of deals; null if points decide. */
export function wins(match: Match): BySeat<number> | null {
  if (match.length.kind !== "best_of") return null;
  return match.length.deals ? match.won : match.games;
}

/** The line at the top of the table: games or deals won, or each side's credit in a match to points. */
const standing = (match: Match): BySeat<number> | null =>
  match.length.kind === "match" ? match.credits : wins(match);

/** "Game 2 of 3", "Game 2, to 500 points", "Deal 4 of 8"; empty if one game is played. A drawn game or deal is counted,
 *  too: after it the number may be above the length, which other words then say. */
export function place(match: Match, words: Strings): string {
  const { kind, n } = match.length;
  if (kind === "deals" || match.length.deals)
    return words.t(match.deal > n ? "match.deal.more" : "match.deal", { deal: match.deal, n });
  if (kind === "match") return words.t("match.credit", { game: match.game, n });
  return kind === "best_of"
    ? words.t(match.game > n ? "match.game.more" : "match.game", { game: match.game, n })
    : "";
}

/** The minutes until time is called, rounded up; null without a time, or after the call. */
export function minutes(match: Match | null | undefined, now: number): number | null {
  return !match?.ends_at || match.called ? null : Math.max(0, Math.ceil((match.ends_at - now) / 60_000));
}

export function matchBadges(scene: Scene): TemplateResult | typeof nothing {
  const { view, words, say } = scene;
  const match = view.match;
  if (!match) return nothing;
  const at = place(match, words),
    won = standing(match),
    left = minutes(match, scene.now());
  return html`${at ? html`<span class="badge">${at}</span>` : nothing}
    ${won ? html`<span class="badge"><span aria-hidden="true">${won.A}–${won.B}</span><span
      class="visually-hidden">${words.t("say.score", { nameA: say.side("A"), nameB: say.side("B"),
        a: won.A, b: won.B })}</span></span>` : nothing}
    ${match.called && !view.over
      ? html`<span class="badge warn">${words.t(view.turn ? "match.last" : "match.called")}</span>` : nothing}
    ${left !== null && !view.over
      ? html`<span class="badge ${left <= 5 ? "warn" : ""}">${words.n("match.left", left)}</span>` : nothing}`;
}

/** The games before the one on the sheet. */
export function gamesBefore(scene: Scene): TemplateResult | typeof nothing {
  const { view, words, say } = scene;
  const before = view.match?.before ?? [];
  if (!before.length) return nothing;
  const given = view.match!.start.A + view.match!.start.B;
  return html`<ul class="gt-games"
    aria-label=${words.t("match.games")}>${before.map((game, at) =>
      html`<li>${words.t(game.winner ? "match.line"
        : "match.line.drawn", { n: given + at + 1, nameA: say.side("A"), a: game.totals.A, b: game.totals.B,
        nameB: say.side("B") })}</li>`)}</ul>`;
}

/** "Ana wins game 1", between two games of a sitting. */
export function gameWon(view: View, say: Sentences): string {
  const winner = view.score.winner;
  return view.match && view.score.over && !view.over && winner
    ? say.about("match.won", winner, { n: view.match.game })
    : "";
}

/** The result of a sitting of more than one plain game; null if the result of its one game is enough. */
export function outcome(view: View, winner: Seat, say: Sentences): string | null {
  const match = view.match;
  if (!match) return null;
  const won = standing(match),
    isMatch = match.length.kind === "match";
  if (!won && view.score.over && view.ending?.how === "played") return null;
  const [key, of] =
    won && won.A !== won.B
      ? [isMatch ? "end.points" : match.length.deals ? "end.deals.won" : "end.games", won]
      : ["end.points", match.points];
  return say.words.t(key as string, {
    winner: say.side(winner),
    loser: say.side(other(winner)),
    a: (of as BySeat<number>)[winner],
    b: (of as BySeat<number>)[other(winner)],
  });
}
