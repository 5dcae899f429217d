"""What a browser says of itself, in words that its owner knows again."""

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
    """The browser's name; empty where it is not known."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def system(agent: str) -> str:
    """The name of what it runs on; empty where it is not known."""
    return next((name for mark, name in SYSTEMS if mark in agent), "")
