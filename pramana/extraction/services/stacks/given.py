"""What a model gave a tool, made into what we work with, or refused in words it can act on."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pramana.extraction.contracts.stacks.cells import Given
from pramana.extraction.contracts.stacks.columns import Column, ColumnSpec
from pramana.extraction.domain.stacks.columns import find_column
from pramana.extraction.errors.extractions import BadValues

SPECS = TypeAdapter(list[ColumnSpec])


def column_specs(columns: object) -> list[ColumnSpec]:
    try:
        return SPECS.validate_python(columns)
    except ValidationError as error:
        raise BadValues(
            [
                f"column {'.'.join(str(part) for part in found['loc'])}: {found['msg']}"
                for found in error.errors(include_input=False, include_url=False)
            ]
        ) from None


def given_values(
    columns: Sequence[Column],
    values: Mapping[str, Any],
    confidences: Mapping[str, Any],
    quotes: Mapping[str, Any],
) -> dict[str, Given]:
    """What was said, by the columns' own keys; unknown columns are named in the refusal."""
    if not isinstance(values, Mapping) or not values:
        raise BadValues(['values: give an object with the columns\' keys, as in {"total": 12}.'])
    given = {}
    for name, value in values.items():
        key = find_column(columns, name).key
        sure = confidences.get(name, confidences.get(key, 0.0 if value is None else 0.5))
        quote = quotes.get(name, quotes.get(key))
        given[key] = Given(value, quote if isinstance(quote, str) else None, sure)
    return given
