"""Records out of the registry, streamed."""

import json
from collections.abc import Iterator
from typing import Any, TextIO

from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView, RelationshipView
from pramana.registry.domain.ftm import link_to_ftm, to_ftm
from pramana.registry.domain.shapes import entity_json, relationship_json
from pramana.registry.exchange.formats import Format
from pramana.registry.exchange.names_csv import write_rows
from pramana.registry.selectors.streams import all_records, all_relationships

OUR_OWN = frozenset({"nes_id", "record_id", "updated_at"})
"""What the public service's shape has no place for."""


def export_records(scope: Scope, file: TextIO, format: Format) -> int:
    """Write all of the tenant's records, and their relations where the format has them."""
    if format is Format.CSV:
        return write_rows(file, all_records(scope))
    if format is Format.NES:
        return _write_list(file, all_records(scope))
    written = 0
    for record in all_records(scope):
        _write_line(file, to_ftm(record) if format is Format.FTM else entity_json(record))
        written += 1
    for relation in all_relationships(scope):
        _write_line(file, _relation(relation, format))
    return written


def _relation(relation: RelationshipView, format: Format) -> dict[str, Any]:
    return link_to_ftm(relation) if format is Format.FTM else relationship_json(relation)


def _write_list(file: TextIO, records: Iterator[RecordView]) -> int:
    written = 0
    file.write("[")
    for record in records:
        said = {key: part for key, part in entity_json(record).items() if key not in OUR_OWN}
        file.write(",\n" if written else "\n")
        file.write(_dumped(said))
        written += 1
    file.write("\n]\n")
    return written


def _write_line(file: TextIO, value: dict[str, Any]) -> None:
    file.write(_dumped(value) + "\n")


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
