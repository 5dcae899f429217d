"""The shared parts of recording results: lock a match, decide who confirms, compute its score."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from audit import services as audit
from audit.models import AuditEntry
from clubs import selectors as clubs
from tournaments.errors import Invalid, OpenResults, Refusal
from tournaments.event.selectors import sitters
from tournaments.event.services import announcing, schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell_match
from tournaments.formats import team_terms
from tournaments.matches.selectors import Waits, round_waits
from tournaments.models import (
    ROUND_OVER,
    Case,
    CaseKind,
    Entry,
    EntryMember,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    Tournament,
)
from tournaments.pairing import Kind, Outcome, PointsTable, TablePoints, points_of, scale_of
from tournaments.standings.selectors.rows.sides import Revised, SideCount


def after_result(rnd: Round, close_at: datetime) -> None:
    """Plan the closing of a round if nothing keeps it open any more."""
    if not round_waits(rnd):
        schedule.plan_close(rnd, close_at)


def after_case(rnd: Round, case: Case, now: datetime) -> None:
    """Plan the closing of a round if the case just handled was the last thing that kept it open."""
    if rnd.state == RoundState.RUNNING and not round_waits(rnd):
        schedule.plan_close(rnd, now, after=f"case:{case.pk}")


def refuse_open(rnd: Round) -> None:
    """Raise an error for a round that is not over: OpenResults with the tables without a result, else Refusal with the
    open cases, else OpenResults without a table if only its closing is missing."""
    waits = round_waits(rnd)
    missing = OpenResults(_("Results of round %(n)d are missing.") % {"n": rnd.number}, waits.tables)
    if waits.tables:
        raise missing
    refuse_cases(waits)
    raise missing


def refuse_cases(waits: Waits) -> None:
    """Raise Refusal, which names each case, if a case is open."""
    if waits.cases:
        words = _("The desk is not done: %(cases)s. Close what waits there first.")
        raise Refusal(words % {"cases": "; ".join(waits.case_words)}, "case_open")


def lock(match: Match, refuse: bool = True) -> Match:
    """Lock a match and its round, the round first, so that results of a round come one after the other; returns the
    match. Of a board also its match, and who sits there."""
    rnd = Round.objects.select_for_update().get(pk=match.round_id)
    if refuse and rnd.state != RoundState.RUNNING:
        raise Refusal(_("Results can be entered while the round is running."), "round_not_running")
    whole = Match.objects.select_for_update(of=("self",)).get(pk=match.parent_id or match.pk)
    whole.round = Round.objects.select_related("stage__tournament").get(pk=rnd.pk)
    if refuse:
        refuse_cancelled(whole.round.stage.tournament)
    if match.parent_id is None:
        return whole
    board = Match.objects.select_for_update(of=("self",)).prefetch_related(sitters.BOARD_SIDES).get(pk=match.pk)
    board.parent, board.round = whole, whole.round
    sitters.seat_partners([board], whole.round, whole.round.stage.tournament.variant)
    return board


def make_boards(match: Match, seated: Iterable[Sequence[EntryMember | None]]) -> None:
    """Make the boards of a match of teams, from the top: who is seated at each, by side. Called with it locked."""
    at_each = list(seated)
    made = Match.objects.bulk_create(
        Match(round_id=match.round_id, parent=match, number=number, table_no=0) for number in range(1, len(at_each) + 1)
    )
    MatchSide.objects.bulk_create(
        MatchSide(match=board, parent=side, order=side.order, member=member)
        for board, members in zip(made, at_each, strict=True)
        for side, member in zip(match.sides.all(), members, strict=True)
    )


def open_case(
    match: Match, table: str, kind: str, by: User | None, now: datetime, words: str = "", **facts: Any
) -> Case:
    """Write a case for the director's desk: at a live `table`, or in person (""). The words stand in the case, which
    can forget them, and not in the audit log. Called with the match locked."""
    case = Case.objects.create(
        tournament=match.round.stage.tournament, match=match, table=table, kind=kind, opened_by=by, opened_at=now,
        words=words.strip(), **facts,
    )  # fmt: skip
    audit.record(actor=by, action=f"case.{kind}", target=f"case:{case.public_id}", now=now)
    return case


def nobody_came(match: Match, table: str, now: datetime) -> bool:
    """Open a case at the desk for a match, or a board of it, at which nobody has played, once for each live table;
    returns whether the case is new. Called with the match, or its round, locked."""
    if Case.objects.filter(kind=CaseKind.NO_SHOW, table=table, match=match).exists():
        return False
    open_case(match, table, CaseKind.NO_SHOW, None, now, _("Nobody has played here: decide what it counts."))
    return True


def refuse_draft(rnd: Round) -> None:
    """Raise Refusal for a round that is not published or was taken back, because its slips and sheets are closed."""
    if rnd.state == RoundState.DRAFT:
        raise Refusal(_("This round has not begun."), "early")


OTHER, DESK, NONE = "other", "desk", "none"


def chosen_confirmation(tournament: Tournament) -> str:
    """Who confirms the results that players report, by the setting of the tournament."""
    return str(tournament.settings.get("confirmation", OTHER))


def confirmation(match: Match, *, by_slip: bool = False) -> str:
    """Who confirms a result that a player reports for this match: another side (or an official), the desk only, or
    nobody.

    Where an official plays, slips prove nothing, because officials print those of all sides: the desk confirms what
    comes `by_slip`, and that is another official. In a club without another one the other side stands in for the desk.
    """
    if takes_one_report(match):
        return NONE
    chosen = chosen_confirmation(match.round.stage.tournament)
    if not _officials_at(match):
        return DESK if chosen == DESK else OTHER
    return DESK if (by_slip or chosen == DESK) and _has_another_official(match) else OTHER


def refuse_alone(match: Match, *said: User | None) -> bool:
    """Would the result rest on the word of an official who plays here, while the club has nobody else to ask? `said`
    are those who entered and confirmed it signed in; None: by a slip, which is nobody's word where an official plays.
    Raises Refusal where another official can be asked."""
    if not is_alone(match, *said):
        return False
    if _has_another_official(match):
        raise own_refusal()
    return True


def is_alone(match: Match, *said: User | None) -> bool:
    """Does an official play here, while neither another side nor an official who does not play has said that the result
    is right? Never where nobody was to confirm results since the round was published."""
    return not _asks_nobody(match) and _rests_on(match, said, _officials_at(match))


def _rests_on(match: Match, said: Iterable[User | None], officials: Iterable[int]) -> bool:
    """Was a fact about a match stated only by one of these sides, on which officials play?"""
    sides = _seated(match)
    by = [sides.get(user.pk) for user in said if user is not None]
    return any(all(side == own for side in by) for own in officials)


def mark_unwitnessed(match: Match, now: datetime, by: User | None) -> None:
    """Mark the result of a match as resting on the word of an official who plays in it, and tell its players; a board
    is announced with the result of its match. Called with it locked."""
    match.is_unwitnessed = True
    match.save(update_fields=["is_unwitnessed"])
    if match.parent_id is None:
        tell_match(f"match:{match.public_id}:unwitnessed:{match.version}", "result_unwitnessed", match, now, by)


def follow_boards(match: Match) -> None:
    """Mark a match of teams as unwitnessed if one of its boards is. Called with it locked."""
    if match.boards.filter(is_unwitnessed=True).exists():
        match.is_unwitnessed = True
        match.save(update_fields=["is_unwitnessed"])


def mark_own_walk_over(match: Match, gone: Iterable[MatchSide], now: datetime) -> None:
    """Mark a match that ended because these sides have left, if an official who plays here has taken one of them out.
    Called with it locked."""
    officials = _officials_at(match)
    for side in gone:
        by = side.entry.left_by
        if by is not None and _rests_on(match, [by], officials) and side_of(match, by) != side.order:
            mark_unwitnessed(match, now, by)
            return


def mark_own_no_show(match: Match, absent: Iterable[int], now: datetime) -> None:
    """Mark a match that ended because these sides did not come, if an official who plays on another side was the one
    who flagged them or marked them as absent. Called with it locked."""
    gone = set(absent)
    officials = _officials_at(match) - gone
    people = [pk for pk, side in _seated(match).items() if side in officials]
    if not people:
        return
    said = AuditEntry.objects.filter(actor__in=people)
    tournament = match.round.stage.tournament
    entries = {side.entry.public_id for side in match.sides.all() if side.order in gone}
    away = said.filter(target=f"tournament:{tournament.public_id}", action=f"entry.{EntryStatus.ABSENT}")
    if said.filter(target=f"match:{match.public_id}", action="match.no_show").exists() or any(
        (one.after or {}).get("entry") in entries for one in away
    ):
        mark_unwitnessed(match, now, None)


def refuse_own_walk_over(entry: Entry, by: User | None) -> None:
    """Raise Refusal if an official would withdraw an opponent whose match with them is still to be played, while the
    club has another official to ask. Where it has none the walk-over says whose word it is."""
    if by is None or entry.members.filter(user=by).exists():
        return
    to_play = Match.objects.filter(sides__seat__entry=entry).exclude(state=MatchState.OVER)
    for match in to_play.exclude(round__state__in=ROUND_OVER).select_related("round__stage__tournament__club"):
        judges_alone(match, by)


def mark_merged(entries: Sequence[Entry], person: User) -> None:
    """Mark results of these entries that rest only on the word of this person, who, as a merge has shown, played in
    them as an official; with a board also its match."""
    of_entries = Q(sides__seat__entry__in=entries) | Q(sides__parent__seat__entry__in=entries)
    found = Match.objects.filter(of_entries, state=MatchState.OVER, is_unwitnessed=False, boards__isnull=True)
    listed = found.select_related("round__stage__tournament__club", "entered_by", "confirmed_by").distinct()
    own = [match.pk for match in listed if _is_word_of(match, person)]
    Match.objects.filter(Q(pk__in=own) | Q(boards__in=own, state=MatchState.OVER)).update(is_unwitnessed=True)


def _is_word_of(match: Match, person: User) -> bool:
    """Did this person play here as an official, and has nobody else said that the result is right? What a live table
    has counted is nobody's word."""
    if (match.table and match.entered_by is None) or _asks_nobody(match):
        return False
    if not who_may_direct(match, match.finished_at).filter(pk=person.pk).exists():
        return False
    own = side_of(match, person)
    if match.entered_by is None and match.result_kind in FORFEITS:
        gone = match.sides.exclude(seat__entry__left_by=None).select_related("seat__entry__left_by")
        return any(side_of(match, side.entry.left_by) == own != side.order for side in gone)
    return own is not None and _rests_on(match, (match.entered_by, match.confirmed_by), [own])


