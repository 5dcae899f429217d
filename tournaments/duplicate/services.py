"""Duplicate rounds: seal their decks when they are published, take the score of each deck from its live table or by
hand, and compare the scores for the results."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games import engine
from games import selectors as game_reading
from games.live.shuffle import shared
from games.models import Table
from games.services import tables
from tournaments.duplicate import selectors
from tournaments.errors import Invalid, Refusal
from tournaments.formats.kinds.duplicate import FIELD, decks_of, plays_of
from tournaments.matches.services import own_words, writing
from tournaments.matches.services.match_scores import Score, opposite
from tournaments.matches.services.writing import facts_of_match, record_match, write_score
from tournaments.models import DeckScore, Match, MatchState, Round, RoundDeck
from tournaments.pairing import FORFEITS, Kind
from tournaments.pairing.duplicate import Comparison

Deals = Mapping[tuple[int, int], int | None]  # (deck, play) -> points as the first seat sees them, None for a void deal


def seal_decks(rnd: Round) -> None:
    """Draw the secrets of a round's decks, once: their commitments are published with the pairings. Called with the
    round claimed."""
    stage = rnd.stage
    if not selectors.is_duplicate(stage) or rnd.decks.exists():
        return
    tournament = stage.tournament
    drawn = shared.new_decks(
        tournament=tournament.public_id,
        round_number=rnd.number,
        rules=tournament.variant,
        count=decks_of(stage.settings),
    )
    RoundDeck.objects.bulk_create(
        RoundDeck(round=rnd, number=one.number, ctx=one.ctx, sealed=one.sealed, commitment=one.commitment)
        for one in drawn
    )


@transaction.atomic
def record_decks(*, match: Match, deals: Deals, now: datetime, by: User | None) -> Match:
    """Enter a table's scores for some decks: points as the first seat of each play sees them, None for a void deal.

    In `field` the matches of a round get their results together, when all tables have played all decks; else a match
    when its own are in. Locks the round and the match. Raises Invalid, which names the deck, Refusal outside a running
    round, for a match that was not played, or for whoever plays in it.
    """
    match = writing.lock(match)
    own_words.refuse_own(match, by)
    stage = match.round.stage
    if not selectors.is_duplicate(stage):
        raise Refusal(_("In this tournament matches are not scored deck by deck."), "no_decks")
    if selectors.live_boards(match) and not selectors.is_complete(match):
        raise Refusal(_("This match is being played at a live table: its scores come by themselves."), "live")
    if match.result_kind in FORFEITS:
        writing.give_way(match, now, by)
    if not deals:
        raise Invalid("deals", _("Nothing was entered: type what at least one deal gave, or x for a void one."))
    _check(stage.tournament.variant, decks_of(stage.settings), plays_of(stage.settings), deals)
    before = {f"{one.deck}/{one.play}": one.points for one in match.deck_scores.all()}
    for (deck, play), points in deals.items():
        DeckScore.objects.update_or_create(
            match=match, deck=deck, play=play, defaults={"points": points, "entered_by": by, "entered_at": now}
        )
    after = {f"{deck}/{play}": points for (deck, play), points in deals.items()}
    record_match(match, "match.decks", by, now, before={key: before.get(key) for key in after}, after=after)
    settle(match.round, now, by)
    return Match.objects.get(pk=match.pk)


def table_over(*, match: Match, table: Table, now: datetime, board: int = 1) -> Match:
    """Record the scores of a live table that has ended, and settle the matches that can be. Scores that an official has
    entered are not changed. Called with round and match locked; repeating it changes nothing."""
    known = {(one.deck, one.play) for one in match.deck_scores.all()}
    found = selectors.scores_of_table(match.round, table, board)
    fresh = {key: points for key, points in found.items() if key not in known}
    DeckScore.objects.bulk_create(
        DeckScore(match=match, deck=deck, play=play, points=points, entered_at=now)
        for (deck, play), points in fresh.items()
    )
    if fresh:
        after = {f"{deck}/{play}": points for (deck, play), points in fresh.items()}
        record_match(match, "match.decks", None, now, after=after)
    settle(match.round, now)
    return Match.objects.get(pk=match.pk)


def set_up_boards(match: Match) -> None:
    """The boards of a match of teams: the first members meet at the first, the second at the second. Called with the
    round locked; repeating it changes nothing."""
    if match.boards.exists():
        return
    first, second = (list(side.entry.members.all()) for side in match.sides.all())
    writing.make_boards(match, zip(first, second, strict=True))


def open_up(rnd: Round) -> None:
    """Make the deals of a closed round's live tables public. Called with the round locked."""
    if selectors.is_duplicate(rnd.stage):
        matches = rnd.matches.paired().prefetch_related("boards")
        tables.release(tables=[table.public_id for table in selectors.tables_at(matches)])


