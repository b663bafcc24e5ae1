"""Paged lists: how to request the next page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from pramana.client.calls import ApiCall

G = TypeVar("G")
T = TypeVar("T")
MOST = 200
"""Items per page when all of them are read."""


@dataclass(frozen=True)
class Pages(Generic[G, T]):
    """The call for the first page, the items of a page, and the parameters of the next page."""

    first: ApiCall[G]
    items: Callable[[G], Sequence[T]]
    further: Callable[[G], Mapping[str, Any] | None]

    def after(self, page: G) -> ApiCall[G] | None:
        """The call for the next page, or None after the last one."""
        further = self.further(page)
        if further is None:
            return None
        return replace(self.first, params={**self.first.params, **further})


def continue_from(name: str, place: Any) -> dict[str, Any] | None:
    """The parameters that continue after a position, or None at the end.

    >>> continue_from("after", 7), continue_from("after", None)
    ({'after': 7}, None)
    """
    return None if place is None else {name: place}


class Dated(Protocol):
    @property
    def created_at(self) -> datetime: ...


def continue_before_last(page: Sequence[Dated]) -> dict[str, Any] | None:
    """The parameters that continue before the last item; a page that is not full is the last."""
    return {"before": page[-1].created_at.isoformat()} if len(page) == MOST else None
