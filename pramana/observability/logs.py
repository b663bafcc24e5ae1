"""Log formats: one JSON object per line, or text for a terminal. They hold ids, never content.

An exception is written as its type and its traceback without values. Its message is left out,
because messages quote content: a database error names the row, a validation error the input.
Only errors of the operating system and our own internal errors keep their message.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType

from pramana.kit.errors import AppError
from pramana.observability.context import printable_ids, safe_value

EXTRA = (
    "request_id", "tenant_id", "actor_id", "key_id", "run_id", "job_id", "document_id",
    "method", "route", "status", "duration_ms", "task", "attempt", "count", "name_of", "reason",
)  # fmt: skip
"""What `extra=` may add to a record; everything else is dropped."""

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
            line["exception"] = _describe(record.exc_info[0], record.exc_info[1])
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
            text = f"{text}\n  {trace}\n{_describe(record.exc_info[0], record.exc_info[1])}"
        return text


class WithoutArguments(logging.Filter):
    """For libraries that log their input: keeps the sentence and drops its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = str(record.msg).partition("%")[0].partition(":")[0].rstrip()
        record.args = None
        return True


def ids_of(record: logging.LogRecord) -> dict[str, object]:
    """The current ids and those that the caller added."""
    added = {name: safe_value(record.__dict__[name]) for name in EXTRA if name in record.__dict__}
    return {
        **printable_ids(),
        **{name: value for name, value in added.items() if value is not None},
    }


def places(trace: TracebackType | None) -> list[str]:
    """The traceback, innermost last: file, line and function, never a value."""
    frames = traceback.extract_tb(trace, limit=-FRAMES)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def _describe(kind: type[BaseException], error: BaseException | None) -> str:
    name = f"{kind.__module__}.{kind.__qualname__}"
    message = _safe_message(error)
    return f"{name}: {message}" if message else name


def _safe_message(error: BaseException | None) -> str | None:
    if isinstance(error, AppError) and error.status >= 500:
        return error.message
    if isinstance(error, OSError):
        return error.strerror
    return None


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
