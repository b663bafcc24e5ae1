"""Exports all records to a file, streamed."""

import json
from collections.abc import Iterator
from typing import Any, TextIO

from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView, RelationshipView
from pramana.registry.domain.ftm import link_to_ftm, to_ftm
from pramana.registry.domain.nes_format import entity_json, relationship_json
from pramana.registry.exchange.formats import FileFormat
from pramana.registry.exchange.names_csv import write_rows
from pramana.registry.selectors.records import all_records
from pramana.registry.selectors.relationships import all_relationships

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
