from pramana.documents.services.collections import (
    create_collection,
    delete_collection,
    move_documents,
    rename_collection,
)
from pramana.documents.services.containers import add_contained_file
from pramana.documents.services.deletion import delete_document, erase_documents
from pramana.documents.services.details import (
    change_document,
    define_property,
    delete_property,
    tag_documents,
)
from pramana.documents.services.reading import (
    begin_reading,
    finish_reading,
    save_page,
    save_text,
    set_status,
)
from pramana.documents.services.saved_views import delete_view, save_view
from pramana.documents.services.sources import (
    add_source,
    delete_source,
    fetch_again,
    finish_fetching,
    ingest_approved_page,
    store_fetched_page,
)
from pramana.documents.services.trash import (
    empty_trash,
    purge_trash,
    restore_documents,
    trash_documents,
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
    "change_document",
    "create_collection",
    "define_property",
    "delete_collection",
    "delete_document",
    "delete_property",
    "delete_source",
    "delete_view",
    "empty_trash",
    "erase_documents",
    "fetch_again",
    "finish_fetching",
    "finish_reading",
    "ingest_approved_page",
    "move_documents",
    "purge_trash",
    "rename_collection",
    "restore_documents",
    "retry_document",
    "save_page",
    "save_text",
    "save_view",
    "set_status",
    "store_fetched_page",
    "tag_documents",
    "trash_documents",
]
