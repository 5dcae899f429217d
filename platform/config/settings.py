"""Settings of Undercut: everything a site may change is an environment variable, listed in docs/settings.md."""

import os
import warnings
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from django_guid.integrations import CeleryIntegration

from config.environment import hall, keys, logs, sqlite, variables

BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = Path(variables.text("UNDERCUT_DATA", str(BASE_DIR / "data"))).resolve()

DEBUG = variables.flag("UNDERCUT_DEBUG")
KEY_FILES = {"UNDERCUT_SECRET_KEY": DATA_DIR / "secret.key", "UNDERCUT_SEAL_KEY": DATA_DIR / "seal.key"}
SECRET_KEY, SEAL_KEY = (keys.key(name, path) for name, path in KEY_FILES.items())
SECRET_KEY = variables.require_secret("UNDERCUT_SECRET_KEY", SECRET_KEY)
SEAL_KEY = variables.require_seal("UNDERCUT_SEAL_KEY", SEAL_KEY)
SECRET_KEY_FALLBACKS = variables.older("UNDERCUT_SECRET_KEY_FALLBACKS", variables.require_secret)
SEAL_KEY_FALLBACKS = variables.older("UNDERCUT_SEAL_KEY_FALLBACKS", variables.require_seal)
PUSH_KEY = variables.require_secret("UNDERCUT_PUSH_KEY", variables.text("UNDERCUT_PUSH_KEY", SECRET_KEY))
PORT = variables.whole("PORT", 8000, least=1, most=65_535)
LAN, LAN_ADDRESS = variables.network("LAN")  # `up` listens on the network of the hall, so that phones reach it
HOST = hall.listening(variables.text("HOST"), LAN)
HALL = hall.addresses(HOST, LAN_ADDRESS)  # at which phones reach this computer: the named one, then the likeliest
HERE = ["127.0.0.1", "localhost"]
SITE_ORIGINS = variables.origins(  # such as https://club.example
    "UNDERCUT_ORIGINS", [f"http://{name}:{PORT}" for name in (*HALL, *HERE)]
)
ALLOWED_HOSTS = [variables.host_of(origin) for origin in SITE_ORIGINS] + variables.hosts("UNDERCUT_HOSTS")
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
HTTPS = all(origin.startswith("https://") for origin in SITE_ORIGINS)

DATABASE_URL = variables.address("DATABASE_URL", ("postgres", "postgresql"))
REDIS_URL = variables.address("REDIS_URL", ("redis", "rediss", "unix"))
EMBEDDED = not DATABASE_URL
if not REDIS_URL:
    ALLOWED_HOSTS += HERE  # house players and `clubnight` come from this computer
if EMBEDDED and REDIS_URL:
    raise ImproperlyConfigured(
        "REDIS_URL without DATABASE_URL: the embedded SQLite site is one process and needs no Redis"
    )

# ---- tables: each belongs to one of LIVE_SHARDS processes; this one serves shard LIVE_SHARD, or (None) no tables
LIVE_SHARDS = variables.whole("UNDERCUT_SHARDS", 1, least=1, most=1000)
SHARDS = ["none", *map(str, range(LIVE_SHARDS))]
LIVE_SHARD = None if (shard := variables.one_of("UNDERCUT_SHARD", "0", SHARDS)) == "none" else int(shard)
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
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "django_guid",
    "config",
    "watching",
    "audit",
    "quotas",
    "accounts",
    "duework",
    "notices",
    "clubs",
    "webhooks",
    "games",
    "ratings",
    "tournaments",
    "pages",
    "keeping",
]
MIDDLEWARE = [
    "watching.pages.Pages",
    "django_guid.middleware.guid_middleware",
    "django.middleware.security.SecurityMiddleware",
    "config.health.views.Unqueued",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.PackedPages",
    "csp.middleware.CSPMiddleware",
    "config.middleware.Turns",
    "config.middleware.NoNul",
    "config.middleware.Parts",
    "config.middleware.PageVersions",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.VisitorLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.devices.middleware.Seen",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.devices.middleware.Ended",
    "accounts.second_factor.gate.SecondStep",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.OneLook",
    "doors.limits.TooOftenPages",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {
                "cached_parts": "doors.caching.cached_parts",
                "reaching": "doors.addresses.reaching",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# Forms are drawn by our own templates first (templates/django/forms).
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# ---- database: SQLite in the data folder, or what DATABASE_URL names
if EMBEDDED:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": keys.private_file(DATA_DIR / "undercut.sqlite3"),
            "CONN_MAX_AGE": None,
            "OPTIONS": sqlite.OPTIONS,
            "TEST": {"NAME": DATA_DIR / f"test-{os.getpid()}.sqlite3"},  # two runs at once do not meet,
        }
    }
