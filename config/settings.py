"""Django's settings, from `config.env`. Why the less usual ones are as they are: `docs/decisions/`."""

from pathlib import Path
from typing import Any

from config.broker import broker_settings
from config.env import ROOT, env
from config.secret import secret_key

ENV = env()
BASE_DIR: Path = ROOT
DATA_DIR: Path = ENV.rummy_data_dir

DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key or secret_key(DATA_DIR)
ALLOWED_HOSTS = ENV.hosts
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "unfold",  # before the admin, whose templates it replaces
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "config",
    "variants",
    "hosting",
    "bots",
    "api",
    "web",
]

# Every one of these can run asynchronously: one that cannot would hold the server's only thread while a caller of
# `events` waits. Static files never come this far (config/static.py).
MIDDLEWARE = [
    "api.middleware.problem_middleware",
    "config.middleware.Security",
    "config.middleware.Policy",
    "config.middleware.Frames",
    "config.middleware.Common",
    "config.middleware.Session",
    "config.middleware.Locale",
    "config.middleware.Csrf",
    "config.middleware.Authentication",
    "config.middleware.Messages",
    "config.middleware.Methods",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Data. No ATOMIC_REQUESTS: only services open transactions, and a read must not take SQLite's one write lock.
_SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "meldhouse.sqlite3",
    # Each thread keeps its connection: opening one for every request took a tenth of its time.
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        # A transaction that began by reading cannot become a writer while another writes: it would fail at once,
        # whatever the timeout. So every transaction takes the write lock as it begins.
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        # WAL: readers and the writer do not wait for each other. FULL: a confirmed move is on the disk, so that it
        # outlives a power cut too; with NORMAL it would outlive only the death of the process.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    },
    # A file: the in-memory database of Django's default shares one cache, which knows no WAL and no waiting.
    "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
}
_POSTGRESQL: dict[str, Any] = {
    "ENGINE": "django.db.backends.postgresql",
    **ENV.database,
    # Each thread keeps its connection; a pool would be inherited by the processes that Celery forks.
    "CONN_MAX_AGE": 60,
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {"connect_timeout": 5},
}
DATABASES = {"default": _POSTGRESQL if ENV.database else _SQLITE}

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": ENV.cache_url}
    if ENV.cache_url
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
}

# --- Language and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("nl", "Nederlands")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files: served from where the apps keep them, without a step that collects them
STATIC_URL = "/static/"

# --- Security. The API reads no cookie; sessions are for the admin only.
SESSION_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENV.https
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.https else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.errors.wrong_form"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# The theme's form does not say where to go; whoever opened the login itself came for the admin.
LOGIN_REDIRECT_URL = "/admin/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
_POLICY: dict[str, list[str]] = {
    "default-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "EXCLUDE_URL_PREFIXES": ["/api/"],  # the API's pages set their own
    "DIRECTIVES": _POLICY,
}
# The admin's theme evaluates expressions in its markup (Alpine), and has styles there; a script in it is never run.
ADMIN_CONTENT_SECURITY_POLICY: dict[str, list[str]] = {
    **_POLICY,
    "img-src": ["'self'"],
    "script-src": ["'self'", "'unsafe-eval'"],
    "style-src": ["'self'", "'unsafe-inline'"],
}

# --- REST
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "NUM_PROXIES": ENV.num_proxies,
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Meldhouse",
    "DESCRIPTION": "Games of Rummy under rules that people can change. A client knows no rule and no variant. "
    "Refusals are `application/problem+json` (RFC 9457).",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["api.schema.finish_schema"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# --- The admin's theme
UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Meldhouse",
    "SITE_HEADER": "Meldhouse",
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": f"{STATIC_URL}web/icon.svg"}],
    "LOGIN": {"form": "config.logins.LoginForm"},
    "SHOW_LANGUAGES": True,
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {"show_search": False, "show_all_applications": False, "navigation": "config.theme.navigation"},
}

# --- The house
OPEN_TABLES = ENV.open_tables
BOT_THINK_SECONDS = ENV.bot_think_seconds

# --- Tasks. A broker is a hint only: what is due stands in the database, and the sweep finds it.
CELERY: dict[str, Any] = {
    **broker_settings(ENV.broker_url, DATA_DIR),
    "task_default_queue": "moves",
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "task_ignore_result": True,
    "task_time_limit": 20,
    "task_soft_time_limit": 10,
    "task_serializer": "json",
    "accept_content": ["json"],
    # A web request never waits for a broker that is down; the sweep sends again.
    "task_publish_retry_policy": {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1},
    "broker_connection_retry_on_startup": True,
    "worker_hijack_root_logger": False,
    "timezone": "UTC",
}

# --- Logging: one line an event to standard error
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.Line", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": ENV.log_level},
    "loggers": {
        "django": {"handlers": [], "level": ENV.log_level, "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # A stranger's `Host` header is answered with 400; a traceback for each would fill the log.
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "uvicorn": {"level": "WARNING"},
    },
}
