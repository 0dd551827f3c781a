"""All settings, from the environment. Every variable is explained in `.env.example`.

With nothing set this is the embedded default: SQLite, secret key and files under `var/`,
no Redis, no TLS. `DATABASE_URL`, `REDIS_URL` and `HTTPS` turn the same code into a server.
"""

import os
from datetime import timedelta
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config.embedded import embedded_secret_key, lying_in, private_file
from config.environment import Environment
from config.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
SAFEHOUSE_VERSION = "0.1.0"  # as in pyproject.toml

env = Environment()
env.read_file(BASE_DIR / ".env")

# --- where things lie ---

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
MEDIA_ROOT = DATA_DIR / "files"
STATIC_ROOT = DATA_DIR / "static"
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
LOCALE_PATHS = [BASE_DIR / "locale"]
GAMES_DIR = Path(env.str("GAMES_DIR", default=str(DATA_DIR / "games"))).resolve()

# --- who we are ---

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
SECRET_KEY_IS_OURS = not SECRET_KEY
with lying_in(DATA_DIR):
    if SECRET_KEY_IS_OURS:
        SECRET_KEY = embedded_secret_key(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

PORT = env.number("PORT", default=8000, least=1, most=65_535)
HOST = env.str("HOST", default="0.0.0.0")  # noqa: S104 - phones at the table must reach it

# Nobody can list the addresses a home machine will have tonight: with no ALLOWED_HOSTS given,
# `HomeNetworkHosts` accepts address literals and local names, which cannot be rebound by DNS.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
PROXIES = env.number("PROXIES", default=0)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

ROOT_URLCONF = "config.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",  # its table is empty: sessions are in companion.people
    "django.contrib.messages",
    "companion.frame",  # its `runserver` comes before the two below
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "rest_framework",
    "drf_spectacular",
    "companion.people",
    "companion.workshop",
    "companion",
    "companion.difficulty",
    "campaigns.printing",
    "campaigns.keeping",
    "campaigns",
    "api",
]

MIDDLEWARE = [
    "companion.frame.middleware.RequestLog",
    "campaigns.keeping.metrics.MetricsMiddleware",
    "companion.frame.middleware.ContentSecurityPolicy",
    "companion.frame.middleware.PrivatePages",
    "api.cors.CrossOrigin",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "companion.people.moved_cookies.MovedCookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "companion.frame.middleware.HomeNetworkHosts",
    "django.middleware.common.CommonMiddleware",
    "companion.frame.middleware.FriendlyErrors",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "campaigns.keeping.middleware.KeepingMiddleware",
    "companion.people.middleware.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

TEMPLATE_LOADERS = [
    "django.template.loaders.filesystem.Loader",
    "companion.outside.templates.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "companion.frame.context.frame",
            ],
            "libraries": {"i18n": "companion.frame.texts"},
            "loaders": ["companion.frame.squeeze.FileLoader", *TEMPLATE_LOADERS[1:]]
            if DEBUG
            else [("companion.frame.squeeze.CachedLoader", TEMPLATE_LOADERS)],
        },
    }
]

# Our `i18n` holds Django's own tags and a short way for one of them (companion/frame/texts.py).
SILENCED_SYSTEM_CHECKS = ["templates.W003"]

# --- database ---

DATABASE_URL = env.address(
    "DATABASE_URL",
    schemes=("postgres", "postgresql", "sqlite"),
    example="postgres://user:password@host/safehouse",
)
DATABASES = {
    "default": env.db_url_config(DATABASE_URL or f"sqlite:///{DATA_DIR / 'safehouse.sqlite3'}")
}
DATABASES["default"]["CONN_MAX_AGE"] = 600
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that will write takes the lock at its start, so it waits instead
    # of failing. FULL: a write survives a power cut; taps share their flush (docs/adr/0003, 0026).
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": ("PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"),
    }
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    private_file(Path(DATABASES["default"]["NAME"]))
else:
    # A server that has vanished is noticed in seconds; what the address itself says counts more.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 4,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
        **DATABASES["default"].get("OPTIONS", {}),
    }

