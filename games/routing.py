"""Websocket addresses of the games."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/t/<int:shard>/<str:public_id>/", TableConsumer.as_asgi())]
