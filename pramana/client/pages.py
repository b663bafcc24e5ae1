"""Lists that come in pages, read as one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from pramana.client.calls import ApiCall

G = TypeVar("G")
T = TypeVar("T")
MOST = 200
"""Things on a page, where all of them are wanted."""


@dataclass(frozen=True)
class Pages(Generic[G, T]):
    """The first page, what a page holds, and what to ask for the one after it."""

    first: ApiCall[G]
    items: Callable[[G], Sequence[T]]
    further: Callable[[G], Mapping[str, Any] | None]

    def after(self, page: G) -> ApiCall[G] | None:
        """None where this was the last."""
        further = self.further(page)
        if further is None:
            return None
        return replace(self.first, params={**self.first.params, **further})


def from_place(name: str, place: Any) -> dict[str, Any] | None:
    """Go on from this place, where there is one.

    >>> from_place("after", 7), from_place("after", None)
    ({'after': 7}, None)
    """
    return None if place is None else {name: place}


class Dated(Protocol):
    @property
    def created_at(self) -> datetime: ...


def from_last(page: Sequence[Dated]) -> dict[str, Any] | None:
    """Go on before the last of a page, newest first; a page that is not full is the last."""
    return {"before": page[-1].created_at.isoformat()} if len(page) == MOST else None
