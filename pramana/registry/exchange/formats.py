"""The formats of files of records, and the export of all records to one, streamed.

A CSV file of names has one name a row, the rows of a record one after the other. Its columns are
`type`, `sub_type`, `slug`, `kind`, `en`, `ne`; any other column is an attribute of the record.
Without a slug every row is a record of its own, because two people may have the same name.
"""

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import groupby
from pathlib import PurePath
from typing import Any, TextIO

from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.registry.contracts import NewRecord, RecordView, RelationshipView
from pramana.registry.domain.ftm import link_to_ftm, to_ftm
from pramana.registry.domain.nes_format import entity_json, relationship_json
from pramana.registry.domain.validation import parse_new_record
from pramana.registry.errors import InvalidRecord
from pramana.registry.selectors.records import all_records, all_relationships

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


class FileFormat(StrEnum):
    JSONL = "jsonl"
    """One record or relationship a line, in the format of our API."""
    NES = "nes"
    """One JSON list of records, in the format of the public Nepal Entity Service."""
    CSV = "csv"
    """One name a row."""
    FTM = "ftm"
    """FollowTheMoney entities, one a line."""


BY_SUFFIX = {
    ".jsonl": FileFormat.JSONL,
    ".ndjson": FileFormat.JSONL,
    ".json": FileFormat.NES,
    ".csv": FileFormat.CSV,
    ".ftm": FileFormat.FTM,
    ".ijson": FileFormat.FTM,
}


def format_of(name: str) -> FileFormat:
    """The format by the file's extension.

    >>> format_of("parties.csv")
    <FileFormat.CSV: 'csv'>
    """
    suffix = "".join(PurePath(name).suffixes[-1:]).lower()
    if name.lower().endswith((".ftm.json", ".ftm.jsonl")):
        return FileFormat.FTM
    if suffix not in BY_SUFFIX:
        listed = ", ".join(FileFormat)
        raise InvalidRequest(
            f"The name {name} does not show the format; state it with --format: {listed}."
        )
    return BY_SUFFIX[suffix]


CHUNK = 256 * 1024
MAX_VALUE_CHARS = 8 * 1024 * 1024
"""The most characters of one value; no record is longer."""

SPACE = " \t\r\n"
_decoder = json.JSONDecoder()


def read_json_lines(file: TextIO) -> Iterator[tuple[int, Any]]:
    """The number and value of each line; a line that is not JSON yields the error as its value."""
    for number, line in enumerate(file, start=1):
        if len(line) > MAX_VALUE_CHARS:
            yield number, InvalidRecord("The line is too long.")
        elif line.strip():
            yield number, _parse_line(line)


def _parse_line(line: str) -> Any:
    try:
        return json.loads(line.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return InvalidRecord("The line is not JSON.")


def read_json_list(file: TextIO) -> Iterator[tuple[int, Any]]:
    """Each item of one JSON list with its number, without loading the whole list.

    A file that begins with `{` is read as one value a line.
    """
    buffer = _skip_space(file, file.read(CHUNK).removeprefix("\ufeff"))
    if buffer.startswith("{"):
        file.seek(0)
        yield from read_json_lines(file)
        return
    if not buffer.startswith("["):
        raise InvalidRecord("The file is not a JSON list of records.")
    yield from _read_items(file, buffer[1:])


def _read_items(file: TextIO, buffer: str) -> Iterator[tuple[int, Any]]:
    number = 0
    while True:
        buffer = _skip_space(file, buffer).removeprefix(",")
        buffer = _skip_space(file, buffer)
        if not buffer or buffer.startswith("]"):
            if not buffer:
                raise InvalidRecord("The JSON list in the file is incomplete.")
            return
        value, buffer = _read_item(file, buffer)
        number += 1
        yield number, value


def _read_item(file: TextIO, buffer: str) -> tuple[Any, str]:
    """The first value in the buffer, reading on as far as needed, and the rest of the buffer."""
    while True:
        try:
            value, end = _decoder.raw_decode(buffer)
        except (ValueError, RecursionError):
            more = file.read(CHUNK)
            if not more or len(buffer) > MAX_VALUE_CHARS:
                raise InvalidRecord("The file holds something that is not JSON.") from None
            buffer += more
        else:
            if end < len(buffer) or not isinstance(value, int | float):
                return value, buffer[end:]
            buffer += file.read(CHUNK) or " "


def _skip_space(file: TextIO, buffer: str) -> str:
    while not (buffer := buffer.lstrip(SPACE)):
        more = file.read(CHUNK)
        if not more:
            return ""
        buffer = more
    return buffer


OUR_OWN_FIELDS = frozenset({"nes_id", "record_id", "updated_at"})
"""Fields that the public service's format does not have."""


def export_records(scope: Scope, file: TextIO, format: FileFormat) -> int:
    """Write all records, and relationships if the format has them; return the number of records."""
    if format is FileFormat.CSV:
        return write_rows(file, all_records(scope))
    if format is FileFormat.NES:
        return _write_list(file, all_records(scope))
    count = 0
    for record in all_records(scope):
        _write_line(file, to_ftm(record) if format is FileFormat.FTM else entity_json(record))
        count += 1
    for relation in all_relationships(scope):
        _write_line(file, _relation(relation, format))
    return count


def _relation(relation: RelationshipView, format: FileFormat) -> dict[str, Any]:
    return link_to_ftm(relation) if format is FileFormat.FTM else relationship_json(relation)


def _write_list(file: TextIO, records: Iterator[RecordView]) -> int:
    count = 0
    file.write("[")
    for record in records:
        fields = {
            key: part for key, part in entity_json(record).items() if key not in OUR_OWN_FIELDS
        }
        file.write(",\n" if count else "\n")
        file.write(_dump(fields))
        count += 1
    file.write("\n]\n")
    return count


def _write_line(file: TextIO, value: dict[str, Any]) -> None:
    file.write(_dump(value) + "\n")


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
