"""Values from URLs and forms. Invalid values count as missing."""

from datetime import UTC, datetime, time
from enum import StrEnum
from typing import TypeVar
from uuid import UUID

from django.http import HttpRequest, QueryDict
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils.dateparse import parse_date, parse_datetime

from pramana.kit.clock import in_utc
from pramana.kit.texts import storable


def text_param(values: QueryDict, name: str, longest: int) -> str:
    """Text without unstorable characters, stripped and cut to `longest`.

    >>> text_in(QueryDict("q=+Koshi+bridge"), "q", 5)
    'Koshi'
    """
    return storable(values.get(name, "")).strip()[:longest]


def parse_id(text: str) -> UUID | None:
    """
    >>> id_of("7d444840-9dc0-11d1-b245-5ffdce74fad2"), id_of("mine")
    (UUID('7d444840-9dc0-11d1-b245-5ffdce74fad2'), None)
    """
    try:
        return UUID(text)
    except ValueError:
        return None


def parse_moment(text: str) -> datetime | None:
    """Parse a day (its beginning) or a time; without an offset it is UTC.

    >>> moment_of("2024-05-31"), moment_of("soon")
    (datetime.datetime(2024, 5, 31, 0, 0, tzinfo=datetime.timezone.utc), None)
    """
    try:
        found = parse_datetime(text.replace(" ", "+"))
        day = None if found else parse_date(text)
    except ValueError:
        return None
    if day is not None:
        return datetime.combine(day, time(), UTC)
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
