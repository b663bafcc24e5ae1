"""Spaces by name, with where the texts of their items come from.

Retrieval keeps words and vectors, never texts. To embed anew, or to let a scorer read, it asks the
capability that owns them.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.retrieval.ports import Texts

_texts: dict[str, Texts] = {}


def register_space(space: str, texts: Texts) -> None:
    """Say where the texts of a space's items are. Call it when the capability's app is ready."""
    _texts[space] = texts


def is_registered(space: str) -> bool:
    return space in _texts


def texts_of(scope: Scope, space: str, item_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """The texts of items that are still there."""
    try:
        read = _texts[space]
    except KeyError:
        raise ContextError(f"Nobody registered the texts of the space {space!r}.") from None
    return read(scope, item_ids)
