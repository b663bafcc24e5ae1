"""A bare django-ninja project: one operation, one bearer key, the product's own lookup.

The product is compared with it. It has no middleware, envelopes, request ids or metrics, only the
apps whose tables the lookup reads.
"""

from config.settings import (  # the same database, model of users and pool
    AUTH_USER_MODEL,
    DATABASES,
    DEFAULT_AUTO_FIELD,
    PRAMANA,
    SECRET_KEY,
    USE_TZ,
)

__all__ = ["AUTH_USER_MODEL", "DATABASES", "DEFAULT_AUTO_FIELD", "PRAMANA", "SECRET_KEY", "USE_TZ"]

INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "pramana.tenancy"]
MIDDLEWARE: list[str] = []
ROOT_URLCONF = "bench._bare_http_urls"
ALLOWED_HOSTS = ["*"]
