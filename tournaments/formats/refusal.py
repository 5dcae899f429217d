"""The refusal of a move that a format's rules do not allow."""


class Refused(ValueError):
    """A move is not allowed now; `code` names the rule, the message says what is allowed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
