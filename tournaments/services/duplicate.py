"""Duplicate rounds in person: their decks sealed as they are published, the score of every deck entered, and what the
comparison makes of them."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games import engine
from games.live import shared
from tournaments.formats.duplicate import FIELD, decks_of, plays_of
from tournaments.models import DeckScore, Match, MatchState, Round, RoundDecks
from tournaments.pairing import Kind
from tournaments.pairing.duplicate import Comparison
from tournaments.selectors import duplicate as reading
from tournaments.services import locking
from tournaments.services.errors import Invalid, Refusal
from tournaments.services.scores import Score, facts_of_match, record_match, write_score

Deals = Mapping[tuple[int, int], int | None]  # (deck, play) -> points as the first seat sees them, None for a void deal


def seal_decks(rnd: Round) -> None:
    """Draw the secret of a round's decks, once. Called with the round claimed."""
    stage = rnd.stage
    if not reading.is_duplicate(stage) or RoundDecks.objects.filter(round=rnd).exists():
        return
    drawn = shared.new_decks(tournament=stage.tournament.public_id, number=rnd.number, rules=stage.tournament.variant)
    RoundDecks.objects.create(
        round=rnd, number=decks_of(stage.settings), sealed=drawn.sealed, commitment=drawn.commitment
    )


@transaction.atomic
def record_decks(*, match: Match, deals: Deals, now: datetime, by: User | None) -> Match:
    """Enter what a table made of some decks: points as the first seat of each play sees them, None for a void deal.

    In `field` the matches of a round get their results together, when all tables have played all decks; else a match
    when its own are in. Locks the round and the match. Raises Invalid, which names the deck, Refusal outside a running
    round or for a match that was not played.
    """
    match = locking.lock(match)
    stage = match.round.stage
    if not reading.is_duplicate(stage):
        raise Refusal(_("Here a match is not scored deck by deck."), "no_decks")
    if match.result_kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT):
        raise Refusal(_("This match is forfeited as a whole."), "forfeited")
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


def settle(rnd: Round, now: datetime, by: User | None = None) -> None:
    """Give results to the matches whose decks can be compared by now. Called with the round locked; repeating it
    changes nothing."""
    if not reading.is_duplicate(rnd.stage):
        return
    matches = [
        match
        for match in rnd.matches.select_related("round__stage__tournament").prefetch_related("deck_scores", "sides")
        if match.result_kind in ("", Kind.PLAYED)
    ]
    ready = [match for match in matches if reading.is_complete(match)]
    if rnd.stage.settings["scoring"] == FIELD and len(ready) < len(matches):
        return
    found = reading.compared(rnd, ready)
    for match in ready:
        score = _score(match, found[match.pk])
        as_it_stands = [(side.game_points, side.margin) for side in match.sides.all()]
        wanted = [(score.game_points[0], score.margin), (score.game_points[1], -score.margin)]
        if match.state == MatchState.OVER and as_it_stands == wanted:
            continue
        before = facts_of_match(match)
        write_score(match, score, now, MatchState.OVER, by)
        record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))
    locking.after_result(rnd, now)


def _score(match: Match, found: Comparison) -> Score:
    """A comparison as a result: who is ahead by the exact figure wins; margin in whole points; the game points are what
    both sides scored at the table."""
    first = second = 0
    for one in match.deck_scores.all():
        mine = (one.points or 0) if one.play == 0 else -(one.points or 0)
        first, second = first + max(mine, 0), second + max(-mine, 0)
    return Score(
        kind=Kind.PLAYED,
        winner=None if found.points == 0 else int(found.points < 0),
        game_points=(first, second),
        margin=rounded(found.points),
        deals=sum(one.points is not None for one in match.deck_scores.all()),
    )


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
    """An official looks at the deal sheets of a round: on record, since until its end nobody else may."""
    target = f"tournament:{rnd.stage.tournament.public_id}/round:{rnd.number}"
    audit.record(actor=by, action="round.deal_sheets", target=target, now=now)
