"""Settings of Undercut: everything a site may change is an environment variable, listed in docs/settings.md."""

import os
import warnings
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import keys, sqlite

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = Path(env.str("UNDERCUT_DATA", default=str(BASE_DIR / "data"))).resolve()

DEBUG = env.bool("UNDERCUT_DEBUG", default=False)
SECRET_KEY = keys.key("UNDERCUT_SECRET_KEY", DATA_DIR / "secret.key")
SEAL_KEY = keys.key("UNDERCUT_SEAL_KEY", DATA_DIR / "seal.key")
SITE_ORIGINS = env.list("UNDERCUT_ORIGINS", default=[])  # e.g. https://club.example; embedded: set by `up`
PORT = env.int("PORT", default=8000)
if not SITE_ORIGINS:
    SITE_ORIGINS = [f"http://127.0.0.1:{PORT}", f"http://localhost:{PORT}"]
ALLOWED_HOSTS = [origin.split("://", 1)[1].rsplit(":", 1)[0] for origin in SITE_ORIGINS] + env.list(
    "UNDERCUT_HOSTS", default=[]
)
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
HTTPS = all(origin.startswith("https://") for origin in SITE_ORIGINS)

DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
EMBEDDED = not DATABASE_URL
if EMBEDDED and REDIS_URL:
    raise ImproperlyConfigured(
        "REDIS_URL without DATABASE_URL: the embedded SQLite site is one process and needs no Redis"
    )

# ---- tables: each belongs to one of LIVE_SHARDS processes; this one serves shard LIVE_SHARD, or (None) no tables
LIVE_SHARDS = env.int("UNDERCUT_SHARDS", default=1)
LIVE_SHARD = None if env.str("UNDERCUT_SHARD", default="0") == "none" else env.int("UNDERCUT_SHARD", default=0)
if LIVE_SHARDS < 1 or (LIVE_SHARD is not None and not 0 <= LIVE_SHARD < LIVE_SHARDS):
    raise ImproperlyConfigured("UNDERCUT_SHARD is none, or a number from 0 to UNDERCUT_SHARDS - 1")
if EMBEDDED and (LIVE_SHARDS, LIVE_SHARD) != (1, 0):
    raise ImproperlyConfigured("UNDERCUT_SHARDS without DATABASE_URL: the embedded SQLite site is one process")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "allauth",
    "allauth.account",
    "channels",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "config",
    "audit",
    "accounts",
    "duework",
    "clubs",
    "games",
    "ratings",
    "tournaments",
    "pages",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.NoNul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.PageLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# ---- database: SQLite in the data folder, or what DATABASE_URL names
if EMBEDDED:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "undercut.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": sqlite.INIT_COMMAND},
            "TEST": {"NAME": DATA_DIR / f"test-{os.getpid()}.sqlite3"},  # two runs at once do not meet,
        }
    }
else:
    # a server that has vanished without a word is noticed in seconds; TCP by itself waits for a quarter of an hour
    LINE = {"connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
            "tcp_user_timeout": 10_000}  # fmt: skip
    NAMED = env.db_url_config(DATABASE_URL)
    OPTIONS = LINE | NAMED.get("OPTIONS", {})
    DATABASES = {"default": {**NAMED, "OPTIONS": OPTIONS, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- messages between processes, and what they count together: in memory when embedded, Redis otherwise. Sites that
# share a Redis have databases of different names; by them each finds its own
if REDIS_URL:
    SITE = f"undercut.{DATABASES['default']['NAME']}"
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": SITE},
        }
    }
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 5, "socket_keepalive": True}
    CELERY_TASK_DEFAULT_QUEUE = SITE
    CACHES = {
        "default": {
            "BACKEND": "config.shared_cache.SharedCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": SITE,
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CELERY_BROKER_URL = "memory://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "duework.sweep", "schedule": 1.0, "options": {"expires": 5}},
}

# ---- people
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/me/"
LOGIN_URL = "/accounts/login/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_USERNAME_BLACKLIST = ["clubnight", "organiser", "admin"]  # accounts that the site itself makes
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignUpForm"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("UNDERCUT_EMAIL_VERIFICATION", default="none")
ACCOUNT_RATE_LIMITS = {"login": "120/m/ip", "signup": "60/m/ip", "login_failed": "10/m/ip,5/5m/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = 0
EMAIL_BACKEND = env.str("UNDERCUT_EMAIL_BACKEND", default="django.core.mail.backends.console.EmailBackend")

# ---- language and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # s: who chose a language keeps it
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# ---- files: whitenoise hands files out in pieces; under ASGI Django says at each that it reads them in a thread
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"
STATIC_MANIFEST = env.bool("UNDERCUT_STATIC_MANIFEST", default=False)
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
if not STATIC_MANIFEST:
    STATIC_ROOT = None  # nothing is collected: whitenoise finds the files where they are


def WHITENOISE_ADD_HEADERS_FUNCTION(headers: Any, path: str, url: str) -> None:
    """The worker of a score sheet serves the pages of slips, and no other page of the site."""
    if "/dist/sheet-worker." in url:
        headers["Service-Worker-Allowed"] = "/s/"


STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024

# ---- defences
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SECURE_SSL_REDIRECT = env.bool("UNDERCUT_SSL_REDIRECT", default=False)
    SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
    SECURE_HSTS_SECONDS = env.int("UNDERCUT_HSTS_SECONDS", default=0)

# ---- API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["doors.bodies.JSONBody", "rest_framework.parsers.MultiPartParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "doors.paging.KeysetPagination",
    "EXCEPTION_HANDLER": "doors.problems.problem",
    "PAGE_SIZE": 50,
    "NUM_PROXIES": 0,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Undercut",
    "DESCRIPTION": "Clubs, tournaments, tables, deals and ratings of the gin rummy family.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {"LevelEnum": "games.players.LEVELS"},
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "doors.schema.without_widths"],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("UNDERCUT_LOG", default="WARNING")},
}
