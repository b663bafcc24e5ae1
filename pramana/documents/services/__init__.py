from pramana.documents.services.collections import (
    create_collection,
    delete_collection,
    move_documents,
    rename_collection,
)
from pramana.documents.services.containers import add_contained_file
from pramana.documents.services.deletion import delete_document, erase_documents
from pramana.documents.services.reading import (
    begin_reading,
    finish_reading,
    save_page,
    save_text,
    set_status,
)
from pramana.documents.services.sources import (
    add_source,
    delete_source,
    fetch_again,
    finish_fetching,
    ingest_approved_page,
    store_fetched_page,
)
from pramana.documents.services.uploads import (
    EXTENSIONS,
    add_batch,
    add_file,
    add_files,
    retry_document,
)

__all__ = [
    "EXTENSIONS",
    "add_batch",
    "add_contained_file",
    "add_file",
    "add_files",
    "add_source",
    "begin_reading",
    "create_collection",
    "delete_collection",
    "delete_document",
    "delete_source",
    "erase_documents",
    "fetch_again",
    "finish_fetching",
    "finish_reading",
    "ingest_approved_page",
    "move_documents",
    "rename_collection",
    "retry_document",
    "save_page",
    "save_text",
    "set_status",
    "store_fetched_page",
]
