from pramana.documents.selectors.collections import (
    Contents,
    collections_of,
    contents_of,
    get_collection,
)
from pramana.documents.selectors.documents import (
    READABLE,
    charset_of,
    document_count,
    document_text,
    documents_page,
    file_of,
    get_document,
    view,
)
from pramana.documents.selectors.finding import Found, PlaceView, find_in
from pramana.documents.selectors.library import (
    Facets,
    Shelf,
    ShelfPage,
    Sort,
    documents_by_id,
    facets_of,
    library_page,
)
from pramana.documents.selectors.outline import (
    HeadingView,
    ReadingView,
    doubtful_pages,
    outline_of,
    page_start,
    readings_of,
)
from pramana.documents.selectors.outside import OutsideWish, narrowed_to
from pramana.documents.selectors.pages import get_page, kept_pages, pages_of, stored_boxes
from pramana.documents.selectors.passages import get_passages, passage_texts
from pramana.documents.selectors.sources import get_source, known_page, source_view, sources_of
from pramana.documents.selectors.windows import (
    Window,
    text_between,
    window_after,
    window_at,
    window_before,
)

__all__ = [
    "READABLE",
    "Contents",
    "Facets",
    "Found",
    "HeadingView",
    "OutsideWish",
    "PlaceView",
    "ReadingView",
    "Shelf",
    "ShelfPage",
    "Sort",
    "Window",
    "charset_of",
    "collections_of",
    "contents_of",
    "document_count",
    "document_text",
    "documents_by_id",
    "documents_page",
    "doubtful_pages",
    "facets_of",
    "file_of",
    "find_in",
    "get_collection",
    "get_document",
    "get_page",
    "get_passages",
    "get_source",
    "kept_pages",
    "known_page",
    "library_page",
    "narrowed_to",
    "outline_of",
    "page_start",
    "pages_of",
    "passage_texts",
    "readings_of",
    "source_view",
    "sources_of",
    "stored_boxes",
    "text_between",
    "view",
    "window_after",
    "window_at",
    "window_before",
]
