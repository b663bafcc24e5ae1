"""Where words are, as people say it: a cell of a sheet, a slide, a header of a mail."""

from uuid import UUID

from pramana.documents.models import Document
from pramana.documents.reading.contracts import FileKind
from pramana.documents.selectors.structure import structure_of
from pramana.documents.selectors.text import page_rows, text_between
from pramana.kit.scope import Scope

CELL_KINDS = frozenset(
    {FileKind.XLSX, FileKind.ODS, FileKind.CSV, FileKind.TSV, FileKind.JSON, FileKind.XML}
)
SLIDE_KINDS = frozenset({FileKind.PPTX, FileKind.ODP})
MAIL_KINDS = frozenset({FileKind.EML, FileKind.MSG, FileKind.MBOX})
PLACED_KINDS = CELL_KINDS | SLIDE_KINDS | MAIL_KINDS
MAIL_HEADERS = ("From", "To", "Cc", "Date", "Subject")
LONGEST_HEADER = 4_100


def kinds_with_places(scope: Scope, document_ids: set[UUID]) -> dict[UUID, FileKind]:
    """Those of the documents whose parts have names of their own, with their kinds."""
    rows = Document.objects.in_scope(scope).filter(pk__in=document_ids, kind__in=PLACED_KINDS)
    return {document_id: FileKind(kind) for document_id, kind in rows.values_list("pk", "kind")}


def place_name(scope: Scope, document_id: UUID, kind: FileKind, start: int, end: int) -> str:
    """The cell (`Prices!B3`), the cells (`Prices!A3–C3`), the slide or the mail header."""
    if kind in CELL_KINDS:
        return _cells(scope, document_id, start, end)
    if kind in SLIDE_KINDS:
        return _slide(scope, document_id, start)
    return _mail_header(scope, document_id, start)


def _cells(scope: Scope, document_id: UUID, start: int, end: int) -> str:
    structure = structure_of(scope, document_id, start=start, end=end)
    table = structure.table_at(start) or structure.table_at(max(start, end - 1))
    if table is None:
        return ""
    touched = (cell for cell in table.cells if cell.start < end and start < cell.end)
    addresses = [cell.address for cell in touched if cell.address]
    if not addresses:
        return ""
    last = addresses[-1].rpartition("!")[2]
    return addresses[0] if len(addresses) == 1 else f"{addresses[0]}–{last}"


def _slide(scope: Scope, document_id: UUID, start: int) -> str:
    pages = page_rows(scope, document_id).filter(start__lte=start).order_by("-number")
    number = pages.values_list("number", flat=True).first()
    return "" if number is None else f"slide {number + 1}"


def _mail_header(scope: Scope, document_id: UUID, start: int) -> str:
    """The header whose line holds the words; empty in the body."""
    before = text_between(scope, document_id, max(0, start - LONGEST_HEADER), start + 10)
    at = min(start, LONGEST_HEADER)
    line = before[before.rfind("\n", 0, at) + 1 :].split("\n")[0]
    name = line.partition(":")[0]
    return name if name in MAIL_HEADERS else ""
