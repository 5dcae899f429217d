"""Answers of the API that a client may keep: an ETag, and 304 to who has it."""

from hashlib import sha256

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response


def kept(request: Request, version: str, answer: HttpResponseBase) -> HttpResponseBase:
    """The answer under its version, or 304."""
    etag = quote_etag(version)
    answer["ETag"], answer["Cache-Control"] = etag, "no-cache"
    return get_conditional_response(request._request, etag=etag, response=answer) or answer


def kept_as_it_is(request: Request, answer: Response) -> HttpResponseBase:
    """The answer under a digest of what it says, or 304: where several runs have a part in it."""
    return kept(request, sha256(JSONRenderer().render(answer.data)).hexdigest()[:32], answer)