def is_own_decision(match: Match, by: User) -> bool:
    """Would this official, who plays here, be the only person to confirm the waiting result, while another official
    could?"""
    return is_alone(match, match.entered_by, by) and _has_another_official(match)


def _seated(match: Match) -> dict[int, int]:
    """The side, from 0, of each person (by key) who plays here."""
    people = match.whole.sides.exclude(seat__entry__members__user=None)
    return dict(people.values_list("seat__entry__members__user", "order"))


def _officials_at(match: Match) -> set[int]:
    """The sides with a player who can direct here, or could at some time since the round was paired, and so may have
    seen the slips of all sides."""
    sides = _seated(match)
    return {sides[pk] for pk in who_may_direct(match).filter(pk__in=list(sides)).values_list("pk", flat=True)}


def who_may_direct(match: Match, until: datetime | None = None) -> QuerySet[User]:
    """Administrators, and everybody who was an official of the club at any moment from the pairing of the round to
    `until` (default: now)."""
    officials = clubs.who_directed(match.round.stage.tournament.club, match.round.paired_at, until).values("pk")
    return User.objects.filter(Q(pk__in=second_factor.administrators().values("pk")) | Q(pk__in=officials))


def _has_another_official(match: Match) -> bool:
    """Has the club an official who does not play here and can sign in?"""
    others = clubs.officials(match.round.stage.tournament.club).exclude(pk__in=list(_seated(match)))
    return any(user.can_act for user in others)


