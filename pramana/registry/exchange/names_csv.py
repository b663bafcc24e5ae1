"""A CSV of names: one name a row, rows of one record one after the other.

Columns: `type`, `sub_type`, `slug`, `kind`, `en`, `ne`; any other column is an attribute of the
record. Without a slug every row is a record of its own, since two people may have one name.
"""

import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, TextIO

from pramana.registry.contracts import NewRecord, RecordView
from pramana.registry.domain.reading import read_new
from pramana.registry.errors import InvalidRecord

COLUMNS = ("type", "sub_type", "slug", "kind", "en", "ne")
OTHER_WORDS = {"entity_type": "type", "name_en": "en", "name_ne": "ne", "name_np": "ne"}
SCHEME = "csv"
Row = Mapping[str, str]


def read_rows(file: TextIO, *, type: str = "") -> Iterator[tuple[int, NewRecord | InvalidRecord]]:
    """Each record with the row it begins in; `type` holds where the file has no such column."""
    table = csv.reader(file)
    header = [_column(name) for name in next(table, [])]
    if not {"en", "ne"} & set(header):
        raise InvalidRecord("The first row names the columns; one at least is called en or ne.")
    seen: Counter[str] = Counter()
    numbered = ((table.line_num, _row(header, cells)) for cells in table if any(cells))
    for _, group in groupby(numbered, key=_belonging):
        rows = list(group)
        yield rows[0][0], _record([row for _, row in rows], type, seen)


def _column(name: str) -> str:
    plain = name.strip().lstrip("\ufeff").lower()
    return OTHER_WORDS.get(plain, plain)


def _row(header: list[str], cells: list[str]) -> Row:
    return {name: cell.strip() for name, cell in zip(header, cells, strict=False) if cell.strip()}


def _belonging(numbered: tuple[int, Row]) -> object:
    number, row = numbered
    return (row.get("type"), row.get("sub_type"), row["slug"]) if "slug" in row else number


def _record(rows: list[Row], type: str, seen: Counter[str]) -> NewRecord | InvalidRecord:
    first = rows[0]
    named = [row for row in rows if "en" in row or "ne" in row]
    right = [row for row in named if row.get("kind") != "MISSPELLED"]
    wrong = [row for row in named if row.get("kind") == "MISSPELLED"]
    fields = {
        "type": first.get("type", type),
        "sub_type": first.get("sub_type"),
        "slug": first.get("slug"),
        "names": [_name(row, "ALIAS" if at else "PRIMARY") for at, row in enumerate(right)],
        "misspelled_names": [_name({**row, "kind": "ALIAS"}, "ALIAS") for row in wrong],
        "attributes": {name: text for name, text in first.items() if name not in COLUMNS},
        "identifiers": [] if "slug" in first else [_own_mark(first, seen)],
    }
    try:
        return read_new(fields)
    except InvalidRecord as error:
        return error


def _name(row: Row, kind: str) -> dict[str, Any]:
    texts = {language: {"full": row[language]} for language in ("en", "ne") if language in row}
    return {"kind": row.get("kind", kind), **texts}


def _own_mark(row: Row, seen: Counter[str]) -> dict[str, str]:
    """What makes the same file, read again, lead to the same records."""
    mark = hashlib.sha256(repr(sorted(row.items())).encode()).hexdigest()[:24]
    seen[mark] += 1
    return {"scheme": SCHEME, "value": f"{mark}-{seen[mark]}"}


def write_rows(file: TextIO, records: Iterable[RecordView]) -> int:
    """Every name of every record; how many records that were."""
    table = csv.writer(file, lineterminator="\n")
    table.writerow(COLUMNS)
    written = 0
    for record in records:
        table.writerows(_cells(record))
        written += 1
    return written


def _cells(record: RecordView) -> Iterator[tuple[str, ...]]:
    own = (record.type, record.sub_type or "", record.slug)
    wrong = [("MISSPELLED", name) for name in record.data.misspelled_names]
    for kind, name in [*((str(name.kind), name) for name in record.data.names), *wrong]:
        yield (*own, kind, name.en.full if name.en else "", name.ne.full if name.ne else "")
