"""Strict parsing of requests: ambiguous or broken input is rejected.

Three checks follow each other: the JSON and query are read (`StrictParser`), the validated values
are compared with what was written (`validate_as_written`), and the arguments of the operation are
checked for text and times that cannot be stored (`check_arguments`).
"""

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from functools import wraps
from inspect import iscoroutinefunction
from typing import Annotated, Any
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja import Query
from ninja.operation import Operation
from ninja.params.models import BodyModel, ParamModel, QueryModel
from ninja.parser import Parser
from pydantic import BaseModel, Field, RootModel, StringConstraints
from pydantic_core import InitErrorDetails, PydanticCustomError, ValidationError

from pramana.kit.clock import in_utc
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import READABLE, has_half_characters

TOO_LARGE = "The body holds a number that is too large."
MOST_DIGITS = sys.float_info.max_10_exp


class StrictParser(Parser):
    """Rejects duplicate keys, NaN, infinite numbers and broken UTF-8."""

    def parse_body(self, request: HttpRequest) -> Any:
        return read_json(request.body)

    def parse_querydict(
        self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        if data is request.GET:
            _check_query(request.META.get("QUERY_STRING", ""))
        return super().parse_querydict(data, list_fields, request)


def read_json(raw: bytes) -> Any:
    """Parse JSON, or raise `InvalidRequest` with what is wrong."""
    try:
        return json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_countable,
        )
    except (ValueError, RecursionError):
        raise InvalidRequest("The body is not valid JSON.") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise InvalidRequest("The body contains the same key twice.")
    return value


def _no_constant(name: str) -> float:
    raise InvalidRequest(f"The body holds {name}, which is not a JSON number.")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise InvalidRequest(TOO_LARGE)
    return number


def _countable(digits: str) -> int:
    """A whole number no larger than the largest float."""
    if len(digits) > MOST_DIGITS:
        raise InvalidRequest(TOO_LARGE)
    return int(digits)


def _check_query(query: str) -> None:
    if "%" not in query:
        return
    try:
        unquote_to_bytes(query).decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidRequest("The query is not UTF-8.") from None


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
Place = tuple[str | int, ...]
Wants = Callable[[object, object], str | None]


def validate_as_written(operation: Operation) -> None:
    """Reject values that pydantic would convert: true is not a number, 0 is not false."""
    for model in operation.models:
        if issubclass(model, BodyModel | QueryModel):
            model.model_validate = _strict_validate(model)


def _strict_validate(model: type[ParamModel]) -> Callable[..., ParamModel]:
    validate = model.model_validate
    is_query = issubclass(model, QueryModel)

    def as_written(data: Any, *, context: dict[str, Any]) -> ParamModel:
        read = validate(data, context=context)
        is_text = is_query or context["request"].content_type in FORMS
        if errors := list(differences(read, data, wants=_wanted_moment if is_text else _wanted)):
            raise ValidationError.from_exception_data(model.__name__, errors)
        return read

    return as_written


def differences(
    read: Any, written: Any, place: Place = (), *, wants: Wants
) -> Iterator[InitErrorDetails]:
    """The places where the validated value is not what was written."""
    if isinstance(read, RootModel):
        yield from differences(read.root, written, place, wants=wants)
    elif isinstance(read, BaseModel) and isinstance(written, dict):
        for name, key in _keys(read, written):
            yield from differences(getattr(read, name), written[key], (*place, key), wants=wants)
    elif isinstance(read, dict) and isinstance(written, dict):
        for key in read.keys() & written.keys():
            yield from differences(read[key], written[key], (*place, key), wants=wants)
    elif isinstance(read, list | tuple) and isinstance(written, list):
        for index, (one, raw) in enumerate(zip(read, written, strict=False)):
            yield from differences(one, raw, (*place, index), wants=wants)
    elif wanted := wants(read, written):
        error = PydanticCustomError("as_written", "Input should be {wanted}", {"wanted": wanted})
        yield InitErrorDetails(type=error, loc=place, input=written)


def _keys(read: BaseModel, written: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each field that was sent, with the name it was sent under."""
    for name, field in type(read).model_fields.items():
        for key in {name, field.alias, field.validation_alias}:
            if isinstance(key, str) and key in written:
                yield name, key


def _wanted(read: object, written: object) -> str | None:
    """What should have been written, or None if it was."""
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


def check_arguments(view: Callable[..., Any]) -> Callable[..., Any]:
    """For `api.add_decorator`: check an operation's arguments after validation."""
    if iscoroutinefunction(view):

        @wraps(view)
        async def checked_async(request: Any, *args: Any, **kwargs: Any) -> Any:
            return await view(request, *args, **checked_arguments(kwargs))

        return checked_async

    @wraps(view)
    def checked(request: Any, *args: Any, **kwargs: Any) -> Any:
        return view(request, *args, **checked_arguments(kwargs))

    return checked


def checked_arguments(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with times in UTC; raises for texts that cannot be stored."""
    check_texts(texts(arguments))
    return {
        name: checked_moment(value) if isinstance(value, datetime) else value
        for name, value in arguments.items()
    }


def checked_moment(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise InvalidRequest("A time needs its offset, like 2026-11-15T12:00:00Z.")
    return in_utc(moment)


def texts(value: Any) -> Iterator[str]:
    """Every string in a value, without recursion.

    >>> sorted(texts({"a": ["b", {"c": 1}]}))
    ['a', 'b', 'c']
    """
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, BaseModel):
            pending.extend(item.__dict__.values())
        elif isinstance(item, dict):
            pending.extend(item.keys())
            pending.extend(item.values())
        elif isinstance(item, list | tuple | set):
            pending.extend(item)


def check_texts(strings: Iterable[str]) -> None:
    for text in strings:
        if "\x00" in text:
            raise InvalidRequest("A text holds a NUL character, which cannot be stored.")
        if has_half_characters(text):
            raise InvalidRequest("A text holds half of a surrogate pair, which is no character.")


BIGGEST = 2**63 - 1
"""The largest number that a database column can hold."""


Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=READABLE)]
IN_A_NAME = r"^[^\x00-*,/:-?\[-^`{-\xa9]+$"
"""Letters and digits of every script and @ . + - _, as JSON Schema can express them."""
UserName = Annotated[str, StringConstraints(min_length=1, max_length=150, pattern=IN_A_NAME)]
Rate = Annotated[int, Field(ge=1, le=1_000_000)]
Limit = Annotated[int, Query(ge=1, le=200)]
Position = Annotated[int, Query(ge=0, le=BIGGEST)]
