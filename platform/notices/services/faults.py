"""How handing over a delivery fails."""


class Refused(Exception):
    """It will never be taken; the text is what the other side said."""


class Delayed(Exception):
    """It was not taken, and may be later."""


class Away(Delayed):
    """The other side takes nothing at all now: the rest waits, too."""