else:
    # a vanished server is noticed in seconds; TCP by itself waits a quarter of an hour
    LINE = {"connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
            "tcp_user_timeout": 10_000}  # fmt: skip
    NAMED = variables.database(DATABASE_URL)
    OPTIONS = LINE | NAMED["OPTIONS"]
    if LIVE_SHARD is None:
        # Under ASGI every request has a thread of its own, so a connection cannot be kept by its thread. The processes
        # that serve pages share a few; a page waits for one. A table's process keeps its own (docs/decisions/0017).
        OPTIONS = OPTIONS | {"pool": {"min_size": 0, "max_size": 16, "timeout": 20, "reconnect_timeout": 5}}
    DATABASES = {"default": {**NAMED, "OPTIONS": OPTIONS, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}}
DIRECT = variables.address("UNDERCUT_DIRECT_DATABASE_URL", ("postgres", "postgresql"))  # past a pooler, for locks
DIRECT_DATABASE = variables.database(DIRECT) if DIRECT else None
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- tasks, and the counters that processes share: in memory when embedded, Redis otherwise. Sites that share a Redis
# have databases of different names, which separate their keys
if REDIS_URL:
    SITE = f"undercut.{DATABASES['default']['NAME']}"
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2.0, "socket_timeout": 5.0, "socket_keepalive": True}
    CELERY_TASK_DEFAULT_QUEUE = SITE
    SHARED_CACHE = {"BACKEND": "config.shared_cache.SharedCache", "LOCATION": REDIS_URL, "KEY_PREFIX": SITE}
else:
    SHARED_CACHE = {"BACKEND": "config.shared_cache.OwnCache"}
    CELERY_BROKER_URL = "memory://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
CACHES = {
    "default": SHARED_CACHE,
    "template_fragments": {  # parts of pages, each under a version of its facts; a process that starts has none
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "template_fragments",
        "OPTIONS": {"MAX_ENTRIES": 300},
    },
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "duework.sweep", "schedule": 1.0, "kwargs": {"from_beat": True}, "options": {"expires": 5}},
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
    {"NAME": "accounts.joining.leaked_passwords.LeakedPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/me/"
LOGIN_URL = "/accounts/login/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignUpForm"
ACCOUNT_FORMS = {
    "signup": "accounts.joining.forms.JoinForm",
    "reset_password": "accounts.joining.forms.NewPasswordForm",
}
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_CHANGE_EMAIL = True  # one address a person; a new one takes its place once it is confirmed
# A whole hall shares one address; `key` is account and address together (accounts/adapter.py)
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "60/m/ip,5/5m/key",
    "signup": None,  # each account that is made counts, not each try (quotas/acts.py)
    "guest": "30/m/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 0
# ---- a second step at sign-in: codes of an app work everywhere; passkeys where browsers give them (second_factor/)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "accounts.second_factor.forms.AddForm",
    "authenticate_webauthn": "accounts.second_factor.forms.StepForm",
    "reauthenticate_webauthn": "accounts.second_factor.forms.AgainForm",
    "login_webauthn": "accounts.second_factor.forms.SignInForm",
}
MFA_ADAPTER = "accounts.second_factor.adapter.Adapter"
MFA_TOTP_TOLERANCE = 1  # steps of 30 s: the clock of a laptop in a hall is not exact
MFA_ALLOW_UNVERIFIED_EMAIL = True  # who proves an address takes it from everybody else (accounts/adapter.py)
SECOND_FACTOR = variables.second_factor("UNDERCUT_SECOND_FACTOR", before="UNDERCUT_STAFF_SECOND_FACTOR")