def takes_one_report(match: Match) -> bool:
    """Is one report enough for a result of this match, even one's own that already waits? Where an official plays, and
    the club has another one, only if that was so when the round was published: nobody changes the setting for the own
    match."""
    if chosen_confirmation(match.round.stage.tournament) != NONE:
        return False
    return _asks_nobody(match) or not _officials_at(match) or not _has_another_official(match)


def _asks_nobody(match: Match) -> bool:
    """Did nobody have to confirm results when the round was published, and is it so now?"""
    return {match.round.confirmation, chosen_confirmation(match.round.stage.tournament)} == {NONE}


def side_of(match: Match, user: User | None) -> int | None:
    """The side (from 0) for which this person plays in the match; None for other people."""
    if user is None:
        return None
    return match.whole.sides.filter(seat__entry__members__user=user).values_list("order", flat=True).first()


def refuse_own(match: Match, by: User | None) -> None:
    """Raise Refusal if somebody would decide about a match in which they play."""
    if side_of(match, by) is not None:
        raise own_refusal()


def judges_alone(match: Match, by: User) -> bool:
    """Does this person play here, while the club has no other official to ask? Raises Refusal where it has one."""
    if by.pk not in _seated(match):
        return False
    if _has_another_official(match):
        raise own_refusal()
    return True


