"""Django's settings, derived from the environment. Set variables instead of editing this file."""

from config.database import databases
from config.environment import ROOT, Environment, allowed_hosts
from config.files import storages
from config.logs import logging_config
from config.secret import secret_key

PRAMANA = ENVIRONMENT = Environment()

SECRET_KEY = secret_key(ENVIRONMENT)
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = allowed_hosts(ENVIRONMENT)
CSRF_TRUSTED_ORIGINS = list(ENVIRONMENT.trusted_origins)

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",
    "pramana.tenancy.apps.OperatorsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "pramana.postgres",
    "pramana.tenancy",
    "pramana.jobs",
    "pramana.llm",
    "pramana.retrieval",
    "pramana.documents",
    "pramana.registry",
    "pramana.memory",
    "pramana.chat",
    "pramana.agni",
    "pramana.extraction",
    "pramana.external",
    "pramana.links",
    "pramana.cases",
    "pramana.webhooks",
    "pramana.sources",
    "pramana.demo",
    "pramana.mail",
    "pramana.api",
    "pramana.web",
]

if PRAMANA.jobs == "django_q":
    INSTALLED_APPS.append("django_q")
Q_CLUSTER = {
    "name": "agni",
    "workers": 4,
    "timeout": 600,
    "retry": 3600,
    "queue_limit": 50,
    "bulk": 10,
    "orm": "default",
}
"""Used only if Agni's three tasks run on a Django Q2 cluster (PRAMANA_JOBS=django_q)."""

MIDDLEWARE = [
    "pramana.api.middleware.RequestContextMiddleware",
    "pramana.api.middleware.CorsMiddleware",
    "pramana.web.middleware.ContentSecurityPolicyMiddleware",
    "pramana.api.middleware.BrowserMiddleware",
]
SILENCED_SYSTEM_CHECKS = ["admin.E408", "admin.E409", "admin.E410"]
"""The admin checks for these middlewares by name; BrowserMiddleware includes them."""

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pramana.web.navigation.page_context",
            ],
        },
    }
]

DATABASES = databases(ENVIRONMENT)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "tenancy.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": ENVIRONMENT.password_length},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "pramana.tenancy.services.sign_in.UnlikeTheName"},
]
LOGIN_URL = "/app/sign-in"
LOGIN_REDIRECT_URL = "/app/"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ne", "नेपाली")]
LOCALE_PATHS = [ROOT / "pramana" / "web" / "locale"]
LANGUAGE_COOKIE_NAME = "pramana_language"
USE_I18N = True
USE_TZ = True
TIME_ZONE = ENVIRONMENT.time_zone

STATIC_URL = "/static/"
STATIC_ROOT = ENVIRONMENT.data / "static"
MEDIA_ROOT = ENVIRONMENT.data / "files"
STORAGES = storages(ENVIRONMENT)
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 32 * 1024 * 1024  # the most of any address; each has its own limit

SESSION_ENGINE = "pramana.tenancy.sessions"
SESSION_COOKIE_NAME = "pramana_session"
SESSION_COOKIE_AGE = ENVIRONMENT.session_hours * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = "pramana_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "pramana.web.errors.csrf_failed"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 365 * 24 * 3600  # sent over TLS only
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
APPEND_SLASH = False

LOGGING = logging_config(ENVIRONMENT)
LOGGING_CONFIG = "logging.config.dictConfig"

UNFOLD = {"SITE_TITLE": "Pramana operators", "SITE_HEADER": "Pramana", "SITE_URL": "/app/"}