# ---- how long what is personal is kept, in days; each night what is older goes (docs/own-data.md)
SESSION_COOKIE_AGE = 24 * 3600 * variables.whole("UNDERCUT_SESSION_DAYS", 14, least=1, most=365)
SESSION_MOST_DAYS = variables.whole("UNDERCUT_SESSION_MOST_DAYS", 90, least=1, most=365)  # after signing in
SESSION_ENGINE = "accounts.devices.sessions"
KEEP_GUESTS = variables.whole("UNDERCUT_KEEP_GUESTS", 30, least=1, most=3650)
KEEP_TALK = variables.whole("UNDERCUT_KEEP_TALK", 30, least=1, most=3650)
KEEP_NOTICES = variables.whole("UNDERCUT_KEEP_NOTICES", 365, least=30, most=3650)
KEEP_LOGS = variables.whole("UNDERCUT_KEEP_LOGS", 90, least=7, most=3650)

# ---- the archive: days after which the plays of a sitting that is over are packed (games/services/archive/packing.py)
PACK_AFTER_DAYS = variables.whole("UNDERCUT_PACK_AFTER_DAYS", 30, least=0, most=3650)

# ---- whom to ask: about privacy, and about a weakness (/.well-known/security.txt, RFC 9116)
PRIVACY_CONTACT = variables.contact("UNDERCUT_PRIVACY_CONTACT")
SECURITY_CONTACT = variables.contact("UNDERCUT_SECURITY_CONTACT")
SECURITY_EXPIRES = variables.day("UNDERCUT_SECURITY_EXPIRES")
if bool(SECURITY_CONTACT) != bool(SECURITY_EXPIRES):
    raise ImproperlyConfigured(
        "UNDERCUT_SECURITY_CONTACT and UNDERCUT_SECURITY_EXPIRES go together: whom to tell of a weakness, and until "
        "which day that holds, at most a year from now."
    )

# ---- mail: by the SMTP server that is named; without one the site sends none, and the pages that would need it say so
EMAIL_HOST = variables.text("UNDERCUT_EMAIL_HOST")
NO_MAIL = "notices.mail.Kept"  # kept for the staff to read (/site/mails/)
EMAIL_BACKEND = variables.text(
    "UNDERCUT_EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else NO_MAIL
)
MAIL_IS_CONFIGURED = EMAIL_BACKEND != NO_MAIL
EMAIL_PORT = variables.whole("UNDERCUT_EMAIL_PORT", 587, least=1, most=65_535)
EMAIL_TLS = variables.one_of(
    "UNDERCUT_EMAIL_TLS", "ssl" if EMAIL_PORT == 465 else "starttls", ("starttls", "ssl", "none")
)
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL_TLS == "starttls", EMAIL_TLS == "ssl"
EMAIL_HOST_USER = variables.text("UNDERCUT_EMAIL_USER")
EMAIL_HOST_PASSWORD = variables.text("UNDERCUT_EMAIL_PASSWORD")
EMAIL_TIMEOUT = variables.whole("UNDERCUT_EMAIL_TIMEOUT", 10, least=1, most=120)  # s
DEFAULT_FROM_EMAIL = SERVER_EMAIL = variables.sender("UNDERCUT_EMAIL_FROM", is_needed=MAIL_IS_CONFIGURED)
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Undercut] "
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL_IS_CONFIGURED
# People who join confirm their address before the first sign-in; where that is off, no address is asked for either
ACCOUNT_EMAIL_VERIFICATION = variables.one_of(
    "UNDERCUT_EMAIL_VERIFICATION", "mandatory" if MAIL_IS_CONFIGURED else "none", ("none", "optional", "mandatory")
)
if ACCOUNT_EMAIL_VERIFICATION == "mandatory" and not MAIL_IS_CONFIGURED:
    raise ImproperlyConfigured(
        "UNDERCUT_EMAIL_VERIFICATION is mandatory and the site sends no mail: set UNDERCUT_EMAIL_HOST."
    )
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
if ACCOUNT_EMAIL_VERIFICATION == "mandatory":
    ACCOUNT_SIGNUP_FIELDS.insert(1, "email*")

# ---- events that the site opens by itself, every hour
HOURLY_EVENTS = variables.flag("UNDERCUT_HOURLY_EVENTS", default=True)

# ---- push: to the services of the usual browsers, and to those named here
PUSH_SERVICES = variables.origins("UNDERCUT_PUSH_SERVICES", [])
# ---- webhooks: to the public internet by https, and to this network by http too where that is allowed
WEBHOOKS_LOCAL = variables.flag("UNDERCUT_WEBHOOKS_LOCAL")

