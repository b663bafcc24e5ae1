"""Reading bodies and queries strictly: what is ambiguous or broken is refused.

Values that are well written but cannot be stored are refused later, by storable.py, and only where
an operation reads them.
"""

import json
import math
import sys
from typing import Any
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser

from pramana.kit.errors import InvalidRequest

TOO_LARGE = "The body holds a number that is too large."
MOST_DIGITS = sys.float_info.max_10_exp


class StrictParser(Parser):
    """Refuses doubled keys, NaN, numbers without end and broken UTF-8."""

    def parse_body(self, request: HttpRequest) -> Any:
        return read_json(request.body)

    def parse_querydict(
        self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        if data is request.GET:
            _check_query(request.META.get("QUERY_STRING", ""))
        return super().parse_querydict(data, list_fields, request)


def read_json(raw: bytes) -> Any:
    """The value of a JSON text, or `InvalidRequest` that says what is wrong with it."""
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
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InvalidRequest("The body names a key twice; it is not clear which one counts.")
    return found


def _no_constant(name: str) -> float:
    raise InvalidRequest(f"The body holds {name}, which is not a JSON number.")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise InvalidRequest(TOO_LARGE)
    return number


def _countable(digits: str) -> int:
    """A whole number as large as a fraction may be; with a larger one nobody can calculate."""
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
