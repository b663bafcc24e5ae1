"""Records into the registry: read one at a time, written some hundreds at a time."""

from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from typing import Any, TextIO, TypeVar

from pramana.kit.scope import Scope
from pramana.registry.contracts import NewRecord, NewRelationship, RelationshipType, Tally
from pramana.registry.domain.foreign import read_foreign
from pramana.registry.domain.ftm import from_ftm
from pramana.registry.errors import InvalidRecord
from pramana.registry.exchange import values
from pramana.registry.exchange.formats import Format
from pramana.registry.exchange.names_csv import read_rows
from pramana.registry.services.importing import import_batch
from pramana.registry.services.linking import link_batch

BATCH = 500
TOLD = 20
"""Problems that are told one by one; the others are only counted."""

Link = tuple[str, NewRelationship]
Item = NewRecord | Link | InvalidRecord | None
T = TypeVar("T")


def import_records(
    scope: Scope,
    file: TextIO,
    format: Format,
    *,
    author: str,
    description: str,
    type: str = "",
    progress: Callable[[Tally], object] = lambda tally: None,
) -> Tally:
    """Take in a file. What is refused is told with its line; everything else still comes in.

    The file is read twice when it holds relations: they may stand before the records they name.
    """
    tally, said = Tally(), {"author": author, "description": description}
    links = 0
    for batch in _batches(_records(file, format, type, tally)):
        records = [item for item in batch if isinstance(item, NewRecord)]
        links += len(batch) - len(records)
        _add(tally, import_batch(scope, records, **said))
        progress(tally)
    if links:
        file.seek(0)
        for related in _batches(_links(file, format)):
            _add(tally, link_batch(scope, related, **said))
            progress(tally)
    return tally


def _records(file: TextIO, format: Format, type: str, tally: Tally) -> Iterator[NewRecord | Link]:
    """Everything that can be used; what cannot is counted."""
    for number, item in _items(file, format, type):
        if isinstance(item, InvalidRecord):
            _refuse(tally, f"{number}: {item.message}")
        elif item is None:
            tally.skipped += 1
        else:
            yield item


def _links(file: TextIO, format: Format) -> Iterator[Link]:
    return (item for _, item in _items(file, format, "") if isinstance(item, tuple))


def _batches(found: Iterator[T]) -> Iterator[list[T]]:
    while batch := list(islice(found, BATCH)):
        yield batch


def _items(file: TextIO, format: Format, type: str) -> Iterator[tuple[int, Item]]:
    if format is Format.CSV:
        yield from read_rows(file, type=type)
        return
    found = values.items(file) if format is Format.NES else values.lines(file)
    read = from_ftm if format is Format.FTM else _ours
    for number, value in found:
        yield number, _read(read, value)


def _read(read: Callable[[Any], Item], value: Any) -> Item:
    if isinstance(value, InvalidRecord):
        return value
    try:
        return read(value)
    except InvalidRecord as error:
        return error


def _ours(value: Any) -> Item:
    """A record, or a relation as the public service writes it."""
    if not isinstance(value, dict) or "source_entity_id" not in value:
        return read_foreign(value)
    try:
        new = NewRelationship(
            RelationshipType(value["type"]),
            str(value["target_entity_id"]),
            _day(value.get("start_date")),
            _day(value.get("end_date")),
            dict(value.get("attributes") or {}),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise InvalidRecord(f"This is no relation: {error}.") from None
    return str(value["source_entity_id"]), new


def _day(text: Any) -> date | None:
    return date.fromisoformat(str(text)[:10]) if text else None


def _refuse(tally: Tally, problem: str) -> None:
    tally.refused += 1
    if len(tally.problems) < TOLD:
        tally.problems.append(problem)


def _add(tally: Tally, part: Tally) -> None:
    for name in ("created", "updated", "unchanged", "kept", "linked", "skipped", "refused"):
        setattr(tally, name, getattr(tally, name) + getattr(part, name))
    tally.problems += part.problems[: TOLD - len(tally.problems)]
