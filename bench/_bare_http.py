"""django-ninja with nothing around it: one operation, one bearer key, the product's own lookup.

What the product is measured against. It is a Django project of its own: no middleware, no
envelopes, no ids, no figures, only the apps whose tables the lookup reads.
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
