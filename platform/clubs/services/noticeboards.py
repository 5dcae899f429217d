"""What a club says about itself: its words, note, colour and logo."""

from datetime import datetime
from hashlib import sha256

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from audit import services as audit
from clubs import selectors
from clubs.models import Club, Noticeboard
from clubs.services import colours, pictures
from doors.zones import known_zones
from quotas import services as quotas
from quotas.acts import DRAW_PICTURE


class BadBoard(Exception):
    """A noticeboard cannot be saved like this: `field` names the wrong value, and the words say why and what to do."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


def save_board(
    *,
    club: Club,
    by: User,
    now: datetime,
    words: dict[str, str],
    colour: str = "",
    picture: bytes | None = None,
    drop_logo: bool = False,
    name: str = "",
    zone: str = "",
) -> Noticeboard:
    """Save a club's noticeboard: `words` (meets, about, note), a colour (#rrggbb, empty: the site's), a new logo, or
    none; and the club's name and time zone, if given. Only organisers may. Locks the club. Raises PermissionDenied,
    BadBoard, LimitReached: each picture counts, even a refused one."""
    if not selectors.may_organise(by, club):
        raise PermissionDenied(_("Only the club's organisers change its page."))
    if picture is not None:
        quotas.take(DRAW_PICTURE, now=now, account=by.pk)
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        return _saved(club, by, now, words, colour, picture, drop_logo, name, zone)


def _saved(
    club: Club,
    by: User,
    now: datetime,
    words: dict[str, str],
    colour: str,
    picture: bytes | None,
    drop_logo: bool,
    name: str,
    zone: str,
) -> Noticeboard:
    before = {"name": club.name, "timezone": club.timezone}
    club.name, club.timezone = _checked_name(name) or club.name, _checked_zone(zone, club.timezone)
    board = Noticeboard.objects.filter(club=club).first() or Noticeboard(club=club)
    board.meets, board.about, board.note = words["meets"], words["about"], words["note"]
    board.colour = checked_colour(colour)
    if picture is not None:
        try:
            board.logo = pictures.logo(picture)
        except pictures.BadPicture as bad:
            raise BadBoard("logo", str(bad)) from bad
    elif drop_logo:
        board.logo = None
    board.logo_key = sha256(board.logo).hexdigest()[:16] if board.logo else ""
    board.save()
    club.save(update_fields=["name", "timezone"])
    after = {"colour": board.colour, "logo": board.logo_key, "words": sum(map(len, words.values()))}
    after |= {"name": club.name, "timezone": club.timezone}
    audit.record(actor=by, action="club.board", target=f"club:{club.slug}", before=before, after=after, now=now)
    return board


def _checked_name(name: str) -> str:
    try:
        return names.clean_name(name) if name else ""
    except names.BadName as bad:
        raise BadBoard("name", str(bad)) from bad


def _checked_zone(zone: str, held: str) -> str:
    if zone and zone != held and zone not in known_zones():
        raise BadBoard("zone", _("There is no such time zone."))
    return zone or held


def checked_colour(colour: str) -> str:
    """The colour, on which text must be readable; empty for none. Raises BadBoard, with a shade that would do."""
    colour = colour.strip().lower()
    if not colour:
        return ""
    if not colours.HEX.fullmatch(colour):
        raise BadBoard("colour", _("Name the colour as # and six figures, such as #7d2b2b."))
    if (contrast := colours.contrast(colour)) < colours.NEEDED:
        filled = {"contrast": f"{contrast:.1f}", "needed": colours.NEEDED, "darker": colours.dark_enough(colour)}
        told = _(
            "White writing is hard to read on it (contrast %(contrast)s of %(needed)s). %(darker)s is dark enough."
        )
        raise BadBoard("colour", told % filled)
    return colour
