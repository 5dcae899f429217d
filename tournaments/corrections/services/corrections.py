"""Correct a result after its round is closed, or decide it by a ruling: a preview first, then exactly what was
previewed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.corrections.selectors import corrections
from tournaments.corrections.services import consequences
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors import finding
from tournaments.event.services import schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell_match
from tournaments.formats.kinds.duplicate import KEY as DUPLICATE
from tournaments.ladders.services import log
from tournaments.matches.services import own_words
from tournaments.matches.services.match_scores import Score, revised
from tournaments.matches.services.writing import facts_of_match, record_match, write_score
from tournaments.models import Match, MatchState, Round, RoundState, Ruling
from tournaments.pairing import Kind
from tournaments.results.services import hand_over, validation
from tournaments.results.services.board_scores import follows_boards, score_of
from tournaments.rounds.services import editing
from tournaments.standings.selectors.rows.sides import Revised


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Another result of a match, or of one `board` of it (`board_score`), and all its effects. `digest` identifies
    exactly this preview."""

    match: Match
    score: Score
    board: Match | None
    board_score: Score | None
    points: tuple[int, ...]
    games: tuple[tuple[int, ...] | None, tuple[int, ...] | None]  # of the match or its board, before and after
    effect: corrections.Effect
    digest: str

    @property
    def rounds_to_offer(self) -> list[corrections.Later]:
        """Published rounds that may be paired again on request."""
        return [one for one in self.effect.rounds if one.effect == "offered"]


def preview_correction(
    *,
    match: Match,
    kind: str = Kind.PLAYED,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
    winner: int | None = None,
    deals: int = 0,
    deals_won: Sequence[int] | None = None,
    games: Sequence[int] | None = None,
    ruling: Sequence[int] | None = None,
) -> Correction:
    """Preview another result, without writing: standings, floats, byes, later rounds, ratings. Games and deals won
    decide before points as in `record_result`; where no games are said, those noted are kept if the winner stays. If
    `match` is a board, its match of teams is what the boards then make of it; a match of teams itself is decided as a
    whole by ruling, or (played, without figures) counts as its boards say again.

    Raises Invalid for impossible figures, Refusal when the round is not closed yet (the result is simply entered
    again), the match has none, or it must be corrected in another place.
    """
    asked_for = match
    match = Match.objects.select_related("round__stage__tournament").get(pk=match.whole.pk)
    refuse_cancelled(match.round.stage.tournament)
    if not match.round.is_over:
        raise Refusal(_("This round is not closed: enter the right result in its grid."), "round_not_closed")
    if match.state != MatchState.OVER:
        raise Refusal(_("This match has no result yet."), "no_result")
    if match.is_void:
        raise Refusal(_("This match was annulled by ruling: others play at its place."), "void")
    asked = {
        "kind": kind, "points": points, "places": places, "absent": absent, "winner": winner, "deals": deals,
        "ruling": ruling, "deals_won": deals_won, "games": games,
    }  # fmt: skip
    boards = finding.boards_of(match)
    board = board_score = None
    if asked_for.parent_id is not None:
        board, board_score, score, after = _of_board(match, boards, asked_for, asked)
    elif boards:
        score = _of_teams(match, boards, asked)
        after = revised(match, score)
    else:
        score = _checked(match, asked)
        after = revised(match, score)
    effect = corrections.effect_of(match, after, board, board_score.kind if board_score else "")
    seen = Correction(
        match=match, score=score, board=board, board_score=board_score, points=after.points,
        games=((board or match).games, (board_score or score).games), effect=effect, digest="",
    )  # fmt: skip
    return replace(seen, digest=_digest(seen))


@transaction.atomic
def apply_correction(
    *,
    match: Match,
    digest: str,
    reason: str,
    now: datetime,
    by: User | None,
    rule: str = "",
    is_rated: bool = True,
    repair: bool = False,
    **result: Any,
) -> Match:
    """Apply another result as `preview_correction` showed it for the same match (or board) and `result`; raises
    Conflict if `digest` is not that of the preview. Drafts of later rounds whose pairing changes are paired again,
    published ones with `repair` only (pairs that stay keep table and time), in a bracket always; what runs or is over
    stands. Ratings follow by replay, unless `is_rated` is off. A stage that it feeds is drawn again while it has not
    begun. Leaves a ruling with its reason (and the rule cited) and an audit entry.

    Locks stage and tournament, the rounds, and the match. Raises Invalid without a reason, Refusal for a sealed round
    (it must be reopened first), or for whoever plays in the match.
    """
    own_words.refuse_own(match.whole, by)
    stage, rounds = consequences.claim(match.whole, reason)
    Match.objects.select_for_update().get(pk=match.whole.pk)
    seen = preview_correction(match=match, **result)
    consequences.check_seen(digest, seen.digest)
    match = seen.match
    said = {"reason": reason.strip(), "rule": rule.strip()[:20]}
    before, before_board = facts_of_match(match), _write_board(seen, now, by, said)
    write_score(match, seen.score, match.finished_at or now, MatchState.OVER, by)
    own_words.follow_boards(match)
    after, after_board = facts_of_match(match), facts_of_match(seen.board) if seen.board else None
    ruling = Ruling.objects.create(
        match=seen.board or match, kind=_kind(seen.board_score or seen.score), reason=said["reason"][:500],
        rule=said["rule"], before=before_board or before, after=after_board or after, is_rated=is_rated, by=by, at=now,
    )  # fmt: skip
    tell_match(f"ruling:{ruling.pk}", "result_ruled", match, now, by, reason=said["reason"])
    follow = {"rounds": [[one.round.number, one.effect] for one in seen.effect.rounds], "repair": repair}
    record_match(match, "match.correct", by, now, before=before, after={**after, **follow}, **said)
    hand_over.hand_down(match, now, by)
    if stage.has_bracket:
        consequences.follow_bracket(stage, now, by, reason)
    else:
        consequences.pair_later(seen.effect, rounds, repair, now, by, reason)
    if stage.has_challenges:
        log.plan_next(match.round.stage, now)
    consequences.follow_fed(seen.effect.fed, now, by, reason)
    return match


