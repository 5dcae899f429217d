"""What the chart for a cluster takes over from the site of docker-compose.yml: nginx's configuration and error page."""

import re

from django.conf import settings

HEAD = """\
# nginx.conf of the repository with the addresses of a cluster, made by `make generated`: change it there.
# Pages go to the service of the web processes. Each process of the tables has a name, which is asked for anew after a
# second, because a pod that was replaced has another address.
"""
LIVE = "{{ .Release.Name }}-live-%s.{{ .Release.Name }}-live.{{ .Release.Namespace }}.svc.{{ .Values.network.domain }}"
RESOLVER = """\
    resolver {{ .Values.network.resolver }} valid=1s ipv6=off;

    # The pod that has the tables of a shard while the shard's own is away: that of the next one.
    map $shard $neighbour {
        default $shard;
        {{- range $shard := until (int .Values.live) }}
        {{ $shard }} {{ mod (add1 $shard) (int $.Values.live) }};
        {{- end }}
    }
"""
SOCKETS = f"""\
        location ~ ^/ws/t/(?<shard>[0-9]+)/ {{
            proxy_pass http://{LIVE % "$shard"}:8000;
            error_page 429 @too_often;
            error_page 502 504 = @neighbour;
            recursive_error_pages on;  # the error page, where the neighbour does not answer either
        }}
        location @neighbour {{
            proxy_pass http://{LIVE % "$neighbour"}:8000;
        }}
"""


def nginx_conf(text: str = "") -> str:
    """nginx.conf for the chart, a template of Helm, whatever the present `text` of the file is. Raises ValueError if
    the nginx.conf of the repository no longer has a part that is replaced."""
    conf = (settings.BASE_DIR / "nginx.conf").read_text(encoding="utf-8")
    for pattern, new in (
        (r"\A(?:#.*\n)+", HEAD),
        (r"server web-\d:8000", "server {{ .Release.Name }}-web:8000"),
        (r"(?:(?: *#.*\n)* *upstream live-\d \{[^}]*\}\n)+", RESOLVER),
        (r"(?: *location /ws/t/\d/ .*\n)+", SOCKETS),
    ):  # fmt: skip
        conf, found = re.subn(pattern, new, conf)
        if not found:
            raise ValueError(f"nginx.conf has no {pattern}")
    return conf


def away_page(text: str = "") -> str:
    """The page that nginx shows while no process answers, whatever the present `text` of the file is."""
    return (settings.BASE_DIR / "static/errors/away.html").read_text(encoding="utf-8")
