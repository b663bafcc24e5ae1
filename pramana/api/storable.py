"""What an operation was given, made fit to be stored and compared before it sees it.

Texts that no column can hold are refused. Moments must carry their offset and arrive in UTC: a
database knows fewer offsets than ISO 8601 does.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from pydantic import BaseModel

from pramana.kit.clock import in_utc
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import has_half_characters


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
        name: checked_moment(value) if isinstance(value, datetime) else value
        for name, value in arguments.items()
    }


def checked_moment(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise InvalidRequest("A moment needs its offset, like 2026-11-15T12:00:00Z.")
    return in_utc(moment)


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
        if has_half_characters(text):
            raise InvalidRequest("A text holds half of a surrogate pair, which is no character.")
