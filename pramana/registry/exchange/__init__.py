"""Import and export of records, a few at a time so that files of any size fit in memory."""

from pramana.registry.exchange.formats import FileFormat, export_records, format_of
from pramana.registry.exchange.imports import (
    MAX_IMPORT_BYTES,
    import_content,
    import_records,
    preview_import,
    seed_nepal,
)

__all__ = [
    "MAX_IMPORT_BYTES",
    "FileFormat",
    "export_records",
    "format_of",
    "import_content",
    "import_records",
    "preview_import",
    "seed_nepal",
]
