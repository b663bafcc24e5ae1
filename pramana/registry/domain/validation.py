"""Parses JSON into a record that can be stored, or says in a sentence why it cannot."""

import json
import math
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from pramana.kit.texts import is_storable
from pramana.registry.contracts import NewRecord, RecordData
from pramana.registry.errors import InvalidRecord

MAX_RECORD_BYTES = 256 * 1024
"""The most bytes of JSON a record may have."""


def parse_new_record(value: Mapping[str, Any]) -> NewRecord:
    """A new record from JSON; `entity_type` is accepted for `type`."""
    fields = dict(value)
    if "entity_type" in fields:
        fields.setdefault("type", fields.pop("entity_type"))
    if isinstance(fields.get("type"), str):
        fields["type"] = fields["type"].lower()
    check_storable(fields)
    try:
        return NewRecord.model_validate(fields)
    except ValidationError as error:
        raise InvalidRecord(_sentence(error)) from None


def parse_record_data(value: Mapping[str, Any]) -> RecordData:
    """A record's data from JSON."""
    check_storable(value)
    try:
        return RecordData.model_validate(value)
    except ValidationError as error:
        raise InvalidRecord(_sentence(error)) from None


def dump_data(data: RecordData) -> dict[str, Any]:
    """The data as it is stored, without empty fields."""
    return data.model_dump(mode="json", exclude_none=True)


def drop_nulls(value: Any) -> Any:
    """Leave out nulls, which other registries write for missing values.

    >>> drop_nulls({"a": None, "b": [{"c": None}]})
    {'b': [{}]}
    """
    if isinstance(value, Mapping):
        return {key: drop_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [drop_nulls(part) for part in value if part is not None]
    return value


def check_storable(value: Any) -> None:
    """Refuse what cannot be stored: NUL, a lone surrogate, an infinite number, too many bytes."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, Mapping):
            pending.extend(item.keys())
            pending.extend(item.values())
        elif isinstance(item, list | tuple):
            pending.extend(item)
        elif isinstance(item, str) and not is_storable(item):
            raise InvalidRecord("A text holds a character that cannot be stored.")
        elif isinstance(item, float) and not math.isfinite(item):
            raise InvalidRecord("A number is too large to be stored.")
    if _size(value) > MAX_RECORD_BYTES:
        raise InvalidRecord(f"A record may have at most {MAX_RECORD_BYTES // 1024} kB.")


def _size(value: Any) -> int:
    try:
        return len(json.dumps(value, ensure_ascii=False, default=str))
    except RecursionError:
        raise InvalidRecord("A record may not be nested this deeply.") from None


def _sentence(error: ValidationError) -> str:
    problem = error.errors()[0]
    where = ".".join(str(step) for step in problem["loc"])
    reason = str(problem["msg"]).removeprefix("Value error, ")
    return f"{where}: {reason}." if where else f"{reason[:1].upper()}{reason[1:]}."
