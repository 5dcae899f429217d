"""Live tables of a tournament, and the deals and the rating of a match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from doors import words
from games import engine
from games import selectors as games
from games.engine.sheets.lengths import Tally
from games.live import glances
from games.live.finished import hindsight
from games.live.glances import Glance
from games.live.setup import terms
from games.live.setup.delay import delay_in, delay_words
from games.live.table import public
from games.models import VOID, Deal, Play, Table
from ratings.models import RatedMatch
from ratings.selectors import players as rated_players
from tournaments.event.selectors.finding import matches
from tournaments.event.selectors.lengths import length_of_match, stands_in_words
from tournaments.matches.selectors import by_table, table_of
from tournaments.models import Match, MatchSide, MatchState, Round, Tournament


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A match at its live table: the points of the sides that play, so far and without bonuses, the deals played, and
    its standing by its length, in words (empty for one game). With a `delay` (in words) it shows only what watchers can
    see. Of a table that `is_held`, because others play its decks, points are not shown. `heat` says how much it is
    worth a look, `target` the points that win, None where points do not."""

    match: Match
    points: tuple[int, ...]
    deals: int
    stands: str = ""
    is_held: bool = False
    is_watched: bool = True
    delay: str = ""
    heat: float = 0.0
    target: int | None = None

    @property
    def public_id(self) -> str:
        """The public id of the live table."""
        return self.match.table


@dataclass(frozen=True, slots=True)
class CasualTable:
    """A table outside tournaments: the points of each side so far, how interesting it is to watch, the deals played,
    and the points that win."""

    table: Table
    points: tuple[int, ...]
    heat: float
    deals: int = 0
    target: int | None = None

    @property
    def public_id(self) -> str:
        """The public id of the live table."""
        return self.table.public_id

    @property
    def event(self) -> str:
        """The page of the arena for which the table counts; "" outside arenas."""
        return str(self.table.settings.get("event", ""))


Watchable = LiveTable | CasualTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """A table in the list beside another one: its number in the round (None outside a round), the names with their
    points, the points that win, and the present deal, as far as its watchers have seen it."""

    public_id: str
    number: int | None
    sides: tuple[tuple[str, int], ...]
    target: int | None
    deal: int


def heat(points: Sequence[int], target: int | None, ratings: Iterable[float | None]) -> float:
    """How interesting a table is to watch: `leader / target × (1 − difference / target) + mean rating / 10 000`, both
    quotients at most 1; the difference is that to the second. So 95 to 95 of 100 comes before 95 to 60, that before the
    first deal; where points are alike the stronger players come first. Without a target only the ratings count; who has
    none counts as 0."""
    known = [rating or 0 for rating in ratings]
    strength = sum(known) / len(known) / 10_000 if known else 0.0
    if not target:
        return strength
    leader, second = sorted(points)[:-3:-1]
    difference = leader - second
    return min(1.0, max(0, leader) / target) * (1 - min(1.0, difference / target)) + strength


def live_tables(tournament: Tournament) -> list[LiveTable]:
    """The tables that are playing now, the hottest first."""
    return _playing([tournament])


def hottest(tournaments: Iterable[Tournament], *, now: datetime) -> list[Watchable]:
    """All tables that everybody may watch now: those of these tournaments, of arenas, and casual ones, the hottest
    first."""
    return sorted([*watchable(tournaments), *_casual(now)], key=lambda one: -one.heat)


def side_by_side(found: Iterable[Watchable], viewer: User | None, most: int) -> list[Glance]:
    """At most `most` of these tables, in their order, at which the viewer does not sit. They have one pack of cards,
    that of the first, because one page draws them."""
    ordered = seated(found)
    theirs = [table for table in ordered if glances.can_be_drawn(table) and games.seat_of(table, viewer) is None]
    alike = [table for table in theirs if glances.pack_of(table) == glances.pack_of(theirs[0])]
    return [glances.glance(table) for table in alike[:most]]


def seated(found: Iterable[Watchable]) -> list[Table]:
    """These tables with their seats and users, in their order."""
    ids = [one.public_id for one in found]
    tables = {table.public_id: table for table in games.seated(ids)}
    return [tables[public_id] for public_id in ids if public_id in tables]


