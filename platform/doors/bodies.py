"""What the API reads of a request's body."""

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class JSONBody(JSONParser):
    """JSON whose text is Unicode: half of a pair of surrogates can be written in JSON, and be neither kept nor said
    back in a refusal."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The body as plain Python. Raises ParseError."""
        body = super().parse(stream, media_type, parser_context)
        try:
            json.dumps(body, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise ParseError("not JSON in Unicode: half of a pair of surrogates stands by itself") from error
        return body
