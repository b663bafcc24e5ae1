"""What a tenant may set for itself: model, web search, OCR, embeddings, retention, budget alarms.

A choice comes as a whole from one place: from the environment if an operator set it there, else
from the tenant, else from the operator's defaults, else it is the product's. So nobody's key is
sent to an address that somebody else chose.
"""

from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

LONGEST_VALUE = 500
A_CENTURY = 36_500
LARGEST_AMOUNT = 1_000_000

ENGINE = r"(offline|(anthropic|google|openai|mistral):[^\s,=]+)"
PURPOSE = r"[a-z_]+(\.[a-z_]+)*"
EMBEDDINGS = r"(packaged(:(multilingual|english))?|none|(openai|google|cohere):\S+)"

Value = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_VALUE)]
Secret = Annotated[
    str,
    Field(repr=False),
    StringConstraints(strip_whitespace=True, max_length=LONGEST_VALUE, pattern=r"^[\x21-\x7e]*$"),
]
Amount = Annotated[Decimal, Field(ge=0, le=LARGEST_AMOUNT, max_digits=12, decimal_places=4)]


class Origin(StrEnum):
    """Where a choice comes from."""

    ENVIRONMENT = "environment"
    TENANT = "tenant"
    DEFAULT = "default"
    PRODUCT = "product"


class Choice(BaseModel):
    """One group of settings. Its fields have the names of the environment's settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ClassVar[str]
    locked_by: ClassVar[tuple[str, ...]] = ()
    """Settings of the environment; where one of them is set, tenants cannot choose."""
    secret: ClassVar[str] = ""
    """The field that is never shown again."""
    recipient: ClassVar[tuple[str, ...]] = ()
    """The fields that say whom the secret is sent to. If they change, it must be entered again."""
    address: ClassVar[str] = ""
    """The field with an address that must obey the rules of fetching."""

    origin: Origin = Field(default=Origin.TENANT, exclude=True)

    @property
    def is_own(self) -> bool:
        return self.origin is Origin.TENANT

    @property
    def summary(self) -> str:
        """What the audit trail says about it; it holds no secret."""
        return ""

    @classmethod
    def unchecked(cls, values: dict[str, Any]) -> Self:
        """A choice of values that were checked elsewhere."""
        return cast("Self", cls.model_construct(**values))

    def sends_secret_like(self, other: "Choice") -> bool:
        return all(self.receiver_part(each) == other.receiver_part(each) for each in self.recipient)

    def receiver_part(self, field: str) -> str:
        return str(getattr(self, field))


class ModelChoice(Choice):
    name = "model"
    locked_by = ("model",)
    secret = "model_key"  # noqa: S105  # the name of a field
    recipient = ("model", "model_url")
    address = "model_url"

    model: Annotated[Value, Field(pattern=f"^{ENGINE}$")] = "offline"
    models: Annotated[Value, Field(pattern=f"^({PURPOSE}={ENGINE}(,{PURPOSE}={ENGINE})*)?$")] = ""
    model_url: Value = ""
    model_key: Secret = ""

    @property
    def provider(self) -> str:
        return self.model.partition(":")[0]

    @property
    def summary(self) -> str:
        return self.model

    def receiver_part(self, field: str) -> str:
        """Another model of the same provider gets the same key."""
        return self.provider if field == "model" else super().receiver_part(field)

    @model_validator(mode="after")
    def _address_has_a_reader(self) -> Self:
        if self.model_url and self.provider != "openai":
            raise ValueError("only an OpenAI-compatible server has an address of its own")
        return self


SearchName = Literal[
    "none",
    "searxng",
    "tavily",
    "brave",
    "serpapi",
    "google",
    "crossref",
    "openalex",
    "sitemap",
    "folder",
]
KEYED_SEARCHES = ("tavily", "brave", "serpapi", "google")


class SearchChoice(Choice):
    name = "search"
    locked_by = ("search",)
    secret = "search_key"  # noqa: S105  # the name of a field
    recipient = ("search", "search_url")
    address = "search_url"

    search: SearchName = "none"
    search_url: Value = ""
    search_engine: Value = ""
    search_key: Secret = ""

    @property
    def summary(self) -> str:
        return self.search

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.search in ("searxng", "sitemap") and not self.search_url:
            raise ValueError("this search provider needs an address")
        if self.search in KEYED_SEARCHES and not self.search_key:
            raise ValueError("this search provider needs a key")
        if self.search == "google" and not self.search_engine:
            raise ValueError("Google needs the id of a search engine")
        return self


class OcrChoice(Choice):
    name = "ocr"
    locked_by = ("ocr", "mistral_api_key")
    secret = "mistral_api_key"  # noqa: S105  # the name of a field

    ocr: Literal["auto", "local"] = "auto"
    mistral_api_key: Secret = ""

    @property
    def summary(self) -> str:
        return self.ocr


class EmbeddingChoice(Choice):
    name = "embeddings"
    locked_by = ("embeddings",)
    secret = "embeddings_key"  # noqa: S105  # the name of a field
    recipient = ("embeddings",)

    embeddings: Annotated[Value, Field(pattern=f"^{EMBEDDINGS}$")] = "packaged"
    embeddings_key: Secret = ""

    @property
    def summary(self) -> str:
        return self.embeddings

    def receiver_part(self, field: str) -> str:
        return super().receiver_part(field).partition(":")[0]


class RetentionChoice(Choice):
    name = "retention"
    locked_by = ("keep_chats_days",)

    keep_chats_days: Annotated[int, Field(ge=0, le=A_CENTURY)] = 0
    """0 keeps conversations until someone deletes them."""

    @property
    def summary(self) -> str:
        return str(self.keep_chats_days)


class AlarmChoice(Choice):
    """Amounts in US dollars at which the admins are told; 0 is no alarm."""

    name = "alarms"

    alarm_per_day: Amount = Decimal(0)
    alarm_per_month: Amount = Decimal(0)

    @property
    def summary(self) -> str:
        return f"{self.alarm_per_day:f} / {self.alarm_per_month:f}"


CHOICES: dict[str, type[Choice]] = {
    kind.name: kind
    for kind in (
        *(ModelChoice, SearchChoice, OcrChoice, EmbeddingChoice),
        *(RetentionChoice, AlarmChoice),
    )
}


def check_defaults(defaults: dict[str, dict[str, Any]]) -> None:
    """Raise `ValueError` unless these are groups of settings with valid values."""
    for name, values in defaults.items():
        if name not in CHOICES:
            raise ValueError(f"there is no group {name!r}; the groups are {', '.join(CHOICES)}")
        CHOICES[name].model_validate(values)
