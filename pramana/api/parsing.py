"""Strict parsing of requests: ambiguous or broken input is rejected.

Three checks follow each other: the JSON and query are read (`StrictParser`), the validated values
are compared with what was written (`validate_as_written`), and the arguments of the operation are
checked for text and times that cannot be stored (`check_arguments`).
"""

from collections.abc import Callable
from datetime import datetime
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
from pydantic import Field, StringConstraints
from pydantic_core import ValidationError

from pramana.kit.clock import in_utc
from pramana.kit.errors import InvalidRequest
from pramana.kit.strict_json import (
    check_texts,
    differences,
    read_json,
    texts,
    wanted,
    wanted_moment,
)
from pramana.kit.texts import READABLE


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


def _check_query(query: str) -> None:
    if "%" not in query:
        return
    try:
        unquote_to_bytes(query).decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidRequest("The query is not UTF-8.") from None


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


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
        if errors := list(differences(read, data, wants=wanted_moment if is_text else wanted)):
            raise ValidationError.from_exception_data(model.__name__, errors)
        return read

    return as_written


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


BIGGEST = 2**63 - 1
"""The largest number that a database column can hold."""


Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=READABLE)]
IN_A_NAME = r"^[^\x00-*,/:-?\[-^`{-\xa9]+$"
"""Letters and digits of every script and @ . + - _, as JSON Schema can express them."""
UserName = Annotated[str, StringConstraints(min_length=1, max_length=150, pattern=IN_A_NAME)]
Rate = Annotated[int, Field(ge=1, le=1_000_000)]
Limit = Annotated[int, Query(ge=1, le=200)]
Position = Annotated[int, Query(ge=0, le=BIGGEST)]
