"""JSON values out of a file, one at a time."""

import json
from collections.abc import Iterator
from typing import Any, TextIO

from pramana.registry.errors import InvalidRecord

CHUNK = 256 * 1024
LARGEST = 8 * 1024 * 1024
"""Characters one value may have: what is longer is no record."""

SPACE = " \t\r\n"
_decoder = json.JSONDecoder()


def lines(file: TextIO) -> Iterator[tuple[int, Any]]:
    """Each line's number and value; a line that is not JSON gives the error in its place."""
    for number, line in enumerate(file, start=1):
        if len(line) > LARGEST:
            yield number, InvalidRecord("The line is too long.")
        elif line.strip():
            yield number, _value(line)


def _value(line: str) -> Any:
    try:
        return json.loads(line.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return InvalidRecord("The line is not JSON.")


def items(file: TextIO) -> Iterator[tuple[int, Any]]:
    """Each item of one JSON list, with its place; the list itself is never held whole.

    A file that begins with `{` holds one value a line.
    """
    buffer = _after_space(file, file.read(CHUNK).removeprefix("\ufeff"))
    if buffer.startswith("{"):
        file.seek(0)
        yield from lines(file)
        return
    if not buffer.startswith("["):
        raise InvalidRecord("The file is not a JSON list of records.")
    yield from _list(file, buffer[1:])


def _list(file: TextIO, buffer: str) -> Iterator[tuple[int, Any]]:
    number = 0
    while True:
        buffer = _after_space(file, buffer).removeprefix(",")
        buffer = _after_space(file, buffer)
        if not buffer or buffer.startswith("]"):
            if not buffer:
                raise InvalidRecord("The list in the file does not end.")
            return
        value, buffer = _one(file, buffer)
        number += 1
        yield number, value


def _one(file: TextIO, buffer: str) -> tuple[Any, str]:
    """The value a buffer begins with, read on as far as needed, and what follows it."""
    while True:
        try:
            value, end = _decoder.raw_decode(buffer)
        except (ValueError, RecursionError):
            more = file.read(CHUNK)
            if not more or len(buffer) > LARGEST:
                raise InvalidRecord("The file holds something that is not JSON.") from None
            buffer += more
        else:
            if end < len(buffer) or not isinstance(value, int | float):
                return value, buffer[end:]
            buffer += file.read(CHUNK) or " "


def _after_space(file: TextIO, buffer: str) -> str:
    while not (buffer := buffer.lstrip(SPACE)):
        more = file.read(CHUNK)
        if not more:
            return ""
        buffer = more
    return buffer
