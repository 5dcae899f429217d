"""The pictures of the handbook, from the screenshots that browser tests take: `make pictures` runs the tests that take
them, and this writes `static/handbook/`.

    python tools/handbook_pictures.py FOLDER

FOLDER is where the tests left their screenshots. A picture shows the top of the page, as a screen does."""

import sys
from pathlib import Path

from PIL import Image

PLACE = Path(__file__).resolve().parents[1] / "static" / "handbook"
# The name of the picture, and the screenshot that it is made of.
PICTURES = {
    "draft": "draft-1-1280-light",
    "law": "laws-says",
    "new-tournament": "new-tournament-1280-light",
    "replay": "replay-390-light",
    "results": "results-1-1280-light",
    "slip": "slip-to-agree-390-light",
    "standings": "standings-1280-light",
    "table": "table-mid-hand-390-light",
    "tournament": "tournament-1280-light",
}
PHONE = 500  # pixels: what is narrower is a phone's screen
TALL = {True: 844, False: 860}  # pixels of height that are shown, of a phone and of a computer


def write(folder: Path) -> None:
    """Write every picture; raises SystemExit naming the screenshots that are missing."""
    shots = {name: folder / f"{shot}.png" for name, shot in PICTURES.items()}
    if missing := sorted(shot.stem for shot in shots.values() if not shot.exists()):
        raise SystemExit(f"No screenshot in {folder}: {', '.join(missing)}. `make pictures` takes them.")
    PLACE.mkdir(exist_ok=True)
    for name, shot in shots.items():
        with Image.open(shot) as taken:
            tall = min(taken.height, TALL[taken.width < PHONE])
            taken.convert("RGB").crop((0, 0, taken.width, tall)).save(PLACE / f"{name}.webp", quality=80, method=6)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
