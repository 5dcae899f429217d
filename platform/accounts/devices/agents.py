"""Name the browser and the system behind a User-Agent header, in words that their owner recognises."""

BROWSERS = (  # the first that is found: most call themselves by the names of those after them, too
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def browser(agent: str) -> str:
    """The name of the browser; empty if unknown."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def system(agent: str) -> str:
    """The name of the system or device; empty if unknown."""
    return next((name for mark, name in SYSTEMS if mark in agent), "")
