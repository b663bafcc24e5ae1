"""What documents there are: the answer to questions about the library itself."""

from collections.abc import Sequence
from dataclasses import replace

from pramana.chat.domain.messages import (
    INVENTORY,
    INVENTORY_COUNT,
    INVENTORY_EMPTY,
    INVENTORY_MORE,
    INVENTORY_NO,
    INVENTORY_ONE,
    INVENTORY_YES,
    localise,
)
from pramana.chat.domain.question_shapes import COUNTED_DOCUMENTS
from pramana.chat.passage_context import ContextReader
from pramana.documents.contracts import DocumentView
from pramana.documents.search import search
from pramana.documents.selectors import LibraryQuery, Sort, library_page
from pramana.kit.errors import Unavailable
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems
from pramana.retrieval.contracts import Filters
from pramana.retrieval.domain.fusion import SURE_MATCH

MOST_LOOKED_AT = 1_000
MOST_NAMED = 25
MOST_FOUND = 5


def describe_library(
    scope: Scope, filters: Filters, question: str, kind: str = ""
) -> tuple[str, bool]:
    """Which documents the asker may use, in words; and whether there are any of that kind."""
    documents = _with_names(scope, _documents(scope, filters))
    if kind:
        return _of_kind(scope, filters, question, kind, documents)
    if not documents:
        return localise(INVENTORY_EMPTY, question), False
    names = ", ".join(f"“{each.title}”" for each in documents[:MOST_NAMED])
    if len(documents) > MOST_NAMED:
        more = len(documents) - MOST_NAMED
        names = localise(INVENTORY_MORE, question).format(names, more)
    message = INVENTORY_ONE if len(documents) == 1 else INVENTORY
    return localise(message, question).format(len(documents), names), True


def _documents(scope: Scope, filters: Filters) -> list[DocumentView]:
    """The documents that the filters allow, by title."""
    page = library_page(scope, LibraryQuery(sort=Sort.TITLE), limit=MOST_LOOKED_AT)
    return [each for each in page.documents if _is_allowed(each, filters)]


def _with_names(scope: Scope, documents: Sequence[DocumentView]) -> list[DocumentView]:
    """The documents, each under a name that tells it apart."""
    names = ContextReader(scope).names({each.id: each.title for each in documents})
    return [replace(each, title=names.get(each.id, each.title)) for each in documents]


def _is_allowed(document: DocumentView, filters: Filters) -> bool:
    collections, parents = filters.collection_ids, filters.parent_ids
    if collections is not None and document.collection_id not in collections:
        return False
    if parents is not None and document.id not in parents:
        return False
    prefix = filters.source_url_prefix
    return not prefix or document.source_url.startswith(prefix)


def _of_kind(
    scope: Scope, filters: Filters, question: str, kind: str, documents: Sequence[DocumentView]
) -> tuple[str, bool]:
    """Documents named like the kind, or whose text is about it."""
    wanted = set(content_stems(stems(kind)))
    titles = [
        each.title for each in documents if wanted <= set(stems(f"{each.title} {each.filename}"))
    ]
    if not titles:
        titles = _titles_about(scope, filters, kind)
    if not titles:
        return localise(INVENTORY_NO, question).format(kind), False
    if COUNTED_DOCUMENTS.search(question):
        named = ", ".join(f"“{title}”" for title in titles[:MOST_NAMED])
        return localise(INVENTORY_COUNT, question).format(len(titles), named), True
    named = ", ".join(f"“{title}”" for title in titles[:MOST_FOUND])
    return localise(INVENTORY_YES, question).format(named), True


def _titles_about(scope: Scope, filters: Filters, kind: str) -> list[str]:
    try:
        hits = search(scope, kind, filters=filters, limit=MOST_FOUND)
    except Unavailable:
        return []
    return list(dict.fromkeys(hit.title for hit in hits if hit.strength >= SURE_MATCH))
