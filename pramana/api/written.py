"""A JSON body means what it says: true is no number, 0 is not false, a number is no moment.

pydantic understands each of these for the other, as query strings and forms need it, where all is
text; there only a number is no moment. In JSON the document says what is meant, so there a value is
held to it. pydantic's own strict mode cannot be used: it would also refuse ids and moments, which
JSON can only write as texts.
"""

from collections.abc import Callable, Iterator
from datetime import date, time, timedelta
from typing import Any

from ninja.operation import Operation
from ninja.params.models import BodyModel, ParamModel, QueryModel
from pydantic import BaseModel, RootModel
from pydantic_core import InitErrorDetails, PydanticCustomError, ValidationError

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
Place = tuple[str | int, ...]
Wants = Callable[[object, object], str | None]


def hold_to_the_letter(operation: Operation) -> None:
    """Let the operation's body be read only as it was written, and the moments of its query."""
    for model in operation.models:
        if issubclass(model, BodyModel | QueryModel):
            model.model_validate = _held(model)


def _held(model: type[ParamModel]) -> Callable[..., ParamModel]:
    validate = model.model_validate
    is_query = issubclass(model, QueryModel)

    def as_written(data: Any, *, context: dict[str, Any]) -> ParamModel:
        read = validate(data, context=context)
        is_text = is_query or context["request"].content_type in FORMS
        if found := list(differing(read, data, wants=_wanted_moment if is_text else _wanted)):
            raise ValidationError.from_exception_data(model.__name__, found)
        return read

    return as_written


def differing(
    read: Any, written: Any, place: Place = (), *, wants: Wants
) -> Iterator[InitErrorDetails]:
    """Where something else was read than was written."""
    if isinstance(read, RootModel):
        yield from differing(read.root, written, place, wants=wants)
    elif isinstance(read, BaseModel) and isinstance(written, dict):
        for name, key in _keys(read, written):
            yield from differing(getattr(read, name), written[key], (*place, key), wants=wants)
    elif isinstance(read, dict) and isinstance(written, dict):
        for key in read.keys() & written.keys():
            yield from differing(read[key], written[key], (*place, key), wants=wants)
    elif isinstance(read, list | tuple) and isinstance(written, list):
        for index, (one, raw) in enumerate(zip(read, written, strict=False)):
            yield from differing(one, raw, (*place, index), wants=wants)
    elif wanted := wants(read, written):
        error = PydanticCustomError("as_written", "Input should be {wanted}", {"wanted": wanted})
        yield InitErrorDetails(type=error, loc=place, input=written)


def _keys(read: BaseModel, written: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each field that was written, with the name it was written under."""
    for name, field in type(read).model_fields.items():
        for key in {name, field.alias, field.validation_alias}:
            if isinstance(key, str) and key in written:
                yield name, key


def _wanted(read: object, written: object) -> str | None:
    """What should have been written, where it was not."""
    if isinstance(read, bool):
        return None if isinstance(written, bool) else "true or false"
    if isinstance(read, int | float):
        return "a number" if isinstance(written, bool | str) else None
    return "an object" if isinstance(read, BaseModel) else _wanted_moment(read, written)


def _wanted_moment(read: object, written: object) -> str | None:
    if not isinstance(read, date | time | timedelta):
        return None
    return None if isinstance(written, str) and not _is_number(written) else "a time as text"


def _is_number(text: str) -> bool:
    """
    >>> _is_number("-12.5"), _is_number("2026-11-15")
    (True, False)
    """
    return text.strip().lstrip("+-").replace(".", "", 1).isdigit()
