"""A request as a value: built once, sent by either client."""

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
    """What to send, and how to read the answer."""

    method: str
    path: str
    read: Callable[[bytes], T]
    json: Any = None
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] | None = None
    data: Mapping[str, str] | None = None
    repeatable: bool = False
    """Whether sending it twice does no more than sending it once."""
    starts_work: bool = False
    """Whether it begins work, which can be done for a case."""

    @property
    def may_repeat(self) -> bool:
        return self.repeatable or self.method in SAFE_TO_REPEAT

    def with_fields(self, fields: Mapping[str, str]) -> "ApiCall[T]":
        """The same with these fields, in its body or form, where it begins work."""
        if not self.starts_work or not fields:
            return self
        if self.data is not None:
            return replace(self, data={**self.data, **fields})
        return replace(self, json={**self.json, **fields})


def one(kind: type[T]) -> Callable[[bytes], T]:
    """Reads an answer that is a thing of this kind."""
    return TypeAdapter(kind).validate_json


def many(kind: type[T], name: str = "") -> Callable[[bytes], list[T]]:
    """Reads a list of them; under this name, where the answer has one among others."""
    several = TypeAdapter(list[kind])  # type: ignore[valid-type]  # kind is a value here
    if not name:
        return several.validate_json
    return lambda body: several.validate_python(from_json(body)[name])


def nothing(_: bytes) -> None:
    """For answers without a body worth reading."""


def raw(body: bytes) -> bytes:
    return body


def anything(body: bytes) -> Any:
    """Whatever JSON was answered, or None."""
    return from_json(body) if body else None


def present_values(**values: Any) -> dict[str, Any]:
    """These values as JSON has them, without those that were not given."""
    return {name: to_json_value(value) for name, value in values.items() if value is not None}


def to_json_value(value: Any) -> Any:
    """A value as JSON has it.

    >>> plain([date(2026, 1, 2)])
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
    """Frozen, and tolerant of fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="ignore")


@dataclass(frozen=True)
class WorkContext:
    """A case, and the way of working in it, by name. Neither, unless someone says so."""

    case_id: Id | None = None
    workflow: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """As every request that begins work may carry them."""
        return present_values(case_id=self.case_id, workflow=self.workflow or None)


NO_CONTEXT = WorkContext()
