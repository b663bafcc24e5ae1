"""API calls as values, which either client can send, and the readers of their responses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import Enum
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic_core import from_json

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
