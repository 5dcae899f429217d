"""Pages of the nightly dumps: the list, and the files themselves."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.selectors import dump_files


@require_safe
def dumps(request: HttpRequest) -> HttpResponse:
    """Everything public as files, the latest dump first; a file that stays as it is stands once."""
    found = dump_files.dumps()
    own = [dump_files.only_in(dump, later) for dump, later in zip(found, [None, *found], strict=False)]
    shown = [(dump, files, len(dump.files) - len(files)) for dump, files in zip(found, own, strict=True)]
    return render(request, "pages/archive/dumps.html", {"dumps": shown})


@require_safe
def dump_file(request: HttpRequest, dump: str, name: str) -> HttpResponseBase:
    """One file of a dump, streamed from disk. `dump` may be "latest"."""
    path = dump_files.dump_file(dump, name)
    if path is None:
        raise Http404(_("There is no such file. The latest dumps are kept."))
    kind = "application/json" if name == dump_files.MANIFEST else "application/gzip"
    headers = {"Content-Length": str(path.stat().st_size), "Content-Disposition": f'attachment; filename="{name}"'}
    if request.method == "HEAD":
        return HttpResponse(content_type=kind, headers=headers)
    return StreamingHttpResponse(_pieces(path), content_type=kind, headers=headers)


async def _pieces(path: Path) -> AsyncIterator[bytes]:
    with path.open("rb") as file:
        while piece := await asyncio.to_thread(file.read, dump_files.PIECE):
            yield piece
