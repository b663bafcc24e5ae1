"""Where a value that a person decided goes in another extraction of the same document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.domain.coercion import coerce_value
from pramana.extraction.domain.corrections.targets import TargetFinder
from pramana.extraction.domain.field_tree import MISSING, Path
from pramana.extraction.domain.reading.labels import BY_KEY
from pramana.extraction.domain.validation import path_errors, spec_at


@dataclass(frozen=True, slots=True)
class CarriedPlace:
    path: Path
    value: Json
    """The value in the field's type; `MISSING` for a removal."""


def carried_place(
    path: Path, value: Json, specs: Sequence[FieldSpec], fields: Mapping[str, Json]
) -> CarriedPlace | None:
    """Return the place of a decided value among other fields; None if nobody asks for it.

    It is the same path, or a field that is another name for it: `totals.total` is "Grand total".

    >>> asked = [FieldSpec(name="Grand total")]
    >>> carried_place(("totals", "total"), "500", asked, {})
    CarriedPlace(path=('Grand total',), value='500')
    """
    names = {spec.name for spec in specs}
    if path[0] in names:
        return _fitting(path, value, specs)
    if isinstance(value, dict | list) or not all(isinstance(part, str) for part in path):
        return None if specs else CarriedPlace(path, value)
    finder = TargetFinder(fields, specs)
    for words in _names_of(path):
        target = finder.find_exactly(words)
        if target is not None and (specs or target.is_new):
            return _fitting(target.path, value, specs)
    return None if specs else CarriedPlace(path, value)


def _names_of(path: Path) -> list[str]:
    concept = BY_KEY.get(".".join(map(str, path)))
    if concept is not None:
        return [*concept.names]
    return [str(path[0])] if len(path) == 1 else []


def _fitting(path: Path, value: Json, specs: Sequence[FieldSpec]) -> CarriedPlace | None:
    """Return the place if the value has the type that is asked for there now."""
    if value is MISSING or not specs:
        return CarriedPlace(path, value)
    typed = coerce_value(value, spec_at(specs, path))
    if (
        isinstance(typed, int | float)
        and not isinstance(typed, bool)
        and path_errors(typed, specs, path)
    ):
        typed = str(typed)
    return None if path_errors(typed, specs, path) else CarriedPlace(path, typed)
