"""The addresses of webhooks: pages of a club and of the site, and the API of a club."""

from django.urls import path

from webhooks import api as door
from webhooks import views

app_name = "webhooks"
CLUB, SITE = "clubs/<slug:slug>/webhooks/", "site/webhooks/"


def _pages(prefix: str, before: str) -> list[object]:
    one = f"{prefix}<str:public_id>/"
    return [
        path(prefix, views.endpoints, name=f"{before}endpoints"),
        path(f"{prefix}new/", views.add, name=f"{before}add"),
        path(one, views.endpoint, name=f"{before}endpoint"),
        path(f"{one}secret/", views.rotate, name=f"{before}rotate"),
        path(f"{one}remove/", views.remove, name=f"{before}remove"),
        path(f"{one}test/", views.try_out, name=f"{before}try_out"),
        path(f"{one}deliveries/<str:delivery>/again/", views.send_again, name=f"{before}send_again"),
    ]


urlpatterns = [*_pages(CLUB, ""), *_pages(SITE, "site-")]

HOOKS = "clubs/<slug:slug>/webhooks"
api = [
    path(HOOKS, door.Endpoints.as_view(), name="api-webhooks"),
    path(f"{HOOKS}/<str:public_id>", door.EndpointDetail.as_view(), name="api-webhook"),
    path(f"{HOOKS}/<str:public_id>/secret", door.Secret.as_view(), name="api-webhook-secret"),
    path(f"{HOOKS}/<str:public_id>/test", door.Test.as_view(), name="api-webhook-test"),
    path(f"{HOOKS}/<str:public_id>/deliveries", door.Deliveries.as_view(), name="api-webhook-deliveries"),
    path(
        f"{HOOKS}/<str:public_id>/deliveries/<str:delivery>/again", door.Again.as_view(), name="api-webhook-send-again"
    ),
]