def _casual(now: datetime) -> list[CasualTable]:
    """The public casual tables and those of arenas at which people play now."""
    tables = list(games.lively(now))
    deals: dict[int, list[Deal]] = {}
    for deal in public.deals(table.public_id for table in tables):
        deals.setdefault(deal.table_id, []).append(deal)
    known = rated_players.best_of(seat.user_id for table in tables for seat in table.seats.all())
    found = []
    for table in tables:
        points = games.points_so_far(table, len(table.seats.all()), deals.get(table.pk, []))
        length = engine.length_of(table.settings.get("length") or "game")
        strength = [known.get(seat.user_id) for seat in table.seats.all()]
        target, played = _target(length, table), len(deals.get(table.pk, []))
        found.append(CasualTable(table, points, heat(points, target, strength), played, target))
    return found


def watchable(tournaments: Iterable[Tournament]) -> list[LiveTable]:
    """The tables in these tournaments that everybody may watch now, the hottest first."""
    return [one for one in _playing(tournaments) if one.is_watched and not one.is_held]


def beside_in_round(round_: Round) -> list[Beside]:
    """The tables of a round that everybody may watch now, the hottest first."""
    found = watchable([round_.stage.tournament])
    return [_beside(one, one.match.table_no) for one in found if one.match.round_id == round_.pk]


def beside(found: Iterable[Watchable]) -> list[Beside]:
    """Tables outside a round as lines of the list beside another table, in their order."""
    return [_beside(one) for one in found]


def _beside(one: Watchable, number: int | None = None) -> Beside:
    if isinstance(one, LiveTable):
        names = [str(side.entry) for side in _playing_sides(one.match)]
    else:
        names = [str(at.user) for at in sorted(one.table.seats.all(), key=lambda at: at.seat)]
    sides = tuple(zip(names, one.points, strict=True))
    return Beside(public_id=one.public_id, number=number, sides=sides, target=one.target, deal=one.deals + 1)


def _playing(tournaments: Iterable[Tournament]) -> list[LiveTable]:
    among = list(tournaments)
    playing = matches().filter(round__stage__tournament__in=among, state=MatchState.PLAYING).order_by("table_no")
    found = by_table(playing)
    tables = {table.public_id: table for table in games.tables_by_id(found)}
    deals: dict[int, list[Deal]] = {}
    for deal in public.deals(tables):
        deals.setdefault(deal.table_id, []).append(deal)
    put_right = public.adjustments(tables)
    live = [
        _live(match, table, deals.get(table.pk, []), put_right.get(table.pk, []))
        for match in found.values()
        if (table := tables.get(match.table)) is not None
    ]
    return sorted(live, key=lambda one: (-one.heat, one.match.table_no))


def tables_of_rounds(rounds: Iterable[Round]) -> list[str]:
    """The live tables (public ids) that were opened for the matches and boards of rounds."""
    return sorted(by_table(Match.objects.filter(round__in=list(rounds))))


def _live(match: Match, table: Table, deals: Sequence[Deal], put_right: Sequence[Play]) -> LiveTable:
    delay, target = delay_in(table.settings), _target(length_of_match(match), table)
    sides = _playing_sides(match)
    points = games.points_so_far(table, len(sides), () if table.is_held else deals, () if table.is_held else put_right)
    strength = [side.entry.rating_at_entry for side in sides]
    return LiveTable(
        match,
        points,
        len(deals),
        _stands(match, table, deals, put_right),
        table.is_held,
        terms.may_be_watched(table),
        "" if delay is None else delay_words(delay),
        heat(points, target, strength),
        target,
    )


def _playing_sides(match: Match) -> list[MatchSide]:
    """The sides of a match that sit at its live table, in the order of their seats."""
    return [side for side in match.sides.all() if not side.is_absent]


