"""Logs: one JSON object a line, or plain text for a terminal. Ids are written, content never.

An exception is written as its type and the places it passed through. Its message is left out,
because messages quote what was being read: a database error names the row, a validation error
the input. Only failures of the machine around us keep theirs.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType

from pramana.kit.errors import AppError
from pramana.observability.context import plain, shown_ids

EXTRA = (
    "request_id", "tenant_id", "actor_id", "key_id", "run_id", "job_id", "document_id",
    "method", "route", "status", "duration_ms", "task", "attempt", "count", "name_of", "reason",
)  # fmt: skip
"""What `extra=` may add to a record; anything else is dropped."""

FRAMES = 30


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **ids_of(record),
        }
        if record.exc_info and record.exc_info[0]:
            line["exception"] = _described(record.exc_info[0], record.exc_info[1])
            line["trace"] = places(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        ids = " ".join(f"{name}={value}" for name, value in ids_of(record).items())
        text = f"{_moment(record)} {record.levelname:<7} {record.name}: {record.getMessage()}"
        if ids:
            text = f"{text} [{ids}]"
        if record.exc_info and record.exc_info[0]:
            trace = "\n  ".join(places(record.exc_info[2]))
            text = f"{text}\n  {trace}\n{_described(record.exc_info[0], record.exc_info[1])}"
        return text


class WithoutArguments(logging.Filter):
    """For libraries that log what they were given: keeps their sentence, drops its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = str(record.msg).partition("%")[0].partition(":")[0].rstrip()
        record.args = None
        return True


def ids_of(record: logging.LogRecord) -> dict[str, object]:
    """The current ids, and those the caller added."""
    added = {name: plain(record.__dict__[name]) for name in EXTRA if name in record.__dict__}
    return {**shown_ids(), **{name: value for name, value in added.items() if value is not None}}


def places(trace: TracebackType | None) -> list[str]:
    """Where an exception passed, innermost last: file, line, function; never a value."""
    frames = traceback.extract_tb(trace, limit=-FRAMES)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def _described(kind: type[BaseException], error: BaseException | None) -> str:
    name = f"{kind.__module__}.{kind.__qualname__}"
    said = _safe_message(error)
    return f"{name}: {said}" if said else name


def _safe_message(error: BaseException | None) -> str | None:
    if isinstance(error, AppError) and error.status >= 500:
        return error.message
    if isinstance(error, OSError):
        return error.strerror
    return None


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