def settle(rnd: Round, now: datetime, by: User | None = None) -> None:
    """Give results to the matches whose decks can be compared now. Called with the round locked; repeating it changes
    nothing."""
    if not selectors.is_duplicate(rnd.stage):
        return
    found = rnd.matches.paired().select_related("round__stage__tournament")
    matches = [
        match
        for match in found.prefetch_related("deck_scores", "sides")
        if match.result_kind in ("", Kind.PLAYED, Kind.ABANDONED)
    ]
    ready = [match for match in matches if selectors.is_complete(match)]
    if rnd.stage.settings["scoring"] == FIELD and len(ready) < len(matches):
        return
    worth = selectors.compared(rnd, ready)
    for match in ready:
        score = _score(match, worth[match.pk])
        as_it_stands = [(side.game_points, side.margin) for side in match.sides.all()]
        wanted = list(zip(score.game_points or (), score.margins, strict=True))
        if match.state == MatchState.OVER and as_it_stands == wanted:
            continue
        before = facts_of_match(match)
        write_score(match, score, now, MatchState.OVER, by)
        record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))
    writing.after_result(rnd, now)


def _score(match: Match, found: Comparison) -> Score:
    """The result from a comparison: the side ahead by the exact figure wins, but a side that has left the table loses.
    The margin is in whole points; the game points are those scored at the table."""
    first = second = 0
    for one in match.deck_scores.all():
        mine = (one.points or 0) if one.play == 0 else -(one.points or 0)
        first, second = first + max(mine, 0), second + max(-mine, 0)
    leavers = _leavers(match)
    winner = None if found.points == 0 else int(found.points < 0)
    return Score(
        kind=Kind.ABANDONED if leavers else Kind.PLAYED,
        winner=1 - leavers.pop() if len(leavers) == 1 else winner,
        game_points=(first, second),
        margins=opposite(rounded(found.points)),
        deals=sum(one.points is not None for one in match.deck_scores.all()),
    )


def _leavers(match: Match) -> set[int]:
    """The sides that left a live table of their match before its end, or ran out of time."""
    ends = [end for table in selectors.tables_at([match]) if (end := game_reading.result(table)) is not None]
    return {1 - end.winner for end in ends if end.abandoned and end.winner is not None}


def rounded(points: Fraction) -> int:
    """Whole points, halves away from 0, so that both sides of a match stay opposite."""
    whole = int(abs(points) + Fraction(1, 2))
    return whole if points >= 0 else -whole


def _check(variant: str, decks: int, plays: int, deals: Deals) -> None:
    most = engine.most_a_deal_gives(engine.VARIANTS[variant])
    for (deck, play), points in deals.items():
        if not 1 <= deck <= decks or not 0 <= play < plays:
            said = {"deck": deck, "decks": decks}
            raise Invalid("deck", _("There is no deck %(deck)d here: they are 1 to %(decks)d.") % said)
        if points is not None and most is not None and abs(points) > most:
            said = {"deck": deck, "most": most}
            raise Invalid("points", _("Deck %(deck)d: one deal gives at most %(most)d points.") % said)


def note_deal_sheets(*, rnd: Round, by: User, now: datetime) -> None:
    """Record that an official looks at the deal sheets of a round, because until the round ends nobody else may see
    them."""
    target = f"tournament:{rnd.stage.tournament.public_id}/round:{rnd.number}"
    audit.record(actor=by, action="round.deal_sheets", target=target, now=now)
