"""The API class: one object per error envelope, authentication by default, and strict parsing.

Three checks of a request follow each other: the JSON and query are read (`StrictParser`), the
validated values are compared with what was written (`validate_as_written`), and the arguments of
the operation are checked for text and times that cannot be stored (`check_arguments`). A `Guard`
decides who may call each operation, and `declare` adds it and the errors to OpenAPI.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cached_property, wraps
from http import HTTPStatus
from inspect import iscoroutinefunction
from types import MappingProxyType
from typing import Annotated, Any
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest, HttpResponse
from django.utils.datastructures import MultiValueDict
from ninja import NinjaAPI, Query
from ninja.errors import ConfigError
from ninja.operation import Operation
from ninja.params.models import BodyModel, ParamModel, QueryModel
from ninja.parser import Parser
from ninja.renderers import JSONRenderer
from ninja.responses import NinjaJSONEncoder
from pydantic import Field, StringConstraints
from pydantic_core import ValidationError

from pramana import __version__
from pramana.api.error_responses import Envelope, error_response, failure_for
from pramana.api.middleware import SAFE, request_id_of
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
from pramana.observability.context import bind_ids
from pramana.tenancy.contracts import Principal
from pramana.tenancy.errors import NotAMember
from pramana.tenancy.http import needs


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


class ExactMoments(NinjaJSONEncoder):
    """Writes times with microseconds, because clients send them back (`before`, `seen`)."""

    def default(self, o: Any) -> Any:
        if isinstance(o, datetime):
            return o.isoformat().replace("+00:00", "Z")
        return super().default(o)


class ReadableJson(JSONRenderer):
    """Writes Devanagari as it is instead of escaping it, which takes a third of the bytes."""

    encoder_class = ExactMoments
    json_dumps_params: Mapping[str, Any] = MappingProxyType({"ensure_ascii": False})


class Api(NinjaAPI):
    """django-ninja with one envelope for every error, and a guard on every operation."""

    def __init__(self, name: str, envelope: Envelope, **options: Any) -> None:
        self.default_guard = needs()
        super().__init__(
            version=__version__,
            urls_namespace=name,
            openapi_url=None,
            docs_url=None,
            auth=self.default_guard,
            parser=StrictParser(),
            renderer=ReadableJson(),
            **options,
        )
        self.envelope = envelope
        self.add_decorator(check_arguments)
        self.add_exception_handler(Exception, self._answer)

    def set_default_exception_handlers(self) -> None:
        """Install none of ninja's handlers: they would use another envelope."""

    def _answer(self, request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
        error = error if isinstance(error, Exception) else error()
        failure = failure_for(error, request_id_of(request), invalid=self.envelope.invalid)
        return error_response(self.envelope, failure)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name that generated clients use: capability and function, such as `chat_ask`.

        Operations of an `AreaRouter` have the name of their area instead.
        """
        _, capability, *_ = operation.view_func.__module__.split(".")
        return f"{capability}_{operation.view_func.__name__}"

    def operations(self) -> Iterator[Operation]:
        for router in self._get_bound_routers():
            for view in router.path_operations.values():
                yield from view.operations

    @cached_property
    def urls(self) -> Any:
        """Ninja's urls, after each operation got its guard and its declared errors."""
        for operation in self.operations():
            validate_as_written(operation)
            guard(operation, self.default_guard)
            declare(operation, self.envelope)
        return super().urls


def make_api(name: str, envelope: Envelope, *, title: str, description: str = "") -> Api:
    """An API that reports every error in this envelope."""
    return Api(name, envelope, title=title, description=description)


class Guard:
    """Checks the caller with `needs`, then adds the tenant to the request's logs and spans."""

    def __init__(self, requirement: needs) -> None:
        self.requirement = requirement

    def __call__(self, request: HttpRequest) -> Principal:
        if request.META.get("HTTP_X_TENANT_ID") == "":
            raise NotAMember()  # an empty header must not mean "any tenant"
        principal = self.requirement(request)
        bind_ids(tenant_id=principal.scope.tenant_id, key_id=principal.key_id)
        return principal


def guard(operation: Operation, default: needs) -> None:
    """Install the guard of an operation. Reading needs a viewer by default.

    An operation that changes something must name a role: a missing `auth=` is an error at start.
    `auth=None` opens an operation to everyone.
    """
    if default in operation.auth_callbacks and not SAFE.issuperset(operation.methods):
        raise ConfigError(
            f"{operation.view_func.__qualname__} changes something but names no role: "
            "add auth=needs(role)."
        )
    operation.auth_callbacks = [
        _make_guard(operation, callback) for callback in operation.auth_callbacks
    ]


def declared_role(operation: Operation) -> needs | None:
    """The role that an operation requires, or None if it is open to everyone."""
    guards = [each.requirement for each in operation.auth_callbacks if isinstance(each, Guard)]
    return guards[0] if guards else None


def _make_guard(operation: Operation, callback: Any) -> Guard:
    if not isinstance(callback, needs):
        raise ConfigError(
            f"{operation.view_func.__qualname__} has an unknown guard. Use auth=needs(role)."
        )
    return Guard(callback)


BODIES = frozenset({"body", "form", "file"})


def declare(operation: Operation, envelope: Envelope) -> None:
    """Add the guard and the errors to OpenAPI; what the operation declares itself is kept."""
    extra = dict(operation.openapi_extra or {})
    responses: dict[int, Any] = dict(extra.get("responses", {}))
    for status in failures(operation, envelope):
        if status not in operation.response_models:
            responses.setdefault(status, error_description(status, envelope))
    operation.openapi_extra = {**extra, **guard_of(operation), "responses": responses}


def guard_of(operation: Operation) -> dict[str, Any]:
    requirement = declared_role(operation)
    if requirement is None:
        return {}
    role = str(requirement.role)
    return {
        "security": [{"BearerKey": [role]}, {"BrowserSession": [role]}],
        "x-role": role,
        "x-publishable-keys": requirement.publishable,
    }


def failures(operation: Operation, envelope: Envelope) -> list[int]:
    """The error statuses, from what the operation reads and who may call it."""
    sources = {model.__ninja_param_source__ for model in operation.models}
    if "requestBody" in (operation.openapi_extra or {}):
        sources.add("body")
    statuses = {400, 503, envelope.invalid}
    if declared_role(operation):
        statuses |= {401, 403, 429}
    if sources & BODIES:
        statuses |= {408, 413}
    if "path" in sources or not SAFE.issuperset(operation.methods):
        statuses |= {404, 409}
    return sorted(statuses)


def error_description(status: int, envelope: Envelope) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{envelope.schema.__name__}"}
    response: dict[str, Any] = {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": reference}},
    }
    if status in (429, 503):
        response["headers"] = {
            "Retry-After": {
                "description": "Seconds to wait before retrying.",
                "schema": {"type": "integer", "minimum": 0},
            }
        }
    return response