# ---- language and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # s: a chosen language is kept so long
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "doors.dates"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# ---- files: whitenoise hands files out in pieces; under ASGI Django says at each that it reads them in a thread
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Files are collected when an image is built, or at each start that finds new ones, as `up` does
COLLECTS_AT_START = variables.text("UNDERCUT_STATIC_MANIFEST") == "start"
STATIC_MANIFEST = COLLECTS_AT_START or variables.flag("UNDERCUT_STATIC_MANIFEST")
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
# Without collected files whitenoise serves them from their source folders
STATIC_ROOT = (DATA_DIR / "static" if COLLECTS_AT_START else BASE_DIR / "staticfiles") if STATIC_MANIFEST else None


def WHITENOISE_ADD_HEADERS_FUNCTION(headers: Any, path: str, url: str) -> None:
    """Let the worker of the app control all pages, and that of a score sheet those of slips."""
    for worker, pages in (("app", "/"), ("sheet", "/s/")):
        if f"/dist/{worker}-worker." in url:
            headers["Service-Worker-Allowed"] = pages


STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static_files.Collected"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024

# ---- backups: every night where a folder is named, encrypted where there is a passphrase
BACKUP_FOLDER = variables.folder("UNDERCUT_BACKUP_FOLDER")
BACKUP_KEEP = variables.whole("UNDERCUT_BACKUP_KEEP", 14, least=1, most=10_000)
BACKUP_PASSPHRASE = variables.passphrase("UNDERCUT_BACKUP_PASSPHRASE")
BACKUP_STORE = variables.store("UNDERCUT_BACKUP_STORE", can_be_used=bool(BACKUP_FOLDER and BACKUP_PASSPHRASE))

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
SSL_REDIRECT = variables.flag("UNDERCUT_SSL_REDIRECT")
HSTS_SECONDS = variables.whole("UNDERCUT_HSTS_SECONDS", 0, least=0, most=10**9)
if HTTPS:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SECURE_SSL_REDIRECT = SSL_REDIRECT
    SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$", r"^healthz$"]
    SECURE_HSTS_SECONDS = HSTS_SECONDS
# `check --deploy` wants 50 characters of a secret key; ours have 44, 32 random bytes, and
# `config.environment.variables` refuses short ones. On plain http (a hall's own network) there is no HSTS, redirect or
# secure cookie to have.
SILENCED_SYSTEM_CHECKS = ["security.W009"]
if not HTTPS:
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]

# ---- API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api_tokens.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["doors.api.bodies.JSONBody", "rest_framework.parsers.MultiPartParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "doors.api.schema.Schema",
    "DEFAULT_PAGINATION_CLASS": "doors.api.paging.KeysetPagination",
    "EXCEPTION_HANDLER": "doors.api.problems.problem",
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
    # Forms are taken too, but a client made from a schema that offers both sends both.
    "PARSER_WHITELIST": ["doors.api.bodies.JSONBody"],
    "ENUM_NAME_OVERRIDES": {
        "LevelEnum": "games.players.LEVELS",
        "SwissOrderEnum": ["number", "standing"],
        "ResultKindEnum": "tournaments.results.serializers.RESULT_KINDS",
        "CorrectionKindEnum": "tournaments.corrections.serializers.CORRECTION_KINDS",
        "SitAndGoKindEnum": "tournaments.models.SitAndGoKind",
    },
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "doors.api.schema.without_widths"],
}

# ---- what an operator sees: the log; the id of a request goes through everything that is done for it
DJANGO_GUID = {"GUID_HEADER_NAME": "X-Request-ID", "EXPOSE_HEADER": False, "INTEGRATIONS": [CeleryIntegration()]}
LOGGING = logs.logging(
    level=variables.one_of("UNDERCUT_LOG", "WARNING", logs.LEVELS),
    form=variables.one_of("UNDERCUT_LOG_FORMAT", "plain", logs.FORMS),
)
METRICS_TOKEN = variables.token("UNDERCUT_METRICS_TOKEN")  # figures are counted where somebody may read them
METRICS_NETWORKS = variables.networks("UNDERCUT_METRICS_NETWORKS")
METRICS_ARE_ON = bool(METRICS_TOKEN or METRICS_NETWORKS)
METRICS_PORT = variables.whole("UNDERCUT_METRICS_PORT", 9101, least=1, most=65_535)  # of a worker
SLOW_QUERY_MS = variables.whole("UNDERCUT_SLOW_QUERY_MS", 500, least=0, most=600_000)
SENTRY_DSN = variables.tracker("UNDERCUT_SENTRY_DSN")
