"""A CSV file of names: one name a row, the rows of a record one after the other.

Columns: `type`, `sub_type`, `slug`, `kind`, `en`, `ne`; any other column is an attribute of the
record. Without a slug every row is a record of its own, because two people may have the same name.
"""

import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, TextIO

from pramana.registry.contracts import NewRecord, RecordView
from pramana.registry.domain.validation import parse_new_record
from pramana.registry.errors import InvalidRecord

COLUMNS = ("type", "sub_type", "slug", "kind", "en", "ne")
COLUMN_ALIASES = {"entity_type": "type", "name_en": "en", "name_ne": "ne", "name_np": "ne"}
SCHEME = "csv"
Row = Mapping[str, str]


def read_rows(file: TextIO, *, type: str = "") -> Iterator[tuple[int, NewRecord | InvalidRecord]]:
    """Each record with its first row's number; `type` applies if the file has no such column."""
    table = csv.reader(file)
    header = [_column(name) for name in next(table, [])]
    if not {"en", "ne"} & set(header):
        raise InvalidRecord(
            "The first row must name the columns, and at least one must be en or ne."
        )
    seen: Counter[str] = Counter()
    numbered = ((table.line_num, _row(header, cells)) for cells in table if any(cells))
    for _, group in groupby(numbered, key=_group_key):
        rows = list(group)
        yield rows[0][0], _record([row for _, row in rows], type, seen)


def _column(name: str) -> str:
    plain = name.strip().lstrip("\ufeff").lower()
    return COLUMN_ALIASES.get(plain, plain)


def _row(header: list[str], cells: list[str]) -> Row:
    return {name: cell.strip() for name, cell in zip(header, cells, strict=False) if cell.strip()}


def _group_key(numbered: tuple[int, Row]) -> object:
    number, row = numbered
    return (row.get("type"), row.get("sub_type"), row["slug"]) if "slug" in row else number


def _record(rows: list[Row], type: str, seen: Counter[str]) -> NewRecord | InvalidRecord:
    first = rows[0]
    named = [row for row in rows if "en" in row or "ne" in row]
    correct = [row for row in named if row.get("kind") != "MISSPELLED"]
    misspelled = [row for row in named if row.get("kind") == "MISSPELLED"]
    fields = {
        "type": first.get("type", type),
        "sub_type": first.get("sub_type"),
        "slug": first.get("slug"),
        "names": [_name(row, "ALIAS" if at else "PRIMARY") for at, row in enumerate(correct)],
        "misspelled_names": [_name({**row, "kind": "ALIAS"}, "ALIAS") for row in misspelled],
        "attributes": {name: text for name, text in first.items() if name not in COLUMNS},
        "identifiers": [] if "slug" in first else [_row_identifier(first, seen)],
    }
    try:
        return parse_new_record(fields)
    except InvalidRecord as error:
        return error


def _name(row: Row, kind: str) -> dict[str, Any]:
    texts = {language: {"full": row[language]} for language in ("en", "ne") if language in row}
    return {"kind": row.get("kind", kind), **texts}


def _row_identifier(row: Row, seen: Counter[str]) -> dict[str, str]:
    """An identifier made from the row, so that importing the file again finds the same record."""
    digest = hashlib.sha256(repr(sorted(row.items())).encode()).hexdigest()[:24]
    seen[digest] += 1
    return {"scheme": SCHEME, "value": f"{digest}-{seen[digest]}"}


def write_rows(file: TextIO, records: Iterable[RecordView]) -> int:
    """Write every name of every record; return how many records there were."""
    table = csv.writer(file, lineterminator="\n")
    table.writerow(COLUMNS)
    count = 0
    for record in records:
        table.writerows(_cells(record))
        count += 1
    return count


def _cells(record: RecordView) -> Iterator[tuple[str, ...]]:
    own = (record.type, record.sub_type or "", record.slug)
    misspelled = [("MISSPELLED", name) for name in record.data.misspelled_names]
    for kind, name in [*((str(name.kind), name) for name in record.data.names), *misspelled]:
        yield (*own, kind, name.en.full if name.en else "", name.ne.full if name.ne else "")
