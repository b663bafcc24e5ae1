from pramana.documents.services.adding import add_file, add_files, retry_document
from pramana.documents.services.collections import (
    create_collection,
    delete_collection,
    rename_collection,
)
from pramana.documents.services.deleting import delete_document, erase_documents
from pramana.documents.services.inspecting import EXTENSIONS
from pramana.documents.services.moving import move_documents
from pramana.documents.services.outside import let_in
from pramana.documents.services.reading import (
    begin_reading,
    finish_reading,
    keep_page,
    keep_text,
    mark,
)
from pramana.documents.services.sources import (
    add_source,
    delete_source,
    end_fetching,
    fetch_again,
    take_page,
)

__all__ = [
    "EXTENSIONS",
    "add_file",
    "add_files",
    "add_source",
    "begin_reading",
    "create_collection",
    "delete_collection",
    "delete_document",
    "delete_source",
    "end_fetching",
    "erase_documents",
    "fetch_again",
    "finish_reading",
    "keep_page",
    "keep_text",
    "let_in",
    "mark",
    "move_documents",
    "rename_collection",
    "retry_document",
    "take_page",
]
