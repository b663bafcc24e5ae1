"""Who else keeps words of an episode. Those above register here, and are told when it goes."""

from collections.abc import Callable
from uuid import UUID

from pramana.kit.scope import Scope

Eraser = Callable[[Scope, str, UUID | None], None]
"""Removes what was drawn from an episode of a group, or from the whole group where none is named,
in the transaction that deletes it."""

_erasers: list[Eraser] = []


def register_episode_eraser(eraser: Eraser) -> None:
    if eraser not in _erasers:
        _erasers.append(eraser)


def erase_elsewhere(scope: Scope, group_id: str, episode_id: UUID | None = None) -> None:
    for eraser in _erasers:
        eraser(scope, group_id, episode_id)
