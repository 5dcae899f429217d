"""Reads of duplicate rounds: public scores, deal sheets, a deck with all its tables once its round is over."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from games import engine
from games import selectors as games
from games.live.setup.terms import GivenDeck
from games.live.shuffle import shared
from games.models import Table
from tournaments.event.selectors.finding import SIDES
from tournaments.formats.kinds.duplicate import FIELD, KEY, MIRROR, TEAMS, decks_of, plays_of
from tournaments.matches.selectors import reference, tables_of
from tournaments.models import DeckScore, Match, Round, Stage
from tournaments.pairing import Kind, duplicate

Points = TypeVar("Points", int, float)
SUITS = "CDHS"


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A deck on the page of a match: its number, whether this is its first or second play, whether a score was entered,
    and the points."""

    deck: int
    play: int
    is_in: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class TableScore:
    """One table's score for a deck: the match, the play, the points, and their value for the first side (in `field`
    against the mean, else against the other play)."""

    match: Match
    play: int
    points: int | None
    worth: Fraction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSheet:
    """A deck as it is laid out: the `number` of the deal and the deck, who deals (of the first seat and the second),
    the cards as texts. Of a mirror match also whether the seats are changed, and the `suits` that stand in the places
    of clubs, diamonds, hearts and spades."""

    number: int
    deck: int
    dealer: int
    hands: tuple[str, ...]
    upcard: str
    stock: str
    is_turned: bool = False
    suits: str = SUITS


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPage:
    """A deck of a round that is over: how it was laid out, its context, its secret, the published commitment, and all
    tables; `mean` in `field`."""

    sheet: DealSheet
    ctx: str
    secret: str
    commitment: str
    scores: tuple[TableScore, ...]
    mean: Fraction | None


def is_duplicate(stage: Stage) -> bool:
    """Do all tables of this stage play the same decks?"""
    return stage.format == KEY


def deck_lines(match: Match, *, with_points: bool = True) -> list[DeckLine]:
    """Every deck that a match plays, in order, with the scores entered so far, or only with whether each was
    entered."""
    chosen = match.round.stage.settings
    known = {(one.deck, one.play): one.points for one in match.deck_scores.all()}
    keys = [(deck, play) for play in range(plays_of(chosen)) for deck in range(1, decks_of(chosen) + 1)]
    shown = known if with_points else {}
    return [DeckLine(deck, play, (deck, play) in known, shown.get((deck, play))) for deck, play in keys]


def is_complete(match: Match) -> bool:
    """Are the scores of all decks of the match entered?"""
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
    """A deck with all its tables; None before the round is closed, and for a deck that the round does not have."""
    kept = {one.number: one for one in kept_decks(rnd)} if is_open(rnd) else {}
    if deck not in kept:
        return None
    matches = list(rnd.matches.paired().prefetch_related(SIDES, "deck_scores"))
    worth = compared(rnd, [match for match in matches if is_complete(match)])
    scores = tuple(
        TableScore(match, one.play, one.points, _worth(worth.get(match.pk), deck))
        for match in matches
        for one in match.deck_scores.all()
        if one.deck == deck
    )
    valid = [one.points for one in scores if one.points is not None]
    return DeckPage(
        sheet=_laid_out(rules_of(rnd), kept[deck], duplicate.Play(deck), number=deck),
        ctx=kept[deck].ctx,
        secret=shared.opened(kept[deck]).hex(),
        commitment=kept[deck].commitment,
        scores=scores,
        mean=duplicate.mean(valid) if rnd.stage.settings["scoring"] == FIELD and valid else None,
    )


def is_open(rnd: Round) -> bool:
    """Is the round over, so that everybody may see its decks?"""
    return rnd.is_over and is_duplicate(rnd.stage)


def kept_decks(rnd: Round) -> list[shared.SharedDeck]:
    """The stored decks of a round, in order; empty for a round that is not scored deck by deck."""
    rows = rnd.decks.all() if is_duplicate(rnd.stage) else ()
    return [
        shared.SharedDeck(number=row.number, ctx=row.ctx, sealed=bytes(row.sealed), commitment=row.commitment)
        for row in rows
    ]


def order_of_play(rnd: Round, decks: Sequence[shared.SharedDeck]) -> tuple[duplicate.Play, ...]:
    """The deals of each table of a round in order: every deck once, or by `mirror` twice in seeded order. In `teams`
    this is the first board; at the second the seats are changed. For officials only until the round is closed."""
    numbers = [one.number for one in decks]
    if decks and rnd.stage.settings["scoring"] == MIRROR:
        return duplicate.mirror_order(numbers, shared.order_seed(decks))
    return tuple(duplicate.Play(number) for number in numbers)


def given_decks(rnd: Round, board: int = 1) -> list[GivenDeck]:
    """The deck for each deal of a live table of a round; empty if the table shuffles by itself. At the second `board`
    of a match of teams the seats are changed."""
    decks = kept_decks(rnd)
    rules, kept = rules_of(rnd), {one.number: one for one in decks}
    return [
        GivenDeck(
            ctx=kept[play.deck].ctx,
            sealed=kept[play.deck].sealed,
            commitment=kept[play.deck].commitment,
            dealer=shared.dealer_of(play.deck) ^ play.is_turned,
            suits=suits_of(rules, kept[play.deck], play),
        )
        for play in plays_at(rnd, decks, board)
    ]


def plays_at(rnd: Round, decks: Sequence[shared.SharedDeck], board: int) -> tuple[duplicate.Play, ...]:
    """The deals of a board in order; at the second board of a match the seats are exchanged."""
    plays = order_of_play(rnd, decks)
    return tuple(replace(play, is_turned=not play.is_turned) for play in plays) if board > 1 else plays