# --- web processes and live updates ---

WEB_PROCESSES = env.number("WEB_PROCESSES", default=min(2, os.cpu_count() or 1), least=1)
STREAMS = env.number("STREAMS", default=4000, least=1)

# --- backups: by themselves on the embedded default, by a timer of the operator's elsewhere ---

BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(DATA_DIR / "backups"))).resolve()
AUTOMATIC_BACKUPS = env.bool(
    "AUTOMATIC_BACKUPS", default=DATABASES["default"]["ENGINE"].endswith("sqlite3")
)
BACKUP_DAYS = env.number("BACKUP_DAYS", default=7)
BACKUP_WEEKS = env.number("BACKUP_WEEKS", default=4)
DISK_FREE_MB = env.number("DISK_FREE_MB", default=100)

# --- Redis: live updates across processes, broker, limits ---

REDIS_URL = env.address(
    "REDIS_URL", schemes=("redis", "rediss"), path=r"(/\d*)?", example="redis://localhost:6379/0"
)

# --- background work (config/celery.py reads CELERY_*) ---

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object]
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_WORKER_CONSUMER = "config.redis_broker:Consumer"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # A message that is not acknowledged by then goes to another worker. Shorter than the
        # longest print, on purpose: the job's row knows whether somebody is still at it.
        "visibility_timeout": 20,
        # A cut network ends no connection: whoever says nothing for so long is gone.
        "socket_timeout": 2,
        "socket_connect_timeout": 2,
        "health_check_interval": 3,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
    }
else:
    BROKER_DIR = DATA_DIR / "broker"
    CELERY_BROKER_URL = "filesystem://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.05,
    }

# --- people ---

AUTH_USER_MODEL = "people.Person"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "companion.people.backends.AccountBackend",
]
LOGIN_URL = "people:sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 3 * 60 * 60
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "companion.people.breached.BreachedPasswordValidator"}]
BREACHED_PASSWORDS = env.str("BREACHED_PASSWORDS", default="")
if BREACHED_PASSWORDS and not os.path.isfile(BREACHED_PASSWORDS):
    raise ImproperlyConfigured(f"BREACHED_PASSWORDS: there is no file {BREACHED_PASSWORDS}")
SESSION_ENGINE = "companion.people.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_HTTPONLY = True
BIN_DAYS = 30

# Whether /operate/ opens only for keepers who are asked for more than a password.
KEEPERS_SECOND_STEP = env.bool("KEEPERS_SECOND_STEP", default=False)

AXES_FAILURE_LIMIT = env.number("SIGN_IN_ATTEMPTS", default=6, least=1)
AXES_COOLOFF_TIME = timedelta(minutes=env.number("SIGN_IN_COOLOFF_MINUTES", default=15))
AXES_USERNAME_FORM_FIELD = "username"
# A whole group shares one address: only the pair of account and address is locked.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_WHITELIST_CALLABLE = "companion.people.acquainted.is_counted_for_itself"
AXES_CLIENT_IP_CALLABLE = "companion.frame.throttle.client_home"
AXES_LOCKOUT_CALLABLE = "companion.people.views.sign_in.too_many_attempts"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# --- API ---

