"""The database settings. For the embedded server, the CLI sets DATABASE_URL."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from config.environment import Environment

OURS = {
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
THEIRS = (
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 "
    "-c tcp_user_timeout=30000"
)
"""Keepalives notice within half a minute that the other end has disappeared. Without them, a
machine that lost power would keep its locks and its jobs for two hours."""


def databases(environment: Environment) -> dict[str, dict[str, Any]]:
    """Django's DATABASES setting for DATABASE_URL."""
    address = urlsplit(environment.database_url or "postgresql:///pramana")
    options: dict[str, Any] = dict(parse_qsl(address.query))
    host = options.pop("host", None) or unquote(address.hostname or "")
    if host and not host.startswith("/"):
        options = {**OURS, **options, "options": f"{THEIRS} {options.get('options', '')}".strip()}
    if environment.database_pool:
        options["pool"] = {"min_size": 1, "max_size": environment.database_pool, "timeout": 3}
    return {
        "default": {
            "ENGINE": "pramana.postgres.backend",
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