def _target(length: engine.Length, table: Table) -> int | None:
    """The points that win a match of this length at its table; None if points do not decide it."""
    target = engine.rule_set(table.rules, **table.options).target
    if length.kind == "match":
        return length.n
    if length.kind == "deals" or length.by_deals or target is None:
        return None
    return target * (length.n // 2 + 1) if length.kind == "best_of" else target


def _stands(match: Match, table: Table, deals: Sequence[Deal], put_right: Sequence[Play]) -> str:
    """The standing of a match at its table, in words; without points while other tables still play its decks."""
    length = length_of_match(match)
    if length.kind == "deals":
        played = deals if table.is_held else [deal for deal in deals if deal.type not in VOID]  # decks are played once
        return stands_in_words(length, Tally(deals=len(played)))
    if table.is_held or length.kind not in ("best_of", "match"):
        return ""
    return stands_in_words(length, games.tally(table, deals, put_right))


def deals_of(match: Match, user: User | AnonymousUser) -> QuerySet[Deal]:
    """The finished deals of a match at a live table, in order. While the match is played, only those that this person
    may look back on at the table; none of a match that is over as long as others play its decks."""
    return _deals_at(match, user)


def board_deals(match: Match, user: User | AnonymousUser) -> list[tuple[Match, list[Deal]]]:
    """The boards of a team match with finished deals that this person may see, each with its deals as in `deals_of`;
    empty for any other match."""
    boards = match.boards.exclude(table="").order_by("number")
    found = [(board, list(_deals_at(board, user))) for board in boards]
    return [(board, deals) for board, deals in found if deals]


@dataclass(frozen=True, slots=True)
class BoardOfDeal:
    """The result of one board of a deal of partners: the names of the players of the first and the second side, and the
    points of each side."""

    first: str
    second: str
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PartnersDeal:
    """A finished deal of partners: its boards, and each side's points from their sum (PRT-3)."""

    deal: Deal
    boards: tuple[BoardOfDeal, ...]
    points: tuple[int, int]


def partner_deals(deals: Sequence[Deal]) -> list[PartnersDeal]:
    """The deals of one table board by board; empty if the table has only one board."""
    if not any(games.boards_of(deal) for deal in deals):
        return []
    names = {seat.seat: str(seat.user) for seat in deals[0].table.seats.select_related("user")}
    return [_partners_deal(deal, names) for deal in deals]


def _partners_deal(deal: Deal, names: Mapping[int, str]) -> PartnersDeal:
    lines = tuple(
        BoardOfDeal(names.get(first, ""), names.get(second, ""), _both(one.net))
        for one in games.boards_of(deal)
        for first, second in [sorted(one.seats, key=lambda seat: seat % 2)]
    )
    return PartnersDeal(deal, lines, _both(sum(one.points[0] - one.points[1] for one in lines)))


def _both(net: int) -> tuple[int, int]:
    """Points from the side of both players."""
    return max(0, net), max(0, -net)


def _deals_at(played: Match, user: User | AnonymousUser) -> QuerySet[Deal]:
    """The deals of the live table of a match or a board."""
    table, state = table_of(played), played.state
    if table is None or state not in (MatchState.PLAYING, MatchState.OVER):
        return Deal.objects.none()
    if state == MatchState.OVER:
        return Deal.objects.filter(table=table, table__is_held=False).order_by("number")
    seat = games.seat_of(table, user)
    is_seen = seat is not None or terms.may_be_watched(table)
    return hindsight.finished(table, seat) if is_seen else Deal.objects.none()


def is_elsewhere(match: Match) -> bool:
    """Was the match, or one of its boards, played at a live table of another site, so that only its result is here?"""
    return match.is_elsewhere or match.boards.filter(is_elsewhere=True).exists()


def recorded_match(match: Match) -> RatedMatch | None:
    """The match as the ratings have recorded it, with a weight of 0 if it is not rated."""
    return RatedMatch.objects.filter(source=f"match:{match.public_id}").first()


def luck_words(match: Match, rated: RatedMatch | None) -> str:
    """A sentence about the luck in a rated match; empty if the luck is unknown."""
    if rated is None or rated.luck is None:
        return ""
    first, second, *_others = (str(side.entry) for side in match.sides.all())
    return words.luck_words(first, second, rated.margin, rated.luck)


def table_ids(slug: str) -> list[str]:
    """The public ids of the live tables of a tournament: those of its matches and of their boards."""
    at_tables = Match.objects.filter(round__stage__tournament__slug=slug).exclude(table="")
    return list(at_tables.values_list("table", flat=True))


def played_live(most: int) -> QuerySet[Tournament]:
    """Published tournaments with live tables, the latest first."""
    at_tables = Match.objects.filter(round__stage__tournament=OuterRef("pk")).exclude(table="")
    return Tournament.objects.filter(Exists(at_tables)).order_by("-pk")[:most]
