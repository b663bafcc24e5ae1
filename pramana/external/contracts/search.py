"""What a web search gives, whoever searched, and the reasons by which it says how it went."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

TOOL = "web_search"
"""The name under which a search is kept as a tool call."""

TELEMETRY = ("tenant_id", "trace_id", "workflow_id", "case_id", "run_id", "worker_call_id")
"""All that a worker is told about who searches."""


class Rationale(StrEnum):
    """How a search went, in one word."""

    SEARCH_COMPLETED = "search_completed"
    INVALID_QUERY = "invalid_query"
    INVALID_CONTEXT = "invalid_context"
    PROVIDER_TIMEOUT = "provider_timeout"
    PROVIDER_RATE_LIMITED = "provider_rate_limited"
    PROVIDER_BAD_RESPONSE = "provider_bad_response"
    PROVIDER_ERROR = "provider_error"
    UNEXPECTED_ERROR = "unexpected_error"


class Found(BaseModel):
    """A result as the provider gave it."""

    model_config = ConfigDict(frozen=True)

    url: str
    title: str = ""
    snippet: str = ""
    score: float | None = None
    content_type: str = ""
    published: str = ""
    """The provider's own words about the date, where it has some."""


class SearchResult(BaseModel):
    """A page that was found: one spelling of its address, and where the provider put it."""

    model_config = ConfigDict(frozen=True)

    url: str
    title: str
    snippet: str
    source: str
    """The provider's name."""
    position: int = Field(ge=0)
    score: float | None = None
    is_pdf: bool = False
    published: str = ""


class SearchInput(BaseModel):
    model_config = ConfigDict(frozen=True)

    query: str
    max_results: int


class SearchData(BaseModel):
    model_config = ConfigDict(frozen=True)

    results: list[SearchResult]
