"""The API class: one object per error envelope; every operation needs authentication by default."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.operation import Operation
from ninja.renderers import JSONRenderer
from ninja.responses import NinjaJSONEncoder

from pramana import __version__
from pramana.api.error_responses import Envelope, error_response, failure_for
from pramana.api.guards import declare, guard
from pramana.api.middleware import request_id_of
from pramana.api.parsing import StrictParser, check_arguments, validate_as_written
from pramana.tenancy.http import needs


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
        """The name that generated clients use, such as `keys_add_key`."""
        parts = operation.view_func.__module__.split(".")[1:]
        named = [part for part in parts if part not in ("api", "routes")]
        return "_".join((*named, operation.view_func.__name__))

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
