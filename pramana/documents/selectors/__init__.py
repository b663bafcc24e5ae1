from pramana.documents.selectors.collections import collections_of, get_collection
from pramana.documents.selectors.documents import (
    READABLE,
    document_count,
    document_text,
    documents_page,
    file_of,
    get_document,
    view,
)
from pramana.documents.selectors.pages import get_page, kept_pages, pages_of, stored_boxes
from pramana.documents.selectors.passages import get_passages, passage_texts
from pramana.documents.selectors.sources import get_source, known_page, source_view, sources_of

__all__ = [
    "READABLE",
    "collections_of",
    "document_count",
    "document_text",
    "documents_page",
    "file_of",
    "get_collection",
    "get_document",
    "get_page",
    "get_passages",
    "get_source",
    "kept_pages",
    "known_page",
    "pages_of",
    "passage_texts",
    "source_view",
    "sources_of",
    "stored_boxes",
    "view",
]
