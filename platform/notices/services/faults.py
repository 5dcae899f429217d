"""The ways in which a delivery can fail."""


class Refused(Exception):
    """The delivery will never be accepted; the text is the other side's answer."""


class Delayed(Exception):
    """The delivery was not accepted now, but may be later."""


class Away(Delayed):
    """The other side accepts nothing at all now, so the other deliveries wait, too."""
