"""The acts that are limited, and how often each may be done. Services ask (`quotas.services.take`), so every door is
covered."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACCOUNT, CLUB, ADDRESS, NETWORK = "account", "club", "address", "network"
PERSON, TEXT = "person", "text"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A limit of `most` acts in a `window` for each value of `of`: an account, a club, a mail address, a network
    address, a person reached with the same text, or a combination of these. In a club that site staff have approved the
    limit is `most_approved`, if given."""

    of: tuple[str, ...]
    most: int
    window: timedelta
    most_approved: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act with a limit on how often it may be done: its words for people, and its bounds."""

    key: str
    name: str | Promise
    bounds: tuple[Bound, ...]


NEW_ADDRESSES = Act(
    key="new_addresses",
    name=_("Mail addresses of people who have not confirmed them"),
    bounds=(
        Bound(of=(ACCOUNT,), most=100, most_approved=10_000, window=DAY),
        Bound(of=(CLUB,), most=100, most_approved=10_000, window=DAY),
    ),
)
MAIL_INVITATION = Act(
    key="mail_invitation",
    name=_("Mails of a club that invite one address"),
    bounds=(Bound(of=(ADDRESS, CLUB), most=1, window=DAY), Bound(of=(ADDRESS,), most=5, window=DAY)),
)
MAIL_STRANGER = Act(
    key="mail_stranger",
    name=_("Mails to an address that nobody has confirmed"),
    bounds=(Bound(of=(ADDRESS,), most=5, window=DAY),),
)
MAIL_ON_REQUEST = Act(
    key="mail_on_request",
    name=_("Mails that anybody can ask for to one address"),
    bounds=(Bound(of=(ADDRESS,), most=20, window=DAY),),
)
ASK_CLUB = Act(
    key="ask_club",
    name=_("Requests to be let into a club"),
    bounds=(Bound(of=(ACCOUNT, CLUB), most=3, window=DAY), Bound(of=(ACCOUNT,), most=20, window=HOUR)),
)
CALL_OFFICIALS = Act(
    key="call_officials",
    name=_("Calls for an official"),
    bounds=(Bound(of=(ACCOUNT, CLUB), most=30, window=HOUR),),
)
ANNOUNCE = Act(
    key="announce",
    name=_("Announcements"),
    bounds=(Bound(of=(ACCOUNT, CLUB), most=20, window=HOUR),),
)
PROVE_ADDRESS = Act(
    key="prove_address",
    name=_("Mails that prove your address"),
    bounds=(Bound(of=(ACCOUNT,), most=5, window=HOUR),),
)
MAKE_ACCOUNT = Act(
    key="make_account",
    name=_("New accounts from your network"),
    bounds=(Bound(of=(NETWORK,), most=10, window=MINUTE), Bound(of=(NETWORK,), most=100, window=HOUR)),
)
ASK_RESOLVER = Act(
    key="ask_resolver",
    name=_("Addresses of webhooks that are looked up or tried"),
    bounds=(Bound(of=(ACCOUNT,), most=60, window=HOUR),),
)
FOUND_CLUB = Act(
    key="found_club",
    name=_("New clubs"),
    bounds=(Bound(of=(ACCOUNT,), most=10, window=DAY),),
)
MAKE_EVENT = Act(
    key="make_event",
    name=_("New tournaments, seasons and open events"),
    bounds=(Bound(of=(ACCOUNT,), most=200, window=HOUR),),
)
PASTE_MEMBERS = Act(
    key="paste_members",
    name=_("Lists of members that are looked at or taken"),
    bounds=(Bound(of=(ACCOUNT,), most=60, window=HOUR),),
)
TRY_CLAIM = Act(
    key="try_claim",
    name=_("Codes of names that are tried"),
    bounds=(Bound(of=(ACCOUNT,), most=10, window=HOUR),),
)
DRAW_PICTURE = Act(
    key="draw_picture",
    name=_("Pictures that are drawn anew"),
    bounds=(Bound(of=(ACCOUNT,), most=20, window=HOUR),),
)
EXPORT_OWN_DATA = Act(
    key="export_own_data",
    name=_("Files with all of your own data"),
    bounds=(Bound(of=(ACCOUNT,), most=10, window=HOUR),),
)
WORK_AT_DESK = Act(
    key="work_at_desk",
    name=_("Steps at the director’s desk"),
    bounds=(Bound(of=(ACCOUNT,), most=120, window=MINUTE),),
)
ADD_BROWSER = Act(
    key="add_browser",
    name=_("Browsers that take notices"),
    bounds=(Bound(of=(ACCOUNT,), most=30, window=HOUR),),
)
CALL_AGAIN = Act(
    key="call_again",
    name=_("Mails and pushes of one kind to one person"),
    bounds=(Bound(of=(ACCOUNT, PERSON, TEXT), most=20, window=DAY),),
)

ACTS = (
    NEW_ADDRESSES, MAIL_INVITATION, MAIL_STRANGER, MAIL_ON_REQUEST, ASK_CLUB, CALL_OFFICIALS, ANNOUNCE, PROVE_ADDRESS,
    MAKE_ACCOUNT, ASK_RESOLVER, FOUND_CLUB, MAKE_EVENT, PASTE_MEMBERS, TRY_CLAIM, DRAW_PICTURE, EXPORT_OWN_DATA,
    WORK_AT_DESK, ADD_BROWSER, CALL_AGAIN,
)  # fmt: skip
