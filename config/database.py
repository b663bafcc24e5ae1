"""One PostgreSQL: the embedded one, whose address the CLI puts in DATABASE_URL, or yours."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from config.environment import Environment


def databases(environment: Environment) -> dict[str, dict[str, Any]]:
    """Django's DATABASES for the environment's address."""
    address = urlsplit(environment.database_url or "postgresql:///pramana")
    options: dict[str, Any] = dict(parse_qsl(address.query))
    host = options.pop("host", None) or unquote(address.hostname or "")
    if environment.database_pool:
        options["pool"] = {"min_size": 1, "max_size": environment.database_pool, "timeout": 3}
    return {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(address.path.lstrip("/")) or "pramana",
            "USER": unquote(address.username or options.pop("user", "")),
            "PASSWORD": unquote(address.password or options.pop("password", "")),
            "HOST": host,
            "PORT": str(address.port or options.pop("port", "")),
            "CONN_MAX_AGE": 0 if environment.database_pool else 60,
            "CONN_HEALTH_CHECKS": not environment.database_pool,
            "OPTIONS": options,
            "TEST": {"SERIALIZE": False},
        }
    }