def refuse_own_entry(entry: Entry, by: User | None) -> None:
    """Raise Refusal if somebody would decide about their own entry."""
    if by is not None and entry.members.filter(user=by).exists():
        raise own_refusal()


def refuse_leaving(entry: Entry, user: User) -> None:
    """Raise Refusal if an official would leave the members of a side whose match is published and not over: until then
    they play here, and their word about the match is that of a player."""
    running = Match.objects.filter(
        sides__seat__entry=entry, round__state__in=(RoundState.PUBLISHED, RoundState.RUNNING)
    )
    for match in running.select_related("round__stage__tournament__club"):
        if who_may_direct(match).filter(pk=user.pk).exists():
            words = _(
                "%(name)s is an official, and could decide about this match: they stay until round %(n)d is over."
            )
            raise Refusal(words % {"name": user.name, "n": match.round.number}, "own_match")


def own_refusal() -> Refusal:
    return Refusal(
        _(
            "You play in this match yourself: another official decides this. An organiser can make any member a "
            "director."
        ),
        "own_match",
    )


MOST_POINTS = 9_999
MOST_DEALS = 999
FORFEITS = (Kind.FORFEIT, Kind.DOUBLE_FORFEIT)
BY_HAND = (Kind.PLAYED, Kind.FORFEIT, Kind.DOUBLE_FORFEIT, Kind.ABANDONED)
BY_RULING = (*BY_HAND, Kind.ADJUSTED, Kind.ANNULLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The score of a match; tuples are by side. Of two sides `winner` is 0 or 1, None for a tie or a loss of both; of
    more `places` are 1 for the best, equal ones share it, and `absent` sides did not come. `game_points` are None where
    only places were noted; `margins` what the sheet settles; `games` won, None where nobody noted them; `ruling` are
    the points that officials decided on, in the unit of the table of points."""

    kind: Kind
    winner: int | None = None
    places: tuple[int, ...] = ()
    game_points: tuple[int, ...] | None = (0, 0)
    margins: tuple[int, ...] = (0, 0)
    deals: int = 0
    deals_won: tuple[int, ...] | None = None
    games: tuple[int, ...] | None = None
    is_shutout: bool = False
    absent: frozenset[int] = frozenset()
    ruling: tuple[int, ...] | None = None

    @property
    def outcome(self) -> Outcome:
        """What a table of points asks about it."""
        return Outcome(
            winner=self.winner,
            places=self.places,
            margins=self.margins,
            deals=self.deals,
            is_shutout=self.is_shutout,
            absent=self.absent,
            ruling=self.ruling,
        )


def scale_for(match: Match) -> PointsTable | TablePoints:
    """The points table of a match, or for a board the board table."""
    settings = match.round.stage.settings
    return team_terms(settings).board_table if match.parent_id else scale_of(settings)


def opposite(margin: int) -> tuple[int, int]:
    """The margins of two sides, from that of the first."""
    return margin, -margin


def check_score(
    kind: str,
    points: tuple[int, int],
    winner: int | None,
    deals: int,
    table: PointsTable,
    may_tie: bool = False,
    ahead: int | None = None,
) -> Score:
    """The figures of a result entered by hand, after the arithmetic: the winner of a played game has more points; a
    match that `may_tie` can have equal points. The side `ahead` in what counts before points wins with any points.
    Raises Invalid, which names the field."""
    if kind not in BY_HAND:
        raise Invalid("kind", _("A result is played, abandoned, a forfeit or a double forfeit."))
    first, second = _figures(points, deals)
    if ahead is not None and kind == Kind.PLAYED:
        if winner not in (None, ahead):
            raise Invalid("winner", _("The winner has won more games than the other side."))
        return _with_deals(_played(Kind.PLAYED, first, second, ahead, deals), table)
    if may_tie and kind == Kind.PLAYED and first == second and winner is None:
        return _with_deals(Score(kind=Kind.PLAYED, winner=None, game_points=(first, second), deals=deals), table)
    return _with_deals(_score(Kind(kind), first, second, winner, deals), table)


def check_ruling(
    kind: str,
    points: tuple[int, int],
    winner: int | None,
    deals: int,
    table: PointsTable,
    ruling: tuple[int, int] | None = None,
    may_tie: bool = False,
    ahead: int | None = None,
) -> Score:
    """The figures of a result that officials decide on: also adjusted, or annulled (the winner is who did not offend).
    `ruling` are the match points, where they do not follow from the figures; with them no winner need be named. One
    that was played may have been level where it `may_tie`; who is `ahead` by what counts before points wins it."""
    if kind not in BY_RULING:
        raise Invalid("kind", _("A ruling is played, adjusted, abandoned, annulled, a forfeit or a double forfeit."))
    if ruling is None and kind in (Kind.PLAYED, Kind.ADJUSTED):
        may_tie = may_tie and kind == Kind.PLAYED
        return replace(check_score(Kind.PLAYED, points, winner, deals, table, may_tie, ahead), kind=Kind(kind))
    first, second = _figures(points, deals)
    if ruling is None:
        return _with_deals(_score(Kind(kind), first, second, winner, deals), table)
    if kind not in (Kind.ADJUSTED, Kind.ABANDONED, Kind.ANNULLED):
        raise Invalid("ruling", _("Points are given by ruling where a match is adjusted, abandoned or annulled."))
    if not all(0 <= one <= table.most for one in ruling):
        raise Invalid("ruling", _("Match points from 0 to %(most)s.") % {"most": f"{table.most / table.unit:g}"})
    is_void = kind == Kind.ANNULLED
    return Score(
        kind=Kind(kind),
        winner=None if ruling[0] == ruling[1] else int(ruling[1] > ruling[0]),
        game_points=(0, 0) if is_void else (first, second),
        margins=opposite(0 if is_void else first - second),
        deals=0 if is_void else deals,
        ruling=ruling,
    )


FIGURES = ("points", "game_points", "games_won", "margin", "place", "is_absent")


def revised(match: Match, score: Score, board: tuple[int, tuple[int, ...]] | None = None) -> Revised:
    """A match as it would stand with this score, and a `board` of it with these points of both sides."""
    points = points_of(score.kind, score.outcome, scale_for(match))
    sides = tuple(
        SideCount(
            points=won,
            game_points=score.game_points[order] if score.game_points else None,
            games_won=score.games[order] if score.games else None,
            margin=score.margins[order],
            place=score.places[order] if score.places else None,
            is_absent=order in score.absent,
        )
        for order, won in enumerate(points)
    )
    return Revised(match=match.pk, kind=score.kind, sides=sides, is_shutout=score.is_shutout, board=board)


def write_score(match: Match, score: Score, at: datetime, state: str, by: User | None) -> None:
    """Put a score into the match (or the board) and its sides. Called with both locked."""
    after = revised(match, score)
    sides = list(match.sides.all())
    for side, count in zip(sides, after.sides, strict=True):
        for name in FIGURES:
            setattr(side, name, getattr(count, name))
        side.deals_won = score.deals_won[side.order] if score.deals_won else 0
    MatchSide.objects.bulk_update(sides, [*FIGURES, "deals_won"])
    match.result_kind, match.deals, match.is_shutout = score.kind, score.deals, score.is_shutout
    match.is_by_places = score.game_points is None
    match.state, match.finished_at, match.entered_at, match.entered_by = state, at, at if by else None, by
    match.is_unwitnessed, match.confirmed_by, match.confirmed_at = False, None, None
    match.version += 1
    match.save()


EMPTY: Mapping[str, Any] = {
    "points": None, "game_points": None, "games_won": None, "margin": 0, "place": None, "is_absent": False,
    "deals_won": 0,
}  # fmt: skip
NO_RESULT: Mapping[str, Any] = {
    "state": MatchState.PAIRED, "result_kind": "", "deals": 0, "is_shutout": False, "is_by_places": False,
    "is_unwitnessed": False, "entered_by": None, "entered_at": None, "confirmed_by": None, "confirmed_at": None,
    "finished_at": None,
}  # fmt: skip


def empty(match: Match) -> None:
    """Remove the result of a match. Called with it locked."""
    match.sides.update(**EMPTY)
    for name, value in NO_RESULT.items():
        setattr(match, name, value)
    match.version += 1
    match.save()


def take_out(match: Match, now: datetime, by: User | None) -> None:
    """Take the result out of a match again, and write that down. Called with it locked."""
    before = facts_of_match(match)
    empty(match)
    record_match(match, "match.undo", by, now, before=before)


def give_way(match: Match, now: datetime, by: User | None) -> None:
    """Before a board or a deck of a match that is forfeited as a whole gets a result: as long as nobody has confirmed
    the forfeit it gives way, as any report does. Called with it locked. Raises Refusal where it stands."""
    if match.state == MatchState.OVER:
        words = _("This match is forfeited as a whole. An official can take the forfeit back first.")
        raise Refusal(words, "forfeited")
    take_out(match, now, by)


def facts_of_match(match: Match) -> dict[str, Any]:
    """A match for the audit log: state, kind, deals, of each side points, game points and margin; games won where these
    were noted, of three and more places and who was absent, and of a board who plays there."""
    sides = list(match.sides.order_by("order").values_list("points", "game_points", "margin", "games_won", "place"))
    kept: dict[str, Any] = {"state": match.state, "kind": match.result_kind, "deals": match.deals}
    found = {**kept, "sides": [list(side[:3]) for side in sides]}
    for name, figures in (("games", [side[3] for side in sides]), ("places", [side[4] for side in sides])):
        if None not in figures:
            found[name] = figures
    if absent := list(match.sides.filter(is_absent=True).order_by("order").values_list("order", flat=True)):
        found["absent"] = absent
    if match.parent_id:
        found["people"] = [" ".join(one.user.public_id for one in people) for people in match.people]
    return found


def record_match(match: Match, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    """An audit entry about a match; other programs hear of its result. Of a board the act is named so, and nobody hears
    of it but by the result of its match."""
    if match.parent is not None:
        target = f"match:{match.parent.public_id}/board:{match.number}"
        audit.record(actor=by, action=action.replace("match.", "board.", 1), target=target, now=now, **facts)
        return
    audit.record(actor=by, action=action, target=f"match:{match.public_id}", now=now, **facts)
    announcing.announce_match(match, facts.get("before"), facts.get("after"), now)


def _figures(points: tuple[int, int], deals: int) -> tuple[int, int]:
    first, second = points
    if max(abs(first), abs(second)) > MOST_POINTS:
        said = {"least": -MOST_POINTS, "most": MOST_POINTS}
        raise Invalid("points", _("Points are whole numbers from %(least)d to %(most)d.") % said)
    if not 0 <= deals <= MOST_DEALS:
        raise Invalid("deals", _("A match has at most %(most)d deals.") % {"most": MOST_DEALS})
    return first, second


def _score(kind: Kind, first: int, second: int, winner: int | None, deals: int) -> Score:
    if kind is Kind.DOUBLE_FORFEIT:
        return Score(kind=kind, winner=None)
    if kind in (Kind.FORFEIT, Kind.ABANDONED, Kind.ANNULLED):
        if winner not in (0, 1):
            raise Invalid("winner", _("Say who wins."))
        return (
            _played(kind, first, second, winner, deals) if kind is Kind.ABANDONED else Score(kind=kind, winner=winner)
        )
    if first == second == 0 and winner in (0, 1):
        return Score(kind=kind, winner=winner, deals=deals)  # the winner is known, the points are not
    if first == second:
        raise Invalid("points", _("A game has a winner: the points cannot be equal."))
    if winner is not None and winner != int(second > first):
        raise Invalid("winner", _("The winner has more points than the other side."))
    return _played(kind, first, second, int(second > first), deals)


def _played(kind: Kind, first: int, second: int, winner: int, deals: int) -> Score:
    return Score(
        kind=kind,
        winner=winner,
        game_points=(first, second),
        margins=opposite(first - second),
        deals=deals,
        is_shutout=min(first, second) == 0 and max(first, second) > 0 and kind is Kind.PLAYED,
    )


def _with_deals(score: Score, table: PointsTable) -> Score:
    """On the continuous scale a played match has its number of deals."""
    if score.kind is Kind.PLAYED and not score.deals and table.beta:
        raise Invalid("deals", _("Victory points need the number of deals: from 1 to %(most)d.") % {"most": MOST_DEALS})
    return score