@transaction.atomic
def reopen_round(*, rnd: Round, reason: str, now: datetime, by: User | None) -> Round:
    """Open the correction window of a sealed round again, at the organiser's request; after the same time it is sealed
    again. Locks the round. Raises Invalid without a reason, Refusal when it is not sealed."""
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)
    refuse_cancelled(rnd.stage.tournament)
    if rnd.state != RoundState.SEALED:
        raise Refusal(_("Round %(n)d is not sealed.") % {"n": rnd.number}, "not_sealed")
    rnd.state, rnd.sealed_at, rnd.version = RoundState.CLOSED, None, rnd.version + 1
    rnd.save(update_fields=["state", "sealed_at", "version"])
    editing.record_round(rnd, "round.reopen", by, now, reason=reason.strip())
    schedule.plan_seal(rnd, now)
    return rnd


def _kind(score: Score) -> str:
    return "correction" if score.kind == Kind.PLAYED else score.kind


def _checked(match: Match, asked: dict[str, Any], keeps_games: bool = True) -> Score:
    """A result as it is asked for, checked against the rules of the match (or the board) and its table of points; games
    that it does not name are kept from what stands where they can be."""
    if match.round.stage.format == DUPLICATE and asked["kind"] == Kind.PLAYED:
        raise Refusal(_("This match is scored deck by deck: decide it by ruling, as adjusted."), "decks")
    if keeps_games and asked["games"] is None:
        points = tuple(asked["points"] or (0, 0))
        kept = {"points": points, **{key: asked[key] for key in ("kind", "winner", "ruling")}}
        asked = {**asked, "games": validation.games_kept(match, match.games, match.game_points, **kept)}
    return validation.score_of(match, by_ruling=True, **asked)


def _of_board(
    match: Match, boards: list[Match], board: Match, asked: dict[str, Any]
) -> tuple[Match, Score, Score, Revised]:
    """The board as it is, its new score, and the score of the match that follows from it."""
    if match.round.stage.format == DUPLICATE:
        raise Refusal(_("This match is scored deck by deck: decide it by ruling, as adjusted."), "decks")
    if not follows_boards(match, boards):
        raise Refusal(_("This match was decided as a whole: correct the match."), "decided_as_a_whole")
    board = next(one for one in boards if one.pk == board.pk)
    wanted = _checked(board, asked)
    score = score_of(boards, {board.pk: wanted})
    return board, wanted, score, revised(match, score, (board.pk, revised(board, wanted).points))


def _of_teams(match: Match, boards: list[Match], asked: dict[str, Any]) -> Score:
    """A match of teams decided as a whole; its game points stay those of its boards."""
    are_over = all(board.state == MatchState.OVER for board in boards)
    has_counts = any(asked["points"] or ()) or asked["games"] is not None
    has_figures = has_counts or asked["winner"] is not None
    if asked["kind"] == Kind.PLAYED and are_over and not has_figures:
        return score_of(boards)
    if asked["kind"] in validation.FIGURES or has_counts:
        raise Refusal(_("This match is played on several boards: correct the result of each."), "boards")
    score = _checked(match, asked, keeps_games=False)
    if score.kind is not Kind.ADJUSTED:
        return score
    played = score_of(boards)
    return replace(score, game_points=played.game_points, margins=played.margins, deals=played.deals)


def _write_board(seen: Correction, now: datetime, by: User | None, said: dict[str, str]) -> dict[str, Any] | None:
    """Give the corrected board, if there is one, its new score; returns the score before."""
    board = seen.board
    if board is None or seen.board_score is None:
        return None
    before = facts_of_match(board)
    write_score(board, seen.board_score, board.finished_at or now, MatchState.OVER, by)
    record_match(board, "match.correct", by, now, before=before, after=facts_of_match(board), **said)
    return before


def _digest(correction: Correction) -> str:
    match, board = correction.match, correction.board
    return consequences.digest_of(
        correction.effect,
        match=[match.public_id, match.version, facts_of_match(match)],
        score=[{**asdict(correction.score), "absent": sorted(correction.score.absent)}, list(correction.points)],
        board=[board.public_id, board.version, asdict(correction.board_score)]
        if board and correction.board_score
        else [],
    )
