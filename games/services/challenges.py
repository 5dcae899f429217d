"""Challenge a person to a game. They accept and both sit down, or they decline, or the challenge lapses."""

from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import selectors
from games.live.setup.clock import is_by_days
from games.models import Answer, Challenge, Unchallenged
from games.services import house_rules
from games.services.seeks import STAYS, WantedGame, require_sense
from games.services.tables import MOST_OPEN, CannotSit, SeatSpec, open_by_terms, require_room
from notices.kinds import Kind, Text
from notices.services.telling import Letter, tell

LAPSES = timedelta(minutes=15)
MOST_CHALLENGES = 20  # that one person makes in an hour
MOST_AT_ONE = 3  # of them at the same person
OLD_CHALLENGES, OLD_CHALLENGES_HOUR = "games.old_challenges", 5
KEPT = timedelta(days=1)

CHALLENGED, ACCEPTED, DECLINED = "casual.challenged", "casual.accepted", "casual.declined"
KINDS = (Kind(key="casual", name=gettext_lazy("Somebody challenges you to a game")),)
TEXTS = (
    Text(
        key=CHALLENGED, kind="casual", title=gettext_lazy("%(player)s challenges you"),
        says=gettext_lazy("To a game of %(rules)s. Answer by %(lapses_at)s."),
    ),
    Text(
        key=ACCEPTED, kind="casual", title=gettext_lazy("%(player)s accepts your challenge"),
        says=gettext_lazy("Your table of %(rules)s is open."),
    ),
    Text(
        key=DECLINED, kind="casual", title=gettext_lazy("%(player)s declines your challenge"),
        says=gettext_lazy("It was to a game of %(rules)s."),
    ),
)  # fmt: skip


@transaction.atomic
def challenge(*, by: User, to: User, wish: WantedGame, now: datetime) -> Challenge:
    """Challenge a person to a game, and tell them. By the rules of a club only its members challenge; whom they
    challenge may be anybody, who reads the rules before the answer. The rating and its bounds in the wish do not count,
    as the opponent is chosen. Locks the challenger. Raises BadTable (with its field) for wishes that do not go
    together, CannotSit if this person cannot be challenged now (with the reason), TooManyTables."""
    if by.is_guest:
        raise CannotSit(_("Guests challenge nobody: sign in first, or look for an opponent."))
    if by.pk == to.pk:
        raise CannotSit(_("Nobody plays against themselves."))
    require_sense(by, wish)
    house = house_rules.choose_for(user=by, rules=wish.rules, now=now)
    require_room(by)
    if not selectors.takes_challenges(to) or selectors.is_muted_by(by, [to.pk]):
        raise CannotSit(_("%(name)s takes no challenges.") % {"name": to})
    own = Challenge.objects.filter(by=by)
    own.filter(to=to, answer=Answer.OPEN, lapses_at__lte=now).update(answer=Answer.TAKEN_BACK)
    if own.filter(to=to, answer=Answer.OPEN).exists():
        raise CannotSit(_("You have challenged %(name)s already; wait for the answer.") % {"name": to})
    lately = own.filter(made_at__gt=now - timedelta(hours=1))
    if lately.count() >= MOST_CHALLENGES or lately.filter(to=to).count() >= MOST_AT_ONE:
        raise CannotSit(_("That were many challenges within an hour: wait a while, or look for an opponent."))
    lapses_at = now + (STAYS if is_by_days(wish.clock) else LAPSES)
    made = Challenge.objects.create(
        by=by, to=to, rules=wish.rules, laws=wish.laws, length="" if wish.length == "game" else wish.length,
        clock=wish.clock, is_rated=wish.is_rated and (house is None or house.is_rated), made_at=now,
        lapses_at=lapses_at, rules_called=house.name if house else "",
    )  # fmt: skip
    _tell(made, CHALLENGED, to, by, now)
    return made


@transaction.atomic
def accept_challenge(*, challenge: Challenge, user: User, now: datetime) -> Challenge:
    """Accept a challenge: both sit down, and the challenger is told. Locks both persons and the challenge. Raises
    CannotSit with the reason."""
    for one in sorted((challenge.by_id, challenge.to_id)):  # two who challenge each other lock in the same order
        User.objects.select_for_update(no_key=True).get(pk=one)
    require_room(user)
    found = _open(challenge, user, now)
    if selectors.casual_of(found.by).count() >= MOST_OPEN:
        raise CannotSit(_("%(name)s sits at too many tables just now.") % {"name": found.by})
    found.table = open_by_terms(found, [SeatSpec(found.by), SeatSpec(found.to)], now, called=found.rules_called)
    found.answer = Answer.ACCEPTED
    found.save(update_fields=["table", "answer"])
    _tell(found, ACCEPTED, found.by, found.to, now)
    return found


@transaction.atomic
def decline_challenge(*, challenge: Challenge, user: User, now: datetime) -> None:
    """Decline a challenge; the challenger is told. Locks it. Raises CannotSit if it was answered or has lapsed."""
    found = _open(challenge, user, now)
    found.answer = Answer.DECLINED
    found.save(update_fields=["answer"])
    _tell(found, DECLINED, found.by, found.to, now)


@transaction.atomic
def take_back_challenge(*, challenge: Challenge, user: User) -> None:
    """Take back one's own challenge. After an answer nothing happens."""
    Challenge.objects.filter(pk=challenge.pk, by=user, answer=Answer.OPEN).update(answer=Answer.TAKEN_BACK)


@transaction.atomic
def take_challenges(*, user: User, takes: bool, now: datetime) -> None:
    """Set whether others may challenge this person; open challenges stay."""
    if takes:
        Unchallenged.objects.filter(user=user).delete()
    else:
        Unchallenged.objects.get_or_create(user=user, defaults={"since": now})


def forget_old_challenges(*, now: datetime) -> int:
    """Delete challenges that lapsed more than a day ago, and return their number. Their tables stay."""
    return Challenge.objects.filter(lapses_at__lt=now - KEPT).delete()[0]


def _open(challenge: Challenge, user: User, now: datetime) -> Challenge:
    """The challenge, locked. Raises CannotSit unless it is to this person and can still be answered."""
    found = Challenge.objects.select_for_update(of=("self",)).select_related("by", "to").get(pk=challenge.pk)
    if found.to_id != user.pk:
        raise CannotSit(_("This challenge is to somebody else."))
    if found.answer != Answer.OPEN:
        raise CannotSit(_("This challenge was answered already, or taken back."))
    if found.lapses_at <= now:
        raise CannotSit(_("This challenge has lapsed: nobody answered in time."))
    return found


def _tell(found: Challenge, text: str, reader: User, other: User, now: datetime) -> None:
    parts = {"player": str(other), "rules": found.rules_name, "lapses_at": found.lapses_at.isoformat()}
    link = reverse("games:challenge", args=[found.public_id])
    tell(key=f"{text}:{found.public_id}", text=text, to=[Letter(reader, link, parts)], by=other, now=now)
