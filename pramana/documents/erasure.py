"""Who else keeps words of a document. Those above register here, and are told when it goes."""

from collections.abc import Callable, Sequence
from uuid import UUID

from pramana.kit.scope import Scope

Eraser = Callable[[Scope, Sequence[UUID]], None]
"""Removes what was drawn from these documents, in the transaction that deletes them."""

_erasers: list[Eraser] = []


def register_eraser(eraser: Eraser) -> None:
    if eraser not in _erasers:
        _erasers.append(eraser)


def erase_elsewhere(scope: Scope, document_ids: Sequence[UUID]) -> None:
    for eraser in _erasers:
        eraser(scope, document_ids)
