"""The log configuration: JSON lines on stderr, with the request id."""

from typing import Any

from config.environment import Environment

SAY_WHAT_THEY_WERE_GIVEN = ("django.request", "django.security", "django.security.DisallowedHost")
"""Loggers whose records contain addresses and headers; an address may contain a sign-in link."""


def logging_config(environment: Environment) -> dict[str, Any]:
    """Our own loggers follow PRAMANA_LOG_LEVEL; libraries stay at warnings.

    At debug level database and model clients log statements and bodies, which are content.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "pramana.observability.logs.JsonFormatter"},
            "text": {"()": "pramana.observability.logs.TextFormatter"},
        },
        "filters": {"without_arguments": {"()": "pramana.observability.logs.WithoutArguments"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": environment.log_format}
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "pramana": {"level": environment.log_level.upper()},
            "uvicorn.error": {"level": environment.log_level.upper().replace("DEBUG", "INFO")},
            **{name: _quiet() for name in SAY_WHAT_THEY_WERE_GIVEN},
        },
    }


def _quiet() -> dict[str, Any]:
    return {"level": "ERROR", "filters": ["without_arguments"]}
