"""What is there to read: the rules (all games and presets, one rule set on a sheet in plain words, the whole rulebook)
and the handbook."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from doors.books import handbook
from doors.books import rulebook as book
from games import engine
from games.live import presets
from games.live.lessons.lessons import lesson_for
from games.live.presets import variations as varied
from games.models import LIVE_VARIANTS

SEARCHED = 80  # letters of what is looked for in the handbook


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The games and their presets."""
    return render(request, "pages/learning/rules.html", {"families": presets.families()})


@require_safe
def preset(request: HttpRequest, word: str) -> HttpResponse:
    """A preset, or a preset with options laid over it, in plain words; `word` is its text in game records."""
    try:
        found = engine.parse_rules(word)
    except engine.Impossible as unknown:
        raise Http404 from unknown
    sheet = presets.sheet(found)
    if sheet.word != word:
        return redirect("pages:preset", word=sheet.word)
    context = {"rules": found, "sheet": sheet, "is_live": found.key in LIVE_VARIANTS, "lesson": lesson_for(found.key)}
    return render(request, "pages/learning/preset.html", context)


@require_safe
def variations(request: HttpRequest) -> HttpResponse:
    """Everything that people may agree on, and where it is chosen."""
    return render(request, "pages/learning/variations.html", {"families": varied.variations()})


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """The whole text, with an anchor for each rule."""
    return render(request, "pages/learning/rulebook.html", {"text": book.page(), "contents": book.contents()})


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """The handbook: what it has, or where it has the words that are looked for."""
    asked = request.GET.get("q", "").strip()[:SEARCHED]
    parts = handbook.parts()
    first, others = parts[: handbook.FOR_READERS], parts[handbook.FOR_READERS :]
    context = {"asked": asked, "found": handbook.find(asked), "first": first, "others": others}
    return render(request, "pages/help/index.html", context)


@require_safe
def help_page(request: HttpRequest, name: str) -> HttpResponse:
    """One page of the handbook."""
    page = handbook.page_in(name, get_language() or "en")
    if page is None:
        raise Http404(name)
    context = {"page": page, "text": handbook.text_of(page), "contents": handbook.contents(page)}
    return render(request, "pages/help/page.html", context)
