"""Logs carry ids and places, never what a document, a message or a key says."""

import json
import logging
import sys
from uuid import UUID, uuid4

import pytest

from pramana.kit.errors import Forbidden, Unavailable
from pramana.observability.context import bind_ids, carrying_ids, current_ids, fresh_ids
from pramana.observability.logs import JsonFormatter, TextFormatter, WithoutArguments

SECRET = "words of a document"
FORMATTERS = [JsonFormatter(), TextFormatter()]


def record(
    message: str = "read", *, error: BaseException | None = None, **extra: object
) -> logging.LogRecord:
    trouble = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("pramana.test", logging.INFO, __file__, 1, message, (), trouble)
    made.__dict__.update(extra)
    return made


def raised(error: Exception) -> Exception:
    """The error as it is after it was raised next to a secret."""
    text = SECRET
    try:
        assert text
        raise error
    except Exception:
        found = sys.exc_info()[1]
        assert isinstance(found, Exception)
        return found


def test_a_line_is_one_json_object_with_time_level_and_ids() -> None:
    tenant, run = uuid4(), uuid4()
    with fresh_ids(request_id=uuid4(), tenant_id=tenant):
        line = JsonFormatter().format(record(run_id=run, count=3))

    found = json.loads(line)
    assert "\n" not in line
    assert found["time"].endswith("+00:00")
    assert (found["level"], found["logger"], found["message"]) == ("info", "pramana.test", "read")
    assert (found["tenant_id"], found["run_id"], found["count"]) == (str(tenant), str(run), 3)
    assert UUID(found["request_id"])


@pytest.mark.parametrize("formatter", FORMATTERS)
def test_extra_fields_that_are_no_ids_are_dropped(formatter: logging.Formatter) -> None:
    line = formatter.format(record(text=SECRET, document_id=SECRET, body={"a": SECRET}))

    assert SECRET not in line


@pytest.mark.parametrize("formatter", FORMATTERS)
@pytest.mark.parametrize("error", [ValueError(SECRET), KeyError(SECRET), Forbidden(SECRET)])
def test_an_exception_is_its_kind_and_its_places(
    formatter: logging.Formatter, error: Exception
) -> None:
    line = formatter.format(record(error=raised(error)))

    assert SECRET not in line
    assert type(error).__name__ in line
    assert "test_logs.py" in line
    assert "raised" in line


def test_a_failure_of_the_machine_keeps_its_sentence() -> None:
    away = JsonFormatter().format(record(error=raised(Unavailable("The model is away."))))
    full = JsonFormatter().format(record(error=raised(OSError(28, "No space left", SECRET))))

    assert "The model is away." in away
    assert "No space left" in full
    assert SECRET not in full


def test_a_library_that_logs_what_it_was_given_loses_its_arguments() -> None:
    made = logging.LogRecord(
        "django.request", logging.ERROR, "", 1, "%s: %s", ("Server Error", f"/link/{SECRET}"), None
    )
    named = logging.LogRecord(
        "django.security", logging.ERROR, "", 1, f"Invalid HTTP_HOST header: '{SECRET}'.", (), None
    )

    assert WithoutArguments().filter(made)
    assert WithoutArguments().filter(named)
    assert SECRET not in JsonFormatter().format(made) + JsonFormatter().format(named)
    assert named.getMessage() == "Invalid HTTP_HOST header"


def test_ids_belong_to_their_block() -> None:
    with fresh_ids(request_id="r"):
        with carrying_ids(run_id="x"):
            bind_ids(job_id=5)
            assert dict(current_ids()) == {"request_id": "r", "run_id": "x", "job_id": 5}
        assert dict(current_ids()) == {"request_id": "r"}
    assert dict(current_ids()) == {}
