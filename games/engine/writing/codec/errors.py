"""The error for JSON that is not an action."""


class BadAction(ValueError):
    """JSON that is no action: the `field` that is wrong and what is `allowed` there."""

    def __init__(self, field: str, allowed: str) -> None:
        super().__init__(f"{field}: allowed is {allowed}")
        self.field = field
        self.allowed = allowed
