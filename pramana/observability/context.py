"""The ids of what is being worked on now, for logs and spans. Ids only, never content."""

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
    """What is being worked on now: request_id, tenant_id, run_id and the like."""
    return _ids.get()


def shown_ids() -> dict[str, str | int | float | bool]:
    """The same as they may be written down."""
    return {name: text for name, value in _ids.get().items() if (text := plain(value)) is not None}


def bind_ids(**ids: Id | None) -> None:
    """Add ids for the rest of this request or job; whoever opened `carrying_ids` takes them off."""
    _ids.set({**_ids.get(), **_known(ids)})


@contextmanager
def carrying_ids(**ids: Id | None) -> Iterator[None]:
    """Add ids for the length of a block."""
    token = _ids.set({**_ids.get(), **_known(ids)})
    try:
        yield
    finally:
        _ids.reset(token)


@contextmanager
def fresh_ids(**ids: Id | None) -> Iterator[None]:
    """Start from nothing: a new request or job inherits no one else's ids."""
    token = _ids.set(_known(ids))
    try:
        yield
    finally:
        _ids.reset(token)


def current_trace() -> UUID | None:
    """The trace that spans without a parent belong to."""
    return _trace.get()


@contextmanager
def in_trace(trace_id: UUID) -> Iterator[None]:
    """Root spans opened in this block belong to this trace: a request's id is one."""
    token = _trace.set(trace_id)
    try:
        yield
    finally:
        _trace.reset(token)


def plain(value: object) -> str | int | float | bool | None:
    """An id or a name as it may be written down, or None for anything that could be content.

    >>> plain("documents.read"), plain("what the document says")
    ('documents.read', None)
    """
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, str) and _NAME.fullmatch(value):
        return str(value)
    return None


def _known(ids: Mapping[str, Id | None]) -> dict[str, Id]:
    return {name: value for name, value in ids.items() if value is not None}
