"""Draws the icons of the installed site (static/app/*.png) from static/favicon.svg, in the system's Chromium.

    python tools/draw_icons.py /usr/bin/chromium-headless-shell

A maskable icon fills its square, and what matters stands in the circle of four fifths of it: a phone cuts the rest off
(W3C, Web Application Manifest, icon masks).
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parents[1] / "static"
GROUND = "#123b2c"
SIZES = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "mask-512": (512, 0.72), "touch-180": (180, 0.86)}


def main(chromium: str) -> None:
    """Write each icon: the sign at its share of the square; a share below one stands on the sign's own green."""
    sign = (STATIC / "favicon.svg").read_text()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (size, share) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = GROUND if share < 1 else "transparent"
            page.set_content(
                f"<style>body{{margin:0;background:{ground};display:grid;place-items:center;height:{size}px}}"
                f"svg{{width:{size * share}px}}</style>{sign}"
            )
            page.screenshot(path=STATIC / "app" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
