"""Which entries may be found at all. An invalid filter is refused, never ignored.

None means no filter; an empty set of collections or parents matches nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any, Self, TypeGuard
from uuid import UUID

from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import is_storable

WEB = ("http://", "https://")


@dataclass(frozen=True, kw_only=True)
class Filters:
    collection_ids: frozenset[UUID] | None = None
    parent_ids: frozenset[UUID] | None = None
    source_url_prefix: str | None = None
    """The beginning of the url's path if it starts with `/`, otherwise of the whole url."""
    section: str | None = None
    """A section by its own name, or by its whole path of names."""
    kind: str | None = None
    date_from: date | None = None
    date_to: date | None = None
    language: str | None = None

    def __post_init__(self) -> None:
        for name in ("collection_ids", "parent_ids"):
            _check_ids(name, getattr(self, name))
        for name in ("section", "kind", "language"):
            _check_word(name, getattr(self, name))
        for name in ("date_from", "date_to"):
            _check_date(name, getattr(self, name))
        _check_prefix(self.source_url_prefix)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """Filters from the plain values of a request. Unknown names are refused."""
        known = {each.name for each in fields(cls)}
        unknown = sorted(set(given) - known)
        if unknown:
            raise InvalidRequest(
                f"There is no filter {unknown[0]!r}. Use one of: {', '.join(sorted(known))}."
            )
        return cls(**{name: _coerce(name, value) for name, value in given.items()})

    @property
    def matches_nothing(self) -> bool:
        empty = self.collection_ids == frozenset() or self.parent_ids == frozenset()
        backwards = bool(self.date_from and self.date_to and self.date_from > self.date_to)
        return empty or backwards

    @property
    def is_narrow(self) -> bool:
        """Whether a database index finds the entries that pass."""
        return any(
            each is not None
            for each in (self.collection_ids, self.parent_ids, self.source_url_prefix)
        )

    @property
    def is_empty(self) -> bool:
        return self == type(self)()


def _coerce(name: str, value: Any) -> Any:
    try:
        if name.endswith("_ids") and value is not None:
            return frozenset(each if isinstance(each, UUID) else UUID(each) for each in value)
        if name.startswith("date_") and isinstance(value, str):
            return date.fromisoformat(value)
    except (ValueError, TypeError, AttributeError):
        raise _invalid(name, "ids" if name.endswith("_ids") else "a date as YYYY-MM-DD") from None
    return value


def _check_ids(name: str, value: object) -> None:
    if value is None:
        return
    if not isinstance(value, frozenset) or not all(isinstance(each, UUID) for each in value):
        raise _invalid(name, "a set of uuids")


def _check_word(name: str, value: object) -> None:
    if value is None:
        return
    if not _is_text(value) or not value.strip():
        raise _invalid(name, "a word")


def _check_date(name: str, value: object) -> None:
    if value is not None and (not isinstance(value, date) or isinstance(value, datetime)):
        raise _invalid(name, "a date")


def _check_prefix(value: object) -> None:
    if value is None:
        return
    if not _is_text(value) or not value.startswith(("/", *WEB)):
        raise _invalid("source_url_prefix", "a path that begins with /, or a url with http(s)://")


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and is_storable(value)


def _invalid(name: str, wanted: str) -> InvalidRequest:
    return InvalidRequest(f"The filter {name} needs {wanted}.")
