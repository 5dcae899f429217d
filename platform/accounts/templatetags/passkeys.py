"""Template tags that tell whether a page can offer passkeys, and for which host."""

from django import template
from django.http import HttpRequest

from accounts.second_factor import services

register = template.Library()


@register.simple_tag(takes_context=True)
def passkeys_work(context: template.Context) -> bool:
    """Do browsers allow passkeys at the address of this page?"""
    request = context.get("request")
    return isinstance(request, HttpRequest) and services.passkeys_work(request)


@register.simple_tag(takes_context=True)
def host_here(context: template.Context) -> str:
    """The host of this page, for which its passkeys are made."""
    request = context.get("request")
    return services.host_of(request) if isinstance(request, HttpRequest) else ""
