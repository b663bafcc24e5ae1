"""Filters, entries of the index, queries, and hits."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Literal, Self, TypeGuard
from uuid import UUID

from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import is_storable

WEB = ("http://", "https://")


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Which entries may be found at all. An invalid filter is refused, never ignored.

    None means no filter; an empty set of collections or parents matches nothing.
    """

    collection_ids: frozenset[UUID] | None = None
    parent_ids: frozenset[UUID] | None = None
    source_url_prefix: str | None = None
    """The beginning of the url's path if it starts with `/`, otherwise of the whole url."""
    section: str | None = None
    """A section by its own name, or by its whole path of names."""
    kind: str | None = None
    date_from: datetime.date | None = None
    date_to: datetime.date | None = None
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
            for each in (
                *(self.collection_ids, self.parent_ids, self.source_url_prefix),
                *(self.kind, self.date_from, self.date_to, self.language),
            )
        )

    @property
    def is_empty(self) -> bool:
        return self == type(self)()


def _coerce(name: str, value: Any) -> Any:
    try:
        if name.endswith("_ids") and value is not None:
            return frozenset(each if isinstance(each, UUID) else UUID(each) for each in value)
        if name.startswith("date_") and isinstance(value, str):
            return datetime.date.fromisoformat(value)
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
    if value is not None and (
        not isinstance(value, datetime.date) or isinstance(value, datetime.datetime)
    ):
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


Vector = Sequence[float]

Match = Literal["vector", "lexical"]
"""What a match rests on: vectors and words, or words alone."""

MOST_HITS = 200


@dataclass(frozen=True, kw_only=True)
class IndexEntry:
    """Something that can be found: a passage, a fact. The index stores its words, not its text."""

    space: str
    item_id: UUID
    parent_id: UUID
    """What it is removed with: a passage's document."""
    text: str
    collection_id: UUID | None = None
    url: str = ""
    section: str = ""
    kind: str = ""
    date: datetime.date | None = None
    language: str = ""


@dataclass(frozen=True, kw_only=True)
class Query:
    """A question to one or more spaces."""

    text: str
    spaces: tuple[str, ...]
    filters: Filters = field(default_factory=Filters)
    limit: int = 10
    recipe: str = "balanced"

    def __post_init__(self) -> None:
        if not self.spaces:
            raise InvalidRequest("A search needs at least one space.")
        if not 1 <= self.limit <= MOST_HITS:
            raise InvalidRequest(f"A search may ask for 1 to {MOST_HITS} hits.")


class Flag(StrEnum):
    """What the reader of a ranking should know about how it was made."""

    WORDS_ONLY = "words_only"
    """No vectors were compared: there are none, or the encoder cannot read the script."""
    ENCODER_UNAVAILABLE = "encoder_unavailable"
    """The encoder failed; the ranking is by words alone."""
    VECTORS_UNAVAILABLE = "vectors_unavailable"
    """Vectors could not be searched; the ranking is by words alone."""
    WORDS_UNAVAILABLE = "words_unavailable"
    """Words could not be searched; the ranking is by meaning alone."""
    RERANK_TIMED_OUT = "rerank_timed_out"
    RERANK_FAILED = "rerank_failed"


@dataclass(frozen=True, kw_only=True)
class Hit:
    """An item that was found, with its scores and the reason."""

    space: str
    item_id: UUID
    parent_id: UUID
    score: float
    """What the order follows, in 0..1."""
    lexical: float
    """BM25."""
    cosine: float | None
    """None when there is no vector to compare."""
    coverage: float
    """The share of the question's weight, by words, that the item contains; 0..1."""
    strength: float
    """How surely it belongs to the question: from .5 it does, below .3 it does not."""
    match: Match
    words: tuple[str, ...]
    """The question's words that the item contains, as they were asked and in that order."""
    reranked: float | None = None
    why: str = ""
    flags: frozenset[Flag] = frozenset()


@dataclass(frozen=True)
class Embeddings:
    """Vectors of one model by item; None when the model cannot read the item's script."""

    model: str
    dimension: int
    vectors: Mapping[UUID, Vector | None]

    def __post_init__(self) -> None:
        if any(each is not None and len(each) != self.dimension for each in self.vectors.values()):
            raise InvalidRequest(
                f"A vector of {self.model} does not have its {self.dimension} numbers."
            )
