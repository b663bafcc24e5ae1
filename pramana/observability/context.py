"""The ids of the current request or job, for logs and spans. Ids only, never content."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from uuid import UUID

Id = UUID | str | int | float | bool

_NAME = re.compile(r"[A-Za-z0-9_.:/{}<>+-]{1,64}")
_NOTHING: Mapping[str, Id] = MappingProxyType({})
_ids: ContextVar[Mapping[str, Id]] = ContextVar("pramana_ids", default=_NOTHING)
_trace: ContextVar[UUID | None] = ContextVar("pramana_trace", default=None)


def current_ids() -> Mapping[str, Id]:
    """The ids of the current work: request_id, tenant_id, run_id and others."""
    return _ids.get()


def printable_ids() -> dict[str, str | int | float | bool]:
    """The current ids in the form in which they may be written to a log."""
    return {
        name: text for name, value in _ids.get().items() if (text := safe_value(value)) is not None
    }


def bind_ids(**ids: Id | None) -> None:
    """Add ids for the rest of this request or job; the end of `carrying_ids` removes them."""
    _ids.set({**_ids.get(), **_without_none(ids)})


@contextmanager
def carrying_ids(**ids: Id | None) -> Iterator[None]:
    """Add ids for the length of a block."""
    token = _ids.set({**_ids.get(), **_without_none(ids)})
    try:
        yield
    finally:
        _ids.reset(token)


@contextmanager
def fresh_ids(**ids: Id | None) -> Iterator[None]:
    """Start with these ids only: a new request or job inherits none."""
    token = _ids.set(_without_none(ids))
    try:
        yield
    finally:
        _ids.reset(token)


def current_trace() -> UUID | None:
    """The trace of spans that have no parent."""
    return _trace.get()


@contextmanager
def in_trace(trace_id: UUID) -> Iterator[None]:
    """Root spans opened in this block belong to this trace, such as a request's."""
    token = _trace.set(trace_id)
    try:
        yield
    finally:
        _trace.reset(token)


def safe_value(value: object) -> str | int | float | bool | None:
    """An id or a name as it may be logged, or None for anything that could be content.

    >>> safe_value("documents.read"), safe_value("what the document says")
    ('documents.read', None)
    """
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, str) and _NAME.fullmatch(value):
        return str(value)
    return None


def _without_none(ids: Mapping[str, Id | None]) -> dict[str, Id]:
    return {name: value for name, value in ids.items() if value is not None}
