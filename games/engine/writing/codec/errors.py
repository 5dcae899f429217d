"""The error for JSON that is not an action."""


class BadAction(ValueError):
    """JSON is not an action: the `field` at fault and what is `allowed` there."""

    def __init__(self, field: str, allowed: str) -> None:
        super().__init__(f"{field}: allowed is {allowed}")
        self.field = field
        self.allowed = allowed
