"""Reading duplicate rounds: open scores, deal sheets, a deck with all its tables once its round is over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games import engine
from games.live import shared
from tournaments.formats.duplicate import FIELD, KEY, MIRROR, decks_of, plays_of
from tournaments.models import DeckScore, Match, Round, RoundState, Stage
from tournaments.pairing import duplicate

OVER = (RoundState.CLOSED, RoundState.SEALED)


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A deck on the page of a match: its number, which play of it, whether a score is in, and the points."""

    deck: int
    play: int
    is_in: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class TableScore:
    """What one table made of a deck: the match, the play, the points, and what they were worth for the first side (in
    `field` against the mean; else against the other play)."""

    match: Match
    play: int
    points: int | None
    worth: Fraction | None


@dataclass(frozen=True, slots=True)
class DeckPage:
    """A deck of a round that is over: who deals it, its cards as texts, and all tables; `mean` in `field`."""

    deck: int
    dealer: int
    hands: tuple[str, ...]
    upcard: str
    stock: str
    scores: tuple[TableScore, ...]
    mean: Fraction | None


def is_duplicate(stage: Stage) -> bool:
    """Are the same decks played at all tables here?"""
    return stage.format == KEY


def deck_lines(match: Match) -> list[DeckLine]:
    """Every deck that a match plays, in order, with the scores that are in."""
    chosen = match.round.stage.settings
    known = {(one.deck, one.play): one.points for one in match.deck_scores.all()}
    keys = [(deck, play) for play in range(plays_of(chosen)) for deck in range(1, decks_of(chosen) + 1)]
    return [DeckLine(deck, play, (deck, play) in known, known.get((deck, play))) for deck, play in keys]


def is_complete(match: Match) -> bool:
    """Are the scores of all its decks in?"""
    return all(line.is_in for line in deck_lines(match))


def compared(rnd: Round, matches: Sequence[Match]) -> dict[int, duplicate.Comparison]:
    """The comparison of each of these matches, by its key, by the scoring of the stage."""
    scoring = rnd.stage.settings["scoring"]
    scores = DeckScore.objects.filter(match__in=matches)
    by_match: dict[int, tuple[dict[int, int | None], dict[int, int | None]]] = {one.pk: ({}, {}) for one in matches}
    for score in scores:
        by_match[score.match_id][score.play][score.deck] = score.points
    if scoring == FIELD:
        return duplicate.field({key: plays[0] for key, plays in by_match.items()})
    crossed = duplicate.mirror if scoring == MIRROR else duplicate.teams
    return {key: crossed(*plays) for key, plays in by_match.items()}


def deck_page(rnd: Round, deck: int) -> DeckPage | None:
    """A deck with all its tables; None before the round is closed, and for a deck that it does not have."""
    if rnd.state not in OVER or not is_duplicate(rnd.stage) or not 1 <= deck <= decks_of(rnd.stage.settings):
        return None
    matches = list(rnd.matches.prefetch_related("sides__seat__entry", "deck_scores"))
    worth = compared(rnd, [match for match in matches if is_complete(match)])
    scores = tuple(
        TableScore(match, one.play, one.points, _worth(worth.get(match.pk), deck, one.play))
        for match in matches
        for one in match.deck_scores.all()
        if one.deck == deck
    )
    valid = [one.points for one in scores if one.points is not None]
    mean = duplicate.mean(valid) if rnd.stage.settings["scoring"] == FIELD and valid else None
    return replace(deal_sheet(rnd, deck), scores=scores, mean=mean)


def deal_sheet(rnd: Round, deck: int) -> DeckPage:
    """The cards of a deck as they are dealt, for the sheet from which it is laid out. For officials only until the
    round is closed: the caller asks who may look."""
    tournament = rnd.stage.tournament
    rules = engine.VARIANTS[tournament.variant]
    cards = shared.shared_deck(
        sealed=rnd.decks.sealed, tournament=tournament.public_id, number=rnd.number, rules=rules.key, deck=deck
    )
    dealer = shared.dealer_of(deck)
    ready = engine.set_up(rules, hands=(0, 0), phase=engine.Phase.DEALING, dealer=dealer)
    dealt, _events = engine.apply(rules, ready, engine.Deal(cards))
    upcard = engine.card_text(dealt.pile[0]) if dealt.pile else ""
    hands = tuple(" ".join(engine.card_text(card) for card in engine.cards_of(hand)) for hand in dealt.hands)
    stock = " ".join(engine.card_text(card) for card in reversed(dealt.rest.stock))
    return DeckPage(deck, dealer, hands, upcard, stock, (), None)


def _worth(found: duplicate.Comparison | None, deck: int, play: int) -> Fraction | None:
    if found is None or deck not in found.decks:
        return None
    return found.decks[deck]
