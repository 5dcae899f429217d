"""The pages of notices: inbox, settings, the links in mails, and the mail that a site without a mail server keeps."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import mail, signed_in
from accounts.devices import agents
from accounts.models import User
from accounts.second_factor import services as second_factor
from notices import kinds
from notices.forms import BrowserForm, ReaderForm
from notices.models import KeptMail, PushDevice
from notices.selectors import choices
from notices.selectors import inbox as reading
from notices.selectors.wording import worded
from notices.services import browsers, choosing, pushing, stopping
from notices.services import reading as marking


@require_safe
@cache_control(private=True, no_store=True)
@login_required
def inbox(request: HttpRequest) -> HttpResponse:
    """The visitor's notices, page by page."""
    user = signed_in.user(request)
    page = Paginator(reading.notices_of(user), reading.PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "notices": reading.in_words(user, list(page.object_list)),
        "unread": reading.unread(user),
        "is_bouncing": choices.bounces(user),
    }
    return render(request, "notices/inbox.html", context)


def language(request: HttpRequest) -> HttpResponse:
    """Show the pages in another language from now on; a signed-in visitor's mails are written in it, too."""
    answer = set_language(request)
    if request.method == "POST" and isinstance(request.user, User):
        choosing.choose_language(user=request.user, language=request.POST.get("language", ""))
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def one(request: HttpRequest, public_id: str) -> HttpResponse:
    """Read a notice: GET leads to its subject, POST only marks it as read."""
    notice = marking.mark_read(user=signed_in.user(request), public_id=public_id, now=timezone.now())
    if notice is None:
        raise Http404
    return redirect("notices:inbox" if request.method == "POST" else notice.link)


@require_POST
@login_required
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read."""
    marking.mark_all_read(user=signed_in.user(request), now=timezone.now())
    return redirect("notices:inbox")


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """The notices that the visitor wants, and how; POST stores all choices."""
    user = signed_in.user(request)
    reader = choices.reader_of(user)
    initial = {
        "language": choices.language_of(reader),
        "zone": user.timezone,
        "quiet_from": reader.quiet_from,
        "quiet_until": reader.quiet_until,
    }
    form = ReaderForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        choosing.choose(user=user, wanted=form.wanted(), **form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect("notices:settings")
    context = {
        "form": form,
        "table": choices.table_of(reader),
        "has_mail": mail.is_configured(),
        "reader": reader,
        "is_bouncing": choices.is_bouncing(user, reader),
        "push_key": pushing.public_key(),
        "browsers": PushDevice.objects.filter(user=user),
    }
    return render(request, "notices/settings.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def ask_for_proof(request: HttpRequest) -> HttpResponse:
    """Mail the visitor a link that proves that their address works again."""
    user = signed_in.user(request)
    try:
        choosing.ask_for_proof(user=user, now=timezone.now())
    except mail.MailFailed as failed:
        messages.error(request, _("The mail was not sent: %(why)s") % {"why": failed})
    else:
        messages.success(request, _("A mail is on its way to %(email)s. Open its link.") % {"email": user.email})
    return redirect("notices:settings")


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def prove(request: HttpRequest, token: str) -> HttpResponse:
    """Answer the link that proves an address. A button proves the address, because programs that look for viruses open
    links, too."""
    try:
        user, email, about = stopping.read_proof(token)
    except stopping.BadLink:
        return render(request, "notices/bad_link.html", status=HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        choosing.prove(user=user, email=email)
        said = worded(about, choices.zone_of(user)) if about is not None else None
        return render(request, "notices/proved.html", {"email": email, "said": said})
    return render(request, "notices/prove.html", {"email": email, "is_new": about is not None})


@csrf_exempt  # the link is the secret, and RFC 8058 has mail programs post without a cookie
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """The link in each mail: POST stops mail of its kind at once, or stores the ticked kinds."""
    try:
        user, key = stopping.read(token)
    except stopping.BadLink:
        return render(request, "notices/bad_link.html", status=HTTPStatus.NOT_FOUND)
    done = ""
    if request.method == "POST" and "chosen" in request.POST:
        choosing.choose_mail(user=user, wanted=set(request.POST.getlist("wanted")))
        done = "chosen"
    elif request.method == "POST":
        choosing.stop_mail(user=user, keys=[key])
        done = "stopped"
    table = choices.table_of(choices.reader_of(user))
    context = {"kind": kinds.kind(key), "table": table, "done": done, "who": user}
    return render(request, "notices/stop.html", context)


@require_POST
@login_required
def add_browser(request: HttpRequest) -> JsonResponse:
    """Send push to the visitor's browser from now on."""
    form = BrowserForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=422)
    agent = request.headers.get("User-Agent", "")
    name = " · ".join(part for part in (agents.browser(agent), agents.system(agent)) if part) or agent[:80]
    try:
        made = browsers.add(user=signed_in.user(request), name=name, now=timezone.now(), **form.cleaned_data)
    except browsers.NotAPushService:
        return JsonResponse({"errors": {"endpoint": [_("This is no push service that the site knows.")]}}, status=422)
    return JsonResponse({"id": made.public_id}, status=201)


@require_POST
@login_required
def remove_browser(request: HttpRequest) -> HttpResponse:
    """Stop push to one of the visitor's browsers."""
    browsers.remove(user=signed_in.user(request), public_id=request.POST.get("browser", ""))
    return redirect("notices:settings")


@require_safe
@cache_control(private=True, no_store=True)
@login_required
def kept_mails(request: HttpRequest) -> HttpResponse:
    """The mails that a site without a mail server keeps; for its staff."""
    second_factor.require_staff(request.user, _("For the staff of the site."))
    page = Paginator(KeptMail.objects.all(), reading.PAGE).get_page(request.GET.get("page"))
    return render(request, "notices/kept_mails.html", {"page": page, "has_mail": mail.is_configured()})
