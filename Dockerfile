# One image for web, worker, beat and house players; docker-compose.yml says which command each runs.
FROM python:3.11.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DJANGO_SETTINGS_MODULE=config.settings
WORKDIR /app

COPY requirements.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

COPY . .
RUN pip install --no-cache-dir --disable-pip-version-check --no-build-isolation --no-deps -e . \
    && UNDERCUT_DATA=/tmp/build UNDERCUT_STATIC_MANIFEST=1 python manage.py collectstatic --noinput \
    && rm -rf /tmp/build \
    && python -m compileall -q games platform ratings tournaments \
    && useradd --create-home undercut && mkdir -p /data && chown undercut /data
ENV UNDERCUT_STATIC_MANIFEST=1 UNDERCUT_DATA=/data
VOLUME /data
USER undercut
EXPOSE 8000
