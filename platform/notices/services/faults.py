"""The ways in which a delivery can fail."""


class Refused(Exception):
    """It will never be accepted; the text is the other side's answer."""


class Delayed(Exception):
    """It was not accepted, but may be later."""


class Away(Delayed):
    """The other side accepts nothing at all now, so the other deliveries wait, too."""
