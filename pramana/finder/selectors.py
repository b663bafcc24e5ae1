"""Find items by the words of their names, and extracted values by their text."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pramana.agni.selectors.sessions import reviews_by_title
from pramana.chat.selectors import conversations_matching
from pramana.external.selectors.research import search_research
from pramana.extraction.selectors.listings import extractions_matching, stacks_matching
from pramana.kit.listings import NamedItem
from pramana.kit.scope import Scope
from pramana.links.contracts import Derivation
from pramana.links.selectors.derivations import cells_holding, fields_holding
from pramana.tenancy.selectors import search_cases


class FoundKind(StrEnum):
    EXTRACTION = "extraction"
    STACK = "stack"
    REVIEW = "review"
    RESEARCH = "research"
    CONVERSATION = "conversation"
    CASE = "case"


@dataclass(frozen=True)
class FoundItem:
    thing: FoundKind
    id: UUID
    title: str = field(repr=False)
    detail: str
    at: datetime


FINDERS: dict[FoundKind, Callable[..., list[NamedItem]]] = {
    FoundKind.EXTRACTION: extractions_matching,
    FoundKind.STACK: stacks_matching,
    FoundKind.REVIEW: reviews_by_title,
    FoundKind.RESEARCH: search_research,
    FoundKind.CONVERSATION: conversations_matching,
    FoundKind.CASE: search_cases,
}
"""The search of each kind: one statement for a few rows, because it runs while someone types."""


def find_items(scope: Scope, words: str, *, limit: int = 4) -> list[FoundItem]:
    """Items whose names contain these words, as far as the person may see them."""
    return [
        FoundItem(thing, named.id, named.title, named.detail, named.at)
        for thing, finder in FINDERS.items()
        for named in finder(scope, words, limit=limit)
    ]


def find_values(scope: Scope, words: str, *, limit: int = 4) -> list[Derivation]:
    """Fields and cells that contain these words and that the person may see."""
    return [
        *fields_holding(scope, words, limit=limit),
        *cells_holding(scope, words, limit=limit),
    ]
