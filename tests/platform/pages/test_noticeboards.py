"""What a club says about itself: only its organisers write it; a logo is drawn again; text is readable on its
colour."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from audit.models import AuditEntry
from clubs import selectors, services
from clubs.models import Noticeboard
from clubs.services import colours, noticeboards, pictures
from tests.markup import tight

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
FORM = {"name": "Thursday Club", "zone": "UTC"}
WORDS = {"meets": "Every Tuesday at 18:30", "about": "Gin since 2019.", "note": "Bring a pen."}


def picture(size: tuple[int, int] = (900, 600), kind: str = "PNG", **more: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "#7d2b2b").save(out, kind, **more)
    return out.getvalue()


def test_the_noticeboard_shows_what_an_organiser_writes(as_olga, client, club):
    form = FORM | WORDS | {"colour": "#7D2B2B", "logo": SimpleUploadedFile("us.png", picture())}
    assert as_olga.post(f"/clubs/{club.slug}/board/", form)["Location"] == f"/clubs/{club.slug}/"
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    assert "Every Tuesday at 18:30" in page
    assert "Bring a pen." in page
    assert f"/clubs/{club.slug}/look/7d2b2b.css" in page
    assert "Gin since 2019." in tight(client.get(f"/clubs/{club.slug}/about/").content.decode())
    key = Noticeboard.objects.get().logo_key
    answer = client.get(f"/clubs/{club.slug}/logo/{key}.webp")
    assert answer["Content-Type"] == "image/webp"
    with Image.open(BytesIO(answer.content)) as shown:
        assert shown.size == (256, 171)
    assert client.get(f"/clubs/{club.slug}/logo/{'0' * 16}.webp").status_code == 404
    as_olga.post(f"/clubs/{club.slug}/board/", FORM | WORDS | {"drop_logo": "on"})
    assert not Noticeboard.objects.get().logo_key


def test_an_organiser_changes_the_clubs_name_and_zone(as_olga, club):
    where = f"/clubs/{club.slug}/board/"
    assert as_olga.post(where, WORDS | {"name": "Harbour Club", "zone": "Nowhere/Land"}).status_code == 422
    assert as_olga.post(where, WORDS | {"name": " \u200b ", "zone": "UTC"}).status_code == 422
    as_olga.post(where, WORDS | {"name": "Harbour Club", "zone": "Europe/Berlin"})
    club.refresh_from_db()
    assert (club.name, club.timezone, club.slug) == ("Harbour Club", "Europe/Berlin", "thursday-club")
    entry = AuditEntry.objects.get(action="club.board")
    assert entry.before == {"name": "Thursday Club", "timezone": "UTC"}
    assert (entry.after["name"], entry.after["timezone"]) == ("Harbour Club", "Europe/Berlin")
    assert "time of Europe/Berlin" in tight(as_olga.get(f"/clubs/{club.slug}/about/").content.decode())


def test_nobody_else_writes_it(as_dirk, client, club):
    assert as_dirk.post(f"/clubs/{club.slug}/board/", WORDS).status_code == 403
    assert client.post(f"/clubs/{club.slug}/board/", WORDS).status_code == 302
    assert not Noticeboard.objects.exists()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "PNG, JPEG or WebP"),
        (picture()[:300], "PNG, JPEG or WebP"),
        (picture((20, 20)), "64 points"),
        (picture((5000, 5000)), "20 million"),
        (b"\x89PNG" + b"0" * pictures.MOST_BYTES, "2 MB"),
        (picture(kind="GIF"), "PNG, JPEG or WebP"),
    ],
)
def test_a_file_that_is_no_fit_picture_is_refused_with_the_reason(as_olga, club, data, why):
    answer = as_olga.post(f"/clubs/{club.slug}/board/", FORM | WORDS | {"logo": SimpleUploadedFile("us.png", data)})
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not Noticeboard.objects.exists()


def test_of_a_photograph_only_the_picture_is_kept():
    told = Image.Exif()
    told[0x010E] = "taken at home"
    assert b"taken at home" not in pictures.logo(picture(kind="JPEG", exif=told))


@pytest.mark.parametrize(("colour", "why"), [("#ffcc00", "is dark enough"), ("red", "six figures"), ("#12", "six")])
def test_a_colour_that_cannot_be_written_on_is_refused_with_one_that_can(as_olga, club, colour, why):
    answer = as_olga.post(f"/clubs/{club.slug}/board/", FORM | WORDS | {"colour": colour})
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert colours.contrast(colours.dark_enough("#ffcc00")) >= colours.NEEDED


def test_a_style_is_made_only_of_a_colour_that_can_be_read_on(client, club):
    assert b"--felt:#7d2b2b" in client.get(f"/clubs/{club.slug}/look/7d2b2b.css").content
    assert client.get(f"/clubs/{club.slug}/look/ffcc00.css").status_code == 404
    assert client.get(f"/clubs/{club.slug}/look/red;}}x.css").status_code == 404


def test_the_service_asks_for_the_right_itself(club, olga):
    dirk = services.enrol(club=club, name="Dirk", by=None).user
    with pytest.raises(PermissionDenied):
        noticeboards.save_board(club=club, by=dirk, now=NOW, words=WORDS)
    noticeboards.save_board(club=club, by=olga, now=NOW, words=WORDS)
    assert selectors.board(club).note == "Bring a pen."
