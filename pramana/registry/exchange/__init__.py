"""Import and export of records, a few at a time so that files of any size fit in memory."""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import date
from importlib.resources import files
from itertools import islice
from typing import Any, TextIO, TypeVar

from django.db import transaction

from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.registry.contracts import NewRecord, NewRelationship, RecordType, RelationshipType
from pramana.registry.domain.ftm import from_ftm
from pramana.registry.domain.nes_format import parse_nes_record
from pramana.registry.domain.validation import parse_new_record
from pramana.registry.errors import InvalidRecord
from pramana.registry.exchange.formats import (
    FileFormat,
    export_records,
    format_of,
    read_json_lines,
    read_json_list,
    read_rows,
)
from pramana.registry.services.bulk_import import (
    MAX_CONFLICTS,
    ImportTally,
    import_batch,
    import_relationships,
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


BATCH = 500
MAX_IMPORT_BYTES = 10 * 1024 * 1024
"""Larger files are imported on the command line, where nobody waits for a response."""

MAX_PROBLEMS = 20
"""Problems that are listed; further ones are only counted."""

Link = tuple[str, NewRelationship]
Item = NewRecord | Link | InvalidRecord | None
T = TypeVar("T")


def import_records(
    scope: Scope,
    file: TextIO,
    format: FileFormat,
    *,
    author: str,
    description: str,
    type: str = "",
) -> ImportTally:
    """Import a file. Refused items are listed with their line; everything else is imported.

    A file with relationships is read twice, because they may precede the records they name.
    """
    tally, authorship = ImportTally(), {"author": author, "description": description}
    links = 0
    for batch in _batches(_usable_items(file, format, type, tally)):
        records = [item for item in batch if isinstance(item, NewRecord)]
        links += len(batch) - len(records)
        _add(tally, import_batch(scope, records, **authorship))
    if links:
        file.seek(0)
        for related in _batches(_links(file, format)):
            _add(tally, import_relationships(scope, related, **authorship))
    return tally


def preview_import(
    scope: Scope, file: TextIO, format: FileFormat, *, type: str = ""
) -> ImportTally:
    """What an import would do, without doing it: it is carried out and rolled back."""
    with transaction.atomic():
        tally = import_records(scope, file, format, author="", description="", type=type)
        transaction.set_rollback(True)
    return tally


def import_content(
    scope: Scope,
    name: str,
    content: bytes,
    format: FileFormat | None = None,
    *,
    author: str,
    type: str = "",
    is_preview: bool = False,
) -> ImportTally:
    """Import or preview the bytes of a file that was sent to us."""
    if len(content) > MAX_IMPORT_BYTES:
        raise InvalidRequest("The file is too large. Use `pramana registry import`.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidRequest("The file is not UTF-8 text.") from None
    if not text.strip():
        raise InvalidRequest("The file is empty.")
    chosen = format or format_of(name)
    if is_preview:
        return preview_import(scope, io.StringIO(text), chosen, type=type)
    return import_records(
        scope, io.StringIO(text), chosen, author=author, description=f"From {name}.", type=type
    )


def _usable_items(
    file: TextIO, format: FileFormat, type: str, tally: ImportTally
) -> Iterator[NewRecord | Link]:
    """Every valid item; the others are counted."""
    for number, item in _read_items(file, format, type):
        if isinstance(item, InvalidRecord):
            _refuse(tally, f"{number}: {item.message}")
        elif item is None:
            tally.skipped += 1
        else:
            yield item


def _links(file: TextIO, format: FileFormat) -> Iterator[Link]:
    return (item for _, item in _read_items(file, format, "") if isinstance(item, tuple))


def _batches(items: Iterator[T]) -> Iterator[list[T]]:
    while batch := list(islice(items, BATCH)):
        yield batch


def _read_items(file: TextIO, format: FileFormat, type: str) -> Iterator[tuple[int, Item]]:
    if format is FileFormat.CSV:
        yield from read_rows(file, type=type)
        return
    values = read_json_list(file) if format is FileFormat.NES else read_json_lines(file)
    read = from_ftm if format is FileFormat.FTM else _parse_nes_value
    for number, value in values:
        yield number, _parse(read, value)


def _parse(read: Callable[[Any], Item], value: Any) -> Item:
    if isinstance(value, InvalidRecord):
        return value
    try:
        return read(value)
    except InvalidRecord as error:
        return error


def _parse_nes_value(value: Any) -> Item:
    """A record or a relationship, in the format of the public service."""
    if not isinstance(value, dict) or "source_entity_id" not in value:
        return parse_nes_record(value)
    try:
        new = NewRelationship(
            RelationshipType(value["type"]),
            str(value["target_entity_id"]),
            _day(value.get("start_date")),
            _day(value.get("end_date")),
            dict(value.get("attributes") or {}),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise InvalidRecord(f"This is not a valid relationship: {error}.") from None
    return str(value["source_entity_id"]), new


def _day(text: Any) -> date | None:
    return date.fromisoformat(str(text)[:10]) if text else None


def _refuse(tally: ImportTally, problem: str) -> None:
    tally.refused += 1
    if len(tally.problems) < MAX_PROBLEMS:
        tally.problems.append(problem)


def _add(tally: ImportTally, part: ImportTally) -> None:
    for name in ("created", "updated", "unchanged", "kept", "linked", "skipped", "refused"):
        setattr(tally, name, getattr(tally, name) + getattr(part, name))
    tally.problems += part.problems[: MAX_PROBLEMS - len(tally.problems)]
    tally.conflicts += part.conflicts[: MAX_CONFLICTS - len(tally.conflicts)]


AUTHOR = "pramana"
DESCRIPTION = "Provinces, districts, metropolitan and sub-metropolitan cities of Nepal."


def seed_nepal(scope: Scope) -> ImportTally:
    """Import the places that are missing, each related to the place it is located in."""
    places = _places()
    tally = import_batch(
        scope, [_record(place) for place in places], author=AUTHOR, description=DESCRIPTION
    )
    within = [(_id(place["sub_type"], place["slug"]), _within(place)) for place in places]
    links = [(source, new) for source, new in within if new]
    tally.linked = import_relationships(scope, links, author=AUTHOR, description=DESCRIPTION).linked
    return tally


def _places() -> list[dict[str, str]]:
    text = files(__package__).joinpath("nepal.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def _record(place: dict[str, str]) -> NewRecord:
    return parse_new_record(
        {
            "type": RecordType.LOCATION,
            "sub_type": place["sub_type"],
            "slug": place["slug"],
            "names": [
                {"kind": "PRIMARY", "en": {"full": place["en"]}, "ne": {"full": place["ne"]}}
            ],
            "attributes": {"country": "Nepal"},
        }
    )


def _within(place: dict[str, str]) -> NewRelationship | None:
    if not place["within"]:
        return None
    sub_type, _, slug = place["within"].partition("/")
    return NewRelationship(RelationshipType.LOCATED_IN, _id(sub_type, slug))


def _id(sub_type: str, slug: str) -> str:
    return f"entity:location/{sub_type}/{slug}"
