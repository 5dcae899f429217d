"""Collect the site's files as browsers get them: without comments, compressed, under names with a hash of their
contents."""

import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_SHEETS = "css/"
TEXT = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
GAP = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/)+"
SPACED = re.compile(
    rf"({TEXT})|(?:{GAP})?(?:;(?:{GAP})?)?(}})(?:{GAP})?|(?:{GAP})?([{{;])(?:{GAP})?|([,:]){GAP}|({GAP})", re.DOTALL
)
MARK = "made-from"  # a file in the folder of collected files: the state of the sources


class Collected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Collect as whitenoise does; scripts also import each other (`from"./lit.js"`) by the collected names, and our
    stylesheets lose their comments and blanks."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("dist/*.js", ((r'(?P<matched>from"(?P<url>\./[\w.-]+)")', 'from"%(url)s"'),)),
    )

    def create_compressor(self, **options: Any) -> Compressor:
        """Source maps are for developers' tools: they stay as they are."""
        return Compressor(**options | {"extensions": (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")})

    def _save(self, name: str, content: "File[Any]") -> str:
        if name.startswith(OWN_SHEETS) and name.endswith(".css"):
            content = ContentFile(short(b"".join(content.chunks()).decode()).encode())
        return str(super()._save(name, content))


def short(sheet: str) -> str:
    """A stylesheet without comments and without the blanks that say nothing."""

    def kept(found: re.Match[str]) -> str:
        *written, gap = found.groups()
        return " " if gap else next(filter(None, written))

    return SPACED.sub(kept, sheet).strip()


def collect(folder: Path) -> bool:
    """Collect all files into the folder unless it holds them as the sources are now; returns whether it was done. What
    the folder held before goes."""
    mark, state = folder / MARK, _state()
    if mark.exists() and mark.read_text() == state:
        return False
    shutil.rmtree(folder, ignore_errors=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(state)
    return True


def _state() -> str:
    """Changes when a source is changed, comes or goes: by name, size and time."""
    found = sha256()
    for name, path in sorted(_sources()):
        looked = path.stat()
        found.update(f"{name} {looked.st_size} {looked.st_mtime_ns}\n".encode())
    return found.hexdigest()


def _sources() -> Iterator[tuple[str, Path]]:
    yield "", Path(__file__)
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield name, Path(storage.path(name))
