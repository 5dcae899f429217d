"""The open tasks before the next step of an evening, each with the page on which it is done, and the players who need
something."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.desk import selectors as desk
from tournaments.evening.selectors import rows
from tournaments.evening.selectors.lines import Line, lines_of
from tournaments.evening.selectors.to_do import MOST, Waits, at_desk, open_tasks, shortened
from tournaments.event.selectors import entry_sizes, finding, sitters
from tournaments.event.services import schedule
from tournaments.models import (
    Entry,
    EntryStatus,
    Match,
    Round,
    RoundState,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.rounds.selectors import closing_words, desk_of, may_go_on, since
from tournaments.stages import selectors as stages
from tournaments.stages.services import conditions, knockouts
from tournaments.standings.selectors import standings, sure

LEAST = 2  # players who are here, to begin
TEN = 10


@dataclass(frozen=True, slots=True)
class Way:
    """Another possible action at this step: a page (`link`), or an action that is posted (`action`), with `fields` and
    after the question that it `asks`."""

    words: str
    link: str = ""
    action: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    asks: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """The next step: its `title`, the tasks that it `waits` for, and its button, which posts to `action` or leads to
    `link`, and with neither cannot be pressed before the list is empty; `more` holds the alternatives. `without` is the
    page that goes on although something is missing."""

    title: str
    waits: Sequence[Waits] = ()
    words: str = ""
    button: str = ""
    action: str = ""
    link: str = ""
    without: str = ""
    more: Sequence[Way] = ()
    number: int = 0  # of the round that the title names


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """The page of the evening: the next step, the tables of the round, the players who need something first."""

    next: Next
    round: Round | None
    round_name: str = ""  # in a bracket: "Semifinals"
    tables: Sequence[Match]
    lines: Sequence[Line]
    menus: rows.Menus  # of those lines
    player_count: int
    is_untouched: bool = False  # of the round that players see nothing is entered
    own: frozenset[int] = frozenset()  # the tables (by key) where this official plays


def tonight(tournament: Tournament, rounds: Sequence[Round], by: User | None = None) -> Tonight:
    """The evening of a tournament as this official sees it; `rounds` are all its rounds in order, including drafts."""
    draft = rounds[-1] if rounds and rounds[-1].state == RoundState.DRAFT else None
    under_way = [one for one in rounds if draft is not None and one.state in (RoundState.PUBLISHED, RoundState.RUNNING)]
    rnd = next(iter([*under_way[-1:], *rounds[-1:]]), None)  # what is played comes before what is to be published
    tables: list[Match] = []
    if rnd is not None and rnd.state != RoundState.DRAFT:
        tables = finding.round_matches(rnd)
    menus, named = rows.menus(tournament), stages.round_names(tournament, rounds)
    lines = lines_of(tournament, rnd, tables, menus.offers)
    return Tonight(
        menus=menus,
        next=_named(_next(tournament, rnd, tables, by, draft), named),
        round=rnd if tables else None,
        round_name=named.get(rnd.number, "") if rnd is not None else "",
        tables=tables,
        lines=lines[:TEN],
        player_count=finding.counts(tournament).entered,
        is_untouched=rnd is not None and finding.is_untouched(rnd),
        own=frozenset(finding.own_matches(by, rnd)) if rnd is not None and by is not None else frozenset(),
    )


def _named(step: Next, named: Mapping[int, str]) -> Next:
    """A step with the name of its round before its title, where that has one."""
    name = named.get(step.number, "")
    return replace(step, title=f"{name} · {step.title}") if name else step


def _next(
    tournament: Tournament, rnd: Round | None, tables: Sequence[Match], by: User | None, draft: Round | None
) -> Next:
    slug = tournament.slug
    if tournament.is_over:
        return _over(tournament)
    if tournament.state == TournamentState.OPEN:
        return _before(tournament)
    if finding.ladder_stage(tournament) is not None:
        link = reverse("tournaments:organise-ladder", args=[slug])
        return Next(
            title=_("The ladder stands"),
            words=_("Players challenge each other."),
            link=link,
            button=_("Look after the ladder"),
        )
    if any(stages.is_cut_due(stage) for stage in finding.stages(tournament)):
        link = reverse("tournaments:stages", args=[slug])
        return Next(title=_("Who goes on is to be confirmed"), link=link, button=_("Look at who goes on"))
    if standings.is_end_due(tournament):
        return _confirming(tournament)
    back = []
    if rnd is not None and conditions.has_added_round(finding.stages(tournament)[-1]):
        back = [Way(_("Take the added round back"), action=reverse("tournaments:drop-round", args=[slug]))]
    if rnd is None or rnd.is_over:
        return replace(_pairing(tournament, rnd.number + 1 if rnd else 1), more=back)
    if draft is not None and rnd.pk != draft.pk:
        return _beside(_running(tournament, rnd, tables, by), draft)
    return _drafted(tournament, rnd, back) if draft is not None else _running(tournament, rnd, tables, by)


def _drafted(tournament: Tournament, draft: Round, back: Sequence[Way]) -> Next:
    """The step of a draft: it is looked over and published, or thrown away."""
    return Next(
        title=_("Round %(n)d is a draft") % {"n": draft.number},
        number=draft.number,
        waits=_no_account(tournament, sitters.without_account(draft)),
        words=_since(draft) or _("Players see nothing before you publish it."),
        link=_page_of(draft),
        button=_("Look it over"),
        more=[*back, *_discarding(draft)],
    )


def _beside(running: Next, draft: Round) -> Next:
    """The step of a round that is played while the next one is a draft already."""
    words = _("Round %(n)d is a draft: players see nothing before you publish it.") % {"n": draft.number}
    look = Way(_("Look over the draft of round %(n)d") % {"n": draft.number}, link=_page_of(draft))
    said = " ".join(one for one in (running.words, _since(draft) or words) if one)
    is_ready = bool(running.action)  # it can be closed
    button = running.button if is_ready else ""
    more = [*running.more, look, *_discarding(draft)]
    return replace(running, words=said, button=button, without="", more=more)


def _since(draft: Round) -> str:
    return since.words(since.results_since(desk_of(draft)))


def _page_of(draft: Round) -> str:
    return reverse("tournaments:pairings", args=[draft.stage.tournament.slug, draft.number])


def _discarding(draft: Round) -> list[Way]:
    """The way to throw a draft away; none where its rounds come by themselves."""
    if schedule.is_automatic(draft.stage):
        return []
    asks = _("Discard the draft of round %(n)s? It can be paired again.") % {"n": draft.number}
    fields = {"version": str(draft.version), "discard": "1"}
    return [Way(_("Discard the draft"), action=_page_of(draft), fields=fields, asks=asks)]


def _over(tournament: Tournament) -> Next:
    """What comes after the end: the result to share, the prizes, the next evening, and the way back."""

    def page(name: str) -> str:
        return reverse(f"tournaments:{name}", args=[tournament.slug])

    files = Way(_("Take its files along"), link=page("lists"))
    again = Way(_("The next evening like this …"), link=page("copy"))
    if tournament.state != TournamentState.FINISHED:
        return Next(title=_("This tournament is over"), more=[again, files])
    return Next(
        title=_("This tournament is over"),
        words=_("Its page shows the winners, and has the link to share."),
        link=page("detail"),
        button=_("Share the result"),
        more=[Way(_("Prizes"), link=page("prizes")), again, files, Way(_("Open it again …"), link=page("open-again"))],
    )


def _before(tournament: Tournament) -> Next:
    """The tasks before the tournament begins: enter players, and check in those who are here."""
    slug = tournament.slug
    counts = finding.counts(tournament)
    entered, here = counts.entered, counts.here
    entries, checkin = (reverse(f"tournaments:{page}", args=[slug]) for page in ("entries", "checkin"))
    is_ladder = finding.ladder_stage(tournament) is not None
    if not entered:
        words = _("Type the names, or paste a list.")
        waits = [Waits(_("Nobody is entered"), words, entries, _("Enter somebody"))]
        title = _("The ladder waits for entries") if is_ladder else _("Round 1 waits for entries")
        return Next(title=title, waits=waits)
    missing = entered - here
    waits = []
    if missing:
        said = {"who": entry_sizes.size_of(tournament).counted(missing)}
        title = ngettext("%(who)s is not checked in", "%(who)s are not checked in", missing) % said
        words = _("Whoever is not here when it begins is not paired.")
        if is_ladder:
            words = _("Players who join later start at the bottom.")
        waits.append(Waits(title, words, checkin, _("Check in")))
    waits += _no_account(tournament, sitters.all_kept_away(tournament))
    title = _("The ladder waits for the check-in") if is_ladder else _("Round 1 waits for the check-in")
    title = title if missing else _("Everybody is here")
    words = sure.warning(finding.main_stage(tournament))
    if here < LEAST:
        words = words or _("It begins from the check-in, as soon as two are here.")
        return Next(title=title, waits=waits, words=words)
    return Next(title=title, waits=waits, words=words, link=checkin, button=_("Begin"))


def _no_account(tournament: Tournament, entries: Sequence[Entry]) -> list[Waits]:
    """The task about players who are to play at live tables and have no account."""
    if not entries:
        return []
    count = len(entries)
    said = {"who": entry_sizes.size_of(tournament).counted(count)}
    title = ngettext("%(who)s has no account", "%(who)s have no account", count) % said
    words = _("Cannot play at a live table: %(names)s") % {"names": _names(entries)}
    return [Waits(title, words, reverse("tournaments:entries", args=[tournament.slug]), _("Invite"))]


def _pairing(tournament: Tournament, number: int) -> Next:
    said = {"n": number}
    if tournament.settings.get("automatic"):
        return Next(title=_("Round %(n)d comes by itself") % said, number=number)
    action = reverse("tournaments:pair", args=[tournament.slug])
    at_the_desk = len(desk.queue(tournament))
    waiting = ngettext("%(n)d thing waits at the desk.", "%(n)d things wait at the desk.", at_the_desk)
    waiting %= {"n": at_the_desk}
    warning = sure.warning(finding.main_stage(tournament))
    waits = list(_not_here(tournament))
    return Next(
        number=number,
        title=(_("Round %(n)d is to be paired") if warning else _("Round %(n)d can be paired")) % said,
        waits=waits,
        words=warning or (waiting if at_the_desk else "" if waits else _("Nothing is missing.")),
        action=action,
        button=_("Pair round %(n)d") % said,
    )


def _not_here(tournament: Tournament) -> Iterator[Waits]:
    """The line about those who are entered and not here: the next round is paired without them."""
    running = [stage for stage in finding.stages(tournament) if stage.state == StageState.RUNNING]
    if not any(stage.takes_byes and stage.source_id is None for stage in running):
        return
    away = list(tournament.entries.filter(status=EntryStatus.ENTERED).order_by("name"))
    if away:
        said = {"who": entry_sizes.size_of(tournament).counted(len(away))}
        title = ngettext("%(who)s is not checked in", "%(who)s are not checked in", len(away)) % said
        words = _("Not here, and not paired: %(names)s") % {"names": _names(away)}
        yield Waits(title, words, reverse("tournaments:checkin", args=[tournament.slug]), _("Check in"))


def _names(entries: Sequence[Entry]) -> str:
    return ", ".join(entry.name for entry in entries[:MOST]) + (" …" if len(entries) > MOST else "")


def _confirming(tournament: Tournament) -> Next:
    """The step after the last round: confirm the standings, or play on."""
    slug = tournament.slug
    waits = list(at_desk(tournament, desk.queue(tournament)))
    waits += [
        Waits(_("An appeal is not decided yet"), one.appeal, reverse("tournaments:desk", args=[slug]), _("Decide it"))
        for one in finding.appeals(tournament)
    ]
    more = []
    if knockouts.why_none(tournament) is None:
        more.append(Way(_("Cut to the top …"), link=reverse("tournaments:stages", args=[slug]) + "#add-knockout"))
    if conditions.why_no_more(finding.stages(tournament)[-1]) is None:
        more.append(Way(_("One more round"), action=reverse("tournaments:add-round", args=[slug])))
    if waits:
        count = len(waits)
        title = ngettext("The end waits for one thing", "The end waits for %(count)d things", count) % {"count": count}
        return Next(title=title, waits=waits, more=more)
    return Next(
        title=_("All rounds are played"),
        words=_("Look over the standings. Once they are confirmed the tournament is over."),
        action=reverse("tournaments:finish", args=[slug]),
        button=_("Confirm the standings"),
        more=[Way(_("Look at the standings"), link=reverse("tournaments:standings", args=[slug])), *more],
    )


def _running(tournament: Tournament, rnd: Round, tables: Sequence[Match], by: User | None) -> Next:
    """The tasks while a round is played: each table without a result, and the open tasks at the desk."""
    results = reverse("tournaments:results", args=[tournament.slug, rnd.number])
    is_last = rnd.number >= standings.rounds_foreseen(tournament)
    said = {"n": rnd.number + 1}
    waits = list(open_tasks(tournament, tables, results, by, is_last))
    if not waits:
        action = reverse("tournaments:close", args=[tournament.slug, rnd.number])
        button = _("Close round %(n)d") % {"n": rnd.number}
        words = closing_words(rnd)
        return Next(title=_("All results are in"), words=words, action=action, button=button)
    count = len(waits)
    said |= {"count": count}
    if is_last:
        title = ngettext("The end waits for one thing", "The end waits for %(count)d things", count) % said
        return Next(title=title, waits=shortened(waits, results))
    title = ngettext("Round %(n)d waits for one thing", "Round %(n)d waits for %(count)d things", count) % said
    if tournament.settings.get("automatic"):
        return Next(
            title=title,
            number=rnd.number + 1,
            waits=shortened(waits, results),
            words=_("Round %(n)s comes by itself.") % said,
        )
    return Next(
        title=title,
        number=rnd.number + 1,
        waits=shortened(waits, results),
        button=_("Pair round %(n)d") % said,
        without=f"{results}?without=1#without" if may_go_on(rnd) else "",
    )
