"""What an operation was given, made fit to be stored and compared before it sees it.

Texts that no column can hold are refused. Moments must carry their offset and arrive in UTC: a
database knows fewer offsets than ISO 8601 does.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from pydantic import BaseModel

from pramana.kit.errors import InvalidRequest

NO_NUL = r"^[^\x00]*$"
"""What OpenAPI says of every text."""


def storable(view: Callable[..., Any]) -> Callable[..., Any]:
    """For `api.add_decorator`: check what an operation was given, after it was validated."""
    if iscoroutinefunction(view):

        @wraps(view)
        async def checked_async(request: Any, *args: Any, **kwargs: Any) -> Any:
            return await view(request, *args, **fit(kwargs))

        return checked_async

    @wraps(view)
    def checked(request: Any, *args: Any, **kwargs: Any) -> Any:
        return view(request, *args, **fit(kwargs))

    return checked


def fit(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments, checked; moments among them in UTC."""
    check_texts(texts(arguments))
    return {
        name: in_utc(value) if isinstance(value, datetime) else value
        for name, value in arguments.items()
    }


def in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise InvalidRequest("A moment needs its offset, like 2026-11-15T12:00:00Z.")
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # within a day of the first or the last year there is
        return moment.replace(tzinfo=UTC)


def texts(value: Any) -> Iterator[str]:
    """Every string in a value, without recursion.

    >>> sorted(texts({"a": ["b", {"c": 1}]}))
    ['a', 'b', 'c']
    """
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, BaseModel):
            waiting.extend(item.__dict__.values())
        elif isinstance(item, dict):
            waiting.extend(item.keys())
            waiting.extend(item.values())
        elif isinstance(item, list | tuple | set):
            waiting.extend(item)


def check_texts(found: Iterable[str]) -> None:
    for text in found:
        if "\x00" in text:
            raise InvalidRequest("A text holds a NUL character, which cannot be stored.")
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            raise InvalidRequest("A text holds half of a surrogate pair, which is no character.")
