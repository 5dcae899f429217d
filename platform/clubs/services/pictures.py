"""Pictures that people send: check them, draw them again, and store them small. Everything in the file besides the
picture is dropped."""

from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

KINDS = ("PNG", "JPEG", "WEBP")  # no SVG, which may hold a script
MOST_BYTES = 2 * 1024 * 1024
MOST_PIXELS = 20_000_000
LEAST_SIDE, SIDE = 64, 256


class BadPicture(Exception):
    """The file is not accepted as a picture; the message says why."""


def logo(data: bytes) -> bytes:
    """Draw the picture again as WebP, at most 256 pixels wide and high. Raises BadPicture."""
    if len(data) > MOST_BYTES:
        raise BadPicture(_("The file is larger than 2 MB: make the picture smaller."))
    try:
        with Image.open(BytesIO(data), formats=KINDS) as found:
            if found.width * found.height > MOST_PIXELS:
                raise BadPicture(_("The picture has more than 20 million points: make it smaller."))
            if min(found.size) < LEAST_SIDE:
                raise BadPicture(_("The picture is too small: it needs 64 points in width and height."))
            drawn = ImageOps.exif_transpose(found).convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as bad:
        raise BadPicture(_("This is no picture that can be read: send a PNG, JPEG or WebP file.")) from bad
    drawn.thumbnail((SIDE, SIDE))
    plain = Image.new("RGBA", drawn.size)  # without what else the file held
    plain.paste(drawn)
    out = BytesIO()
    plain.save(out, "WEBP", quality=90)
    return out.getvalue()
