"""The envelope in which every tool call is stored, whatever the tool returns to a model."""

from enum import StrEnum
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Input = TypeVar("Input")
Data = TypeVar("Data")


class ToolErrorType(StrEnum):
    RATE_LIMIT = "RATE_LIMIT"
    TIMEOUT = "TIMEOUT"
    UPSTREAM = "UPSTREAM"
    VALIDATION = "VALIDATION"
    RETRYABLE = "RETRYABLE"
    FATAL = "FATAL"


class ToolMeta(BaseModel):
    """How the call went; tools may add fields of their own."""

    model_config = ConfigDict(frozen=True, extra="allow")

    took_ms: float = Field(ge=0)


class ToolErrorDetail(BaseModel):
    model_config = ConfigDict(frozen=True)

    type: ToolErrorType
    message: str
    code: str | None = None
    retry_after_ms: int | None = Field(default=None, ge=0)
    upstream_status: int | None = None
    attempt: int | None = Field(default=None, ge=1)


class ToolResult(BaseModel, Generic[Input, Data]):
    """A tool succeeded."""

    model_config = ConfigDict(frozen=True)

    status: Literal["ok"] = "ok"
    input: Input
    data: Data
    meta: ToolMeta


class ToolError(BaseModel, Generic[Input]):
    """A tool failed; the type says whether trying again makes sense."""

    model_config = ConfigDict(frozen=True)

    status: Literal["error"] = "error"
    input: Input
    error: ToolErrorDetail
    meta: ToolMeta


ToolOutcome = ToolResult[Any, Any] | ToolError[Any]
