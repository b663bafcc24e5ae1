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
    "kept_pages",
    "pages_of",
    "passage_texts",
    "stored_boxes",
    "view",
]
