"""Documents as one archive: their files, and a table of their details."""

import csv
import io
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from pramana.documents.contracts import DocumentView
from pramana.documents.selectors import stored_file
from pramana.extraction.services.exports import csv_value
from pramana.kit.scope import Scope
from pramana.tenancy.services import open_file

CHUNK = 256 * 1024
TABLE = "documents.csv"
COLUMNS = ("file", "title", "file name", "tags", "properties", "notes", "added", "address")


class ArchiveBuffer(io.BytesIO):
    """What the archive has written and nobody has taken yet, so that it never grows large.

    It refuses to tell its position, so that the archive is written as a stream.
    """

    def tell(self) -> int:
        raise io.UnsupportedOperation("a stream has no position")

    def take(self) -> bytes:
        taken = self.getvalue()
        self.seek(0)
        self.truncate()
        return taken


def stream_archive(scope: Scope, documents: Sequence[DocumentView]) -> Iterator[bytes]:
    """The archive part by part; files of the same name get a number."""
    buffer = ArchiveBuffer()
    names = distinct_names([each.filename for each in documents])
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for document, name in zip(documents, names, strict=True):
            stored = stored_file(scope, document.id)
            with open_file(scope, stored.id) as source, archive.open(name, "w") as target:
                while part := source.read(CHUNK):
                    target.write(part)
                    yield buffer.take()
        archive.writestr(TABLE, details_table(documents, names))
    yield buffer.take()


def distinct_names(names: Sequence[str]) -> list[str]:
    """
    >>> distinct_names(["a.pdf", "b.pdf", "A.pdf", "documents.csv"])
    ['a.pdf', 'b.pdf', 'A (2).pdf', 'documents (2).csv']
    """
    seen: Counter[str] = Counter({TABLE: 1})
    found = []
    for name in names:
        path, unique = PurePath(name or "file"), name or "file"
        while seen[unique.casefold()]:
            seen[str(path).casefold()] += 1
            unique = f"{path.stem} ({seen[str(path).casefold()]}){path.suffix}"
        seen[unique.casefold()] += 1
        found.append(unique)
    return found


def details_table(documents: Sequence[DocumentView], names: Sequence[str]) -> str:
    """A row per document; a cell never begins like a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for document, name in zip(documents, names, strict=True):
        values = (
            name,
            document.title,
            document.filename,
            ", ".join(document.tags),
            "; ".join(f"{each}: {value}" for each, value in document.properties.items()),
            document.notes,
            document.created_at.isoformat(),
            document.source_url,
        )
        writer.writerow([csv_value(value) for value in values])
    return text.getvalue()