REST_FRAMEWORK = {
    # The endpoints say their own renderer, keys and throttles: api/views/base.py.
    "EXCEPTION_HANDLER": "api.errors.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {
        "sign-up": env.rate("SIGN_UP_RATE", default="20/hour"),
        "mail": env.rate("MAIL_RATE", default="10/hour"),
        "mail-address": env.rate("MAIL_ADDRESS_RATE", default="6/hour"),
        "password": env.rate("PASSWORD_RATE", default="30/hour"),
        "second-step": env.rate("SECOND_STEP_RATE", default="10/hour"),
        "passkey": env.rate("PASSKEY_RATE", default="120/hour"),
        "code": env.rate("CODE_RATE", default="60/hour"),
        "code-network": env.rate("CODE_NETWORK_RATE", default="300/hour"),
        "guest": env.rate("GUEST_RATE", default="300/hour"),
        "table": env.rate("TABLE_RATE", default="120/hour"),
        "seat": env.rate("SEAT_RATE", default="300/hour"),
        "stream": env.rate("STREAM_RATE", default="1200/min"),
        "stream-network": env.rate("STREAM_NETWORK_RATE", default="6000/min"),
        "print": env.rate("PRINT_RATE", default="120/hour"),
        "measure": env.rate("MEASURE_RATE", default="60/hour"),
        "take-out": env.rate("TAKE_OUT_RATE", default="10/hour"),
        "report": env.rate("REPORT_RATE", default="10/hour"),
        "api-client": env.rate("API_CLIENT_RATE", default="1200/min"),
        "api-key": env.rate("API_KEY_RATE", default="600/min"),
        "api-guest": env.rate("API_GUEST_RATE", default="60/hour"),
    },
    # 0: the address of the connection itself; X-Forwarded-For counts only behind our own proxies.
    "NUM_PROXIES": PROXIES,
    "UNAUTHENTICATED_USER": None,
}
# Whether owners of house packs may show them to everybody on a public shelf.
PUBLIC_SHELF = env.bool("PUBLIC_SHELF", default=False)
# Origins whose pages may call the API with a token, as https://lamp.example.org.
API_ORIGINS = env.list("API_ORIGINS", default=[])
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Safehouse",
    "DESCRIPTION": "Everything the pages can do, for other programs.",
    "VERSION": "1",
    "PREPROCESSING_HOOKS": ["api.openapi.only_ours"],
    "POSTPROCESSING_HOOKS": ["api.openapi.complete"],
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
}

EMAIL_URL = env.address(
    "EMAIL_URL",
    schemes=tuple(env.EMAIL_SCHEMES),
    example="smtp+tls://user:password@mail.example.org:587",
)
EMAIL_CONFIG = env.email_url_config(EMAIL_URL or "consolemail://")
vars().update(EMAIL_CONFIG)
# Without it nobody at home could follow a link: there, addresses count at once (docs/adr/0018).
MAIL_IS_SENT = not EMAIL_CONFIG["EMAIL_BACKEND"].endswith("console.EmailBackend")
if "*" in ALLOWED_HOSTS and MAIL_IS_SENT:
    # The links in mails are made of the host a browser sends; a stranger must not choose it.
    raise ImproperlyConfigured("EMAIL_URL needs ALLOWED_HOSTS: name the hosts of this site.")
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="Safehouse <safehouse@localhost>")

# --- words and time ---

LANGUAGE_CODE = "en"
LANGUAGES = [("es", _("Spanish")), ("en", _("English"))]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = env.time_zone("TIME_ZONE", default="Europe/Madrid")
USE_TZ = True

# --- files the site serves itself ---

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "companion.frame.static_files.SiteStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# A body is in memory before Django sees it, and no longer than its view allows: no file of an
# upload ever lies on the disk.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024

# --- security ---

HTTPS = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
COOKIE_PREFIX = "__Host-" if HTTPS else ""  # companion/frame/cookies.py
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", default=31536000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and env.bool(
    "HSTS_SUBDOMAINS", default=True
)
SECURE_REFERRER_POLICY = "same-origin"
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "companion.frame.errors.csrf_failure"

# --- numbers for Prometheus ---

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
METRICS_DIR = DATA_DIR / "metrics"
if METRICS_TOKEN:
    # Read by prometheus_client when it is imported: every process counts into files there.
    with lying_in(DATA_DIR):
        METRICS_DIR.mkdir(exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)

# --- logs ---

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logging_config(
    form=env.one_of("LOG_FORMAT", ("text", "json")),
    level=env.one_of("LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL")),
)
