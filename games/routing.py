"""Websocket addresses of the games."""

from typing import Any

from django.urls import path

from games.consumers import TableConsumer

consumer: Any = TableConsumer.as_asgi()  # Channels routes ASGI applications by the paths that Django has for views
websocket_urlpatterns: list[Any] = [path("ws/t/<int:shard>/<str:public_id>/", consumer)]
