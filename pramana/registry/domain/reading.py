"""From JSON that someone gave to a record that can be stored, or a sentence that says why not."""

import json
import math
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from pramana.kit.texts import is_storable
from pramana.registry.contracts import NewRecord, RecordData
from pramana.registry.errors import InvalidRecord

LARGEST = 256 * 1024
"""Bytes of JSON one record may have."""


def read_new(given: Mapping[str, Any]) -> NewRecord:
    """A new record from JSON; `entity_type` is another word for `type`."""
    fields = dict(given)
    if "entity_type" in fields:
        fields.setdefault("type", fields.pop("entity_type"))
    if isinstance(fields.get("type"), str):
        fields["type"] = fields["type"].lower()
    check_storable(fields)
    try:
        return NewRecord.model_validate(fields)
    except ValidationError as error:
        raise InvalidRecord(_sentence(error)) from None


def read_data(given: Mapping[str, Any]) -> RecordData:
    """What a record says, from JSON."""
    check_storable(given)
    try:
        return RecordData.model_validate(given)
    except ValidationError as error:
        raise InvalidRecord(_sentence(error)) from None


def dumped(data: RecordData) -> dict[str, Any]:
    """As it is stored: nothing that was not said."""
    return data.model_dump(mode="json", exclude_none=True)


def without_nulls(value: Any) -> Any:
    """Other registries write null where nothing is said; ours says nothing.

    >>> without_nulls({"a": None, "b": [{"c": None}]})
    {'b': [{}]}
    """
    if isinstance(value, Mapping):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_nulls(part) for part in value if part is not None]
    return value


def check_storable(value: Any) -> None:
    """Refuse what no column can hold: NUL, half a surrogate pair, a number without an end."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            waiting.extend(item.keys())
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            waiting.extend(item)
        elif isinstance(item, str) and not is_storable(item):
            raise InvalidRecord("A text holds a character that cannot be stored.")
        elif isinstance(item, float) and not math.isfinite(item):
            raise InvalidRecord("A number is too large to be stored.")
    if _size(value) > LARGEST:
        raise InvalidRecord(f"A record may have at most {LARGEST // 1024} kB.")


def _size(value: Any) -> int:
    try:
        return len(json.dumps(value, ensure_ascii=False, default=str))
    except RecursionError:
        raise InvalidRecord("A record may not be nested this deeply.") from None


def _sentence(error: ValidationError) -> str:
    problem = error.errors()[0]
    where = ".".join(str(step) for step in problem["loc"])
    said = str(problem["msg"]).removeprefix("Value error, ")
    return f"{where}: {said}." if where else f"{said[:1].upper()}{said[1:]}."