def columns(rnd: Round) -> tuple[duplicate.Play, ...]:
    """Every deal that a match of a round has a score of, in order; in `teams` board by board. For officials."""
    decks = kept_decks(rnd)
    boards = (1, 2) if has_boards(rnd.stage) else (1,)
    return tuple(play for board in boards for play in plays_at(rnd, decks, board))


def scores_of_table(rnd: Round, table: Table, board: int = 1) -> dict[tuple[int, int], int | None]:
    """The scores of a finished live table by deck and play, as the first seat of the play sees them; None for a deal
    that was void, cut short or not reached."""
    return _by_play(rnd, games.signed_deals(table), board)


def lucks(rnd: Round) -> dict[int, float]:
    """The luck in the comparison of each match of a round, for its first side, by the match's key: its own luck less
    that of the tables it is compared with. Missing where the luck of a deal that counts is not known, or a score was
    entered by hand."""
    matches = rnd.matches.paired().filter(result_kind=Kind.PLAYED, rulings=None).exclude(table="")
    tables = tables_of(matches)
    scores = DeckScore.objects.filter(match__in=matches).exclude(points=None)
    own: dict[int, dict[tuple[int, int], bool]] = {}
    for one in scores:
        own.setdefault(one.match_id, {})[one.deck, one.play] = one.entered_by_id is None
    known: dict[int, dict[tuple[int, int], float]] = {}
    for match in matches:
        table = tables.get(reference(match))
        if table is not None and match.pk in own and all(own[match.pk].values()):
            found = _by_play(rnd, games.signed_lucks(table), 1)
            whole = {key: luck for key in own[match.pk] if (luck := found.get(key)) is not None}
            known |= {match.pk: whole} if whole.keys() == own[match.pk].keys() else {}
    if rnd.stage.settings["scoring"] == FIELD:
        return duplicate.field_luck({key: {deck: luck for (deck, _), luck in of.items()} for key, of in known.items()})
    return {key: _crossed_luck(of) for key, of in known.items()}


def _crossed_luck(known: Mapping[tuple[int, int], float]) -> float:
    """The luck over the decks whose two plays both count."""
    return sum(luck - known[deck, 1] for (deck, play), luck in known.items() if play == 0 and (deck, 1) in known)


def _by_play(rnd: Round, signed: Mapping[int, Points | None], board: int) -> dict[tuple[int, int], Points | None]:
    """A table's values by deck and play, from the side of the play's first seat, instead of by deal and for seat 0;
    None for a missing value."""
    found: dict[tuple[int, int], Points | None] = {}
    for number, play in enumerate(plays_at(rnd, kept_decks(rnd), board), 1):
        points = signed.get(number)
        found[play.deck, int(play.is_turned)] = -points if points is not None and play.is_turned else points
    return found


def live_boards(match: Match) -> list[tuple[int, str]]:
    """The live tables of a match: the number of each board and the public id of its table; empty in person."""
    boards = [(board.number, board.table) for board in match.boards.all() if board.table]
    return boards or ([(1, match.table)] if match.table else [])


def tables_at(matches: Iterable[Match]) -> list[Table]:
    """The live tables that were opened for these matches or their boards, by their own references."""
    played: Iterable[Match] = chain.from_iterable((match, *match.boards.all()) for match in matches)
    return list(tables_of(played).values())


def has_boards(stage: Stage) -> bool:
    """Is a match played at two boards, with exchanged seats?"""
    return is_duplicate(stage) and stage.settings["scoring"] == TEAMS


def deal_sheets(rnd: Round) -> list[DealSheet]:
    """The sheets from which the deals of a round are laid out, in order. For officials only until the round is closed:
    the caller checks that."""
    decks = kept_decks(rnd)
    rules, kept = rules_of(rnd), {one.number: one for one in decks}
    plays = enumerate(order_of_play(rnd, decks), 1)
    return [_laid_out(rules, kept[play.deck], play, number) for number, play in plays]


def suits_of(rules: engine.RuleSet, deck: shared.SharedDeck, play: duplicate.Play) -> str:
    """The suits in the places of clubs, diamonds, hearts and spades; they change only when a deck is played again and
    no suit is special."""
    return shared.renaming_of(deck) if play.is_again and not rules.has_special_suit else SUITS


def rules_of(rnd: Round) -> engine.RuleSet:
    """The rules by which a round is played."""
    return engine.VARIANTS[rnd.stage.tournament.variant]


def _laid_out(rules: engine.RuleSet, deck: shared.SharedDeck, play: duplicate.Play, number: int) -> DealSheet:
    suits = suits_of(rules, deck, play)
    cards = shared.cards_of(deck, rules, is_renamed=suits != SUITS)
    dealer = shared.dealer_of(deck.number)
    dealt, _events = engine.apply(rules, engine.start(rules), engine.Deal(cards, dealer=dealer))
    texts = rules.pack.texts
    return DealSheet(
        number=number,
        deck=deck.number,
        dealer=dealer,
        hands=tuple(" ".join(texts[card] for card in engine.cards_of(hand)) for hand in dealt.hands),
        upcard=texts[dealt.pile[0]] if dealt.pile else "",
        stock=" ".join(texts[card] for card in reversed(dealt.rest.stock)),
        is_turned=play.is_turned,
        suits=suits,
    )


def _worth(found: duplicate.Comparison | None, deck: int) -> Fraction | None:
    return None if found is None else found.decks.get(deck)
