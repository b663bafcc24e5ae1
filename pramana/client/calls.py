"""API calls as values, which either client can send: responses, next pages, polling, uploads."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import Enum
from os import PathLike
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic_core import from_json

from pramana.client.errors import WaitTimeoutError

T = TypeVar("T")
Id = UUID | str
SAFE_TO_REPEAT = frozenset({"GET", "PUT", "DELETE"})


@dataclass(frozen=True)
class ApiCall(Generic[T]):
    """What to send, and how to read the response."""

    method: str
    path: str
    read: Callable[[bytes], T]
    json: Any = None
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] | None = None
    data: Mapping[str, str] | None = None
    repeatable: bool = False
    """Whether sending it twice has the same effect as sending it once."""
    starts_work: bool = False
    """Whether it starts work that can belong to a case."""

    @property
    def may_repeat(self) -> bool:
        return self.repeatable or self.method in SAFE_TO_REPEAT

    def with_fields(self, fields: Mapping[str, str]) -> "ApiCall[T]":
        """The same call with these fields in its body or form, if it starts work."""
        if not self.starts_work or not fields:
            return self
        if self.data is not None:
            return replace(self, data={**self.data, **fields})
        return replace(self, json={**self.json, **fields})


def one(kind: type[T]) -> Callable[[bytes], T]:
    """A reader for a response of this type."""
    return TypeAdapter(kind).validate_json


def many(kind: type[T], name: str = "") -> Callable[[bytes], list[T]]:
    """A reader for a list of this type; with `name`, the list in that field of the response."""
    several = TypeAdapter(list[kind])  # type: ignore[valid-type]  # kind is a value here
    if not name:
        return several.validate_json
    return lambda body: several.validate_python(from_json(body)[name])


def nothing(_: bytes) -> None:
    """The reader for responses whose body is ignored."""


def raw(body: bytes) -> bytes:
    return body


def anything(body: bytes) -> Any:
    """The reader for any JSON; an empty body is None."""
    return from_json(body) if body else None


def present_values(**values: Any) -> dict[str, Any]:
    """The values that are not None, converted to JSON values."""
    return {name: to_json_value(value) for name, value in values.items() if value is not None}


def to_json_value(value: Any) -> Any:
    """Convert a value to what JSON can hold.

    >>> to_json_value([date(2026, 1, 2)])
    ['2026-01-02']
    """
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [to_json_value(each) for each in value]
    if isinstance(value, Mapping):
        return {name: to_json_value(each) for name, each in value.items()}
    return value


class ApiModel(BaseModel):
    """The base of all response models: frozen, and unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


@dataclass(frozen=True)
class WorkContext:
    """The case and the workflow that started work belongs to, if any."""

    case_id: Id | None = None
    workflow: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """The fields to add to requests that start work."""
        return present_values(case_id=self.case_id, workflow=self.workflow or None)


NO_CONTEXT = WorkContext()


G = TypeVar("G")

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


PAUSE_S = 0.5


@dataclass(frozen=True)
class Polling(Generic[T]):
    """A call that is repeated until the work is done, at most for `timeout` seconds."""

    call: ApiCall[T]
    is_done: Callable[[T], bool]
    """May raise, where the work has failed."""
    timeout: float

    def pause(self, began: float) -> float:
        """Seconds until the next call. Raises `WaitTimeoutError` when the time is over."""
        if time.monotonic() >= began + self.timeout:
            raise WaitTimeoutError(
                f"The work was not done after {self.timeout:g} seconds; it continues."
            )
        return PAUSE_S


FileLike = str | PathLike[str] | tuple[str, bytes]
"""A path, or a name and the bytes."""


def file_of(file: FileLike) -> tuple[str, bytes]:
    if isinstance(file, tuple):
        return file
    path = Path(file)
    return path.name, path.read_bytes()
