"""The registered spaces, and where the texts of their items come from.

Retrieval stores words and vectors, never texts. To embed again, or for a scorer to read, it
gets the texts from the capability that owns them.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.retrieval.ports import Texts

_texts: dict[str, Texts] = {}


def register_space(space: str, texts: Texts) -> None:
    """Register where the texts of a space's items come from. Call it when the app is ready."""
    _texts[space] = texts


def is_registered(space: str) -> bool:
    return space in _texts


def texts_of(scope: Scope, space: str, item_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """The texts of the items that still exist."""
    try:
        read = _texts[space]
    except KeyError:
        raise ContextError(f"No texts are registered for the space {space!r}.") from None
    return read(scope, item_ids)
