"""Parse request bodies in the API."""

import json
import math
from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

DIGITS = 18  # of a whole number: a database column holds any of these
NOT_UTF8 = "not JSON in UTF-8"


class JSONBody(BaseParser):
    """JSON that the rest of the code can handle: text without NUL and lone surrogates, which JSON allows but which can
    be neither stored nor sent back; numbers that fit a column; limited nesting."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The body as plain Python. Raises ParseError."""
        try:
            body = json.loads(stream.read().decode(), parse_constant=_no_number, parse_int=_whole, parse_float=_number)
            said = json.dumps(body, ensure_ascii=False)
            said.encode()
        except RecursionError as error:
            raise ParseError("not JSON that can be read: it is nested too deep") from error
        except UnicodeDecodeError as error:
            raise ParseError(NOT_UTF8) from error
        except UnicodeEncodeError as error:
            raise ParseError("not JSON in Unicode: half of a pair of surrogates stands by itself") from error
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
        if "\\u0000" in said.replace("\\\\", ""):
            raise ParseError("no NUL in text")
        return body


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > DIGITS:
        raise ParseError(f"{text[:24]}… is too long: a whole number has at most {DIGITS} digits")
    return int(text)


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ParseError(f"{text[:24]} is no number that can be kept")
    return number


def _no_number(text: str) -> float:
    raise ParseError(f"{text} is no number in JSON")
