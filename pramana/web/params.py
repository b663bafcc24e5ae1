"""Values from URLs and forms. Invalid values count as missing, except dates, which are reported."""

from datetime import UTC, date, datetime, time
from enum import StrEnum
from typing import TypeVar
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from pramana.kit.clock import in_utc
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import storable
from pramana.language.calendar import parse_day

LONGEST_DATE = 60


def text_param(values: QueryDict, name: str, longest: int) -> str:
    """Text without unstorable characters, stripped and cut to `longest`.

    >>> text_param(QueryDict("q=+Koshi+bridge"), "q", 5)
    'Koshi'
    """
    return storable(values.get(name, "")).strip()[:longest]


def parse_id(text: str) -> UUID | None:
    """
    >>> parse_id("7d444840-9dc0-11d1-b245-5ffdce74fad2"), parse_id("mine")
    (UUID('7d444840-9dc0-11d1-b245-5ffdce74fad2'), None)
    """
    try:
        return UUID(text)
    except ValueError:
        return None


def bad_date_sentence() -> str:
    return _("Write a date as year, month and day, for example 2026-04-13 or 2082-12-30 BS.")


def typed_day(text: str) -> date | None:
    """The day that a person typed, in either calendar; None for an empty field."""
    text = storable(text).strip()
    day = parse_day(text) if len(text) <= LONGEST_DATE else None
    if text and day is None:
        raise InvalidRequest(bad_date_sentence())
    return day


def day_param(request: HttpRequest, name: str) -> date | None:
    """The day of a filter. The page tells people of one that nobody can read."""
    try:
        return typed_day(request.GET.get(name, ""))
    except InvalidRequest as error:
        messages.error(request, error.message)
        return None


def parse_moment(text: str) -> datetime | None:
    """Parse a day (its beginning) or a time; without an offset it is UTC.

    >>> parse_moment("2024-05-31"), parse_moment("soon")
    (datetime.datetime(2024, 5, 31, 0, 0, tzinfo=datetime.timezone.utc), None)
    """
    if day := parse_day(text[:LONGEST_DATE]):
        return datetime.combine(day, time(), UTC)
    try:
        found = parse_datetime(text.replace(" ", "+"))
    except ValueError:
        return None
    if found is None:
        return None
    return in_utc(found if found.tzinfo else found.replace(tzinfo=UTC))


Choice = TypeVar("Choice", bound=StrEnum)


def choice_param(values: QueryDict, name: str, choices: type[Choice]) -> Choice | None:
    """The named member of an enumeration."""
    given = values.get(name, "")
    return choices(given) if given in set(choices) else None


MOST_DIGITS = 9


def number_param(request: HttpRequest, name: str) -> int | None:
    asked = request.GET.get(name, "")
    return int(asked) if asked.isdecimal() and len(asked) <= MOST_DIGITS else None


class ReportFormatConverter(StringConverter):
    """A format that a report can be downloaded in."""

    regex = "md|docx|pdf"


register_converter(ReportFormatConverter, "report_format")
