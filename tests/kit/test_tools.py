import pytest
from pydantic import ValidationError

from pramana.kit.tools import ToolError, ToolErrorDetail, ToolErrorType, ToolMeta, ToolResult


def test_a_result_has_the_documented_envelope():
    result = ToolResult(input={"q": "x"}, data=[1], meta=ToolMeta(took_ms=3, cached=True))
    assert result.model_dump() == {
        "status": "ok",
        "input": {"q": "x"},
        "data": [1],
        "meta": {"took_ms": 3.0, "cached": True},
    }


def test_an_error_says_whether_trying_again_makes_sense():
    detail = ToolErrorDetail(
        type=ToolErrorType.RATE_LIMIT, message="Slow down.", retry_after_ms=500, attempt=2
    )
    error = ToolError(input={}, error=detail, meta=ToolMeta(took_ms=1))
    assert error.model_dump(exclude_none=True)["error"] == {
        "type": "RATE_LIMIT",
        "message": "Slow down.",
        "retry_after_ms": 500,
        "attempt": 2,
    }


def test_the_types_are_the_documented_six():
    assert {kind.value for kind in ToolErrorType} == {
        "RATE_LIMIT", "TIMEOUT", "UPSTREAM", "VALIDATION", "RETRYABLE", "FATAL",
    }  # fmt: skip


def test_time_never_runs_backwards():
    with pytest.raises(ValidationError):
        ToolMeta(took_ms=-1)
