"""How long things are kept. Each capability says what of its own is old; the settings say when."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings

from pramana.kit.clock import utcnow

Pruner = Callable[[datetime], int]
"""Deletes what is older than that moment, in every tenant, and says how much it was."""

_pruners: dict[str, Pruner] = {}


def register_pruner(setting: str, pruner: Pruner) -> None:
    """`setting` names a number of days in the environment; 0 keeps for ever."""
    _pruners[setting] = pruner


def prune() -> dict[str, int]:
    """What was deleted under each setting that has an end."""
    now = utcnow()
    return {
        setting: pruner(now - timedelta(days=days))
        for setting, pruner in _pruners.items()
        if (days := getattr(settings.PRAMANA, setting))
    }
