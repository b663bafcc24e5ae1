"""All settings, read once from the environment. Each is described in docs/reference/settings.md."""

import ipaddress
import os
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from pramana.postgres.data_dir import default_data_dir
from pramana.tenancy.choices import KEYED_SEARCHES, SearchName, check_defaults
from pramana.tenancy.contracts import IdentityProvider

ROOT = Path(__file__).resolve().parent.parent

Words = Annotated[tuple[str, ...], NoDecode]
"""A list separated by commas."""

LEAST_SECRET = 32
LEAST_LETTERS = 8
"""The minimum length of a secret, and its minimum number of different characters."""
A_CENTURY = 36_500
"""The most days. A much larger number, counted back from today, would be before year 1."""


class Environment(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="PRAMANA_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,  # it may be a password
    )

    data: Path = Field(default_factory=default_data_dir)
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    database_url: str = Field(default="", validation_alias="DATABASE_URL")
    database_pool: int = Field(default=0, ge=0, le=200)
    secret_key: str = ""
    allowed_hosts: Words = ()
    trusted_origins: Words = ()
    trusted_proxies: Words = ()
    open: bool = False
    debug: bool = False
    time_zone: str = "UTC"

    defaults: dict[str, dict[str, Any]] = Field(default_factory=dict, repr=False)

    oidc: tuple[IdentityProvider, ...] = ()
    passwords: bool = True
    password_length: int = Field(default=10, ge=8, le=128)
    session_hours: int = Field(default=336, ge=1, le=24 * 366)
    public_url: str = ""
    mail_url: str = Field(default="", repr=False)
    mail_from: str = ""

    assets: Path = ROOT / ".assets"
    files: Literal["disk", "s3"] = "disk"
    s3_bucket: str = ""
    s3_endpoint: str = ""
    upload_limit_mb: int = Field(default=100, ge=1, le=4096)
    max_pages: int = Field(default=5000, ge=1)
    ocr: Literal["auto", "local"] = "auto"
    mistral_api_key: str = Field(default="", validation_alias="MISTRAL_API_KEY")
    mistral_base_url: str = Field(
        default="https://api.mistral.ai", validation_alias="MISTRAL_BASE_URL"
    )

    model: str = "offline"
    models: str = ""
    model_url: str = ""
    model_concurrency: int = Field(default=20, ge=1, le=1000)
    model_timeout_s: float = Field(default=30, gt=0)
    embeddings: str = Field(
        default="packaged",
        pattern=r"^(packaged(:(multilingual|english))?|none|(fastembed|openai|google|cohere|ollama):.+)$",
    )
    rerank: str = Field(default="model", pattern=r"^(model|none|fastembed:.+)$")
    score_rank_constant: int = Field(default=10, ge=0, le=1000)
    score_weights: str = "corpus=1,web=1,words=1,meaning=1"
    qdrant_url: str = Field(default="", validation_alias="QDRANT_URL")
    qdrant_api_key: str = Field(default="", validation_alias="QDRANT_API_KEY")

    chat_concurrency: int = Field(default=10, ge=1, le=1000)
    chat_fallback: Literal["none", "offline"] = "none"
    answer_certainty: float = Field(default=0.5, ge=0, le=1)

    memory_drainers: int = Field(default=1, ge=1, le=64)

    extraction_turns: int = Field(default=30, ge=1, le=1000)
    extraction_tokens: int = Field(default=500_000, ge=1000)
    extraction_seconds: float = Field(default=600, gt=0, allow_inf_nan=False)

    keep_chats_days: int = Field(default=0, ge=0, le=A_CENTURY)
    keep_ledger_days: int = Field(default=400, ge=0, le=A_CENTURY)
    keep_audit_days: int = Field(default=0, ge=0, le=A_CENTURY)

    quota_documents: int = Field(default=0, ge=0)
    quota_bytes: int = Field(default=0, ge=0)
    quota_messages_per_day: int = Field(default=0, ge=0)
    quota_cost_per_day: float = Field(default=20, ge=0, allow_inf_nan=False)
    quota_cost_per_month: float = Field(default=0, ge=0, allow_inf_nan=False)

    jobs: Literal["postgres", "django_q"] = "postgres"
    worker_concurrency: int = Field(default=4, ge=1, le=64)
    cpu_processes: int = Field(default=2, ge=1, le=64)
    cpu_memory_mb: int = Field(default=2048, ge=256)

    otlp_endpoint: str = ""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "text"] = "json"
    key_rate_per_minute: int = Field(default=6000, ge=1)
    visitor_rate_per_minute: int = Field(default=20, ge=1)
    fetch_allow: Words = ()
    watch_folders: Words = ()
    search: SearchName = "none"
    search_url: str = ""
    search_key: str = ""
    search_engine: str = ""
    search_timeout_s: float = Field(default=10, gt=0, le=120)
    agni_auto_apply: bool = False
    nes_api_base_url: str = Field(default="", validation_alias="NES_API_BASE_URL")
    nes_api_timeout: float = Field(
        default=10, gt=0, allow_inf_nan=False, validation_alias="NES_API_TIMEOUT"
    )

    @field_validator(
        *("allowed_hosts", "trusted_origins", "trusted_proxies", "fetch_allow", "watch_folders"),
        mode="before",
    )
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("time_zone")
    @classmethod
    def _is_somewhere(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ValueError, OSError, ZoneInfoNotFoundError):
            raise ValueError("there is no such time zone; write one like Asia/Kathmandu") from None
        return value

    @field_validator(
        *("model_url", "mistral_base_url", "nes_api_base_url", "search_url", "s3_endpoint"),
        *("qdrant_url", "otlp_endpoint", "public_url"),
    )
    @classmethod
    def _can_be_asked(cls, value: str) -> str:
        if value and not _is_address(value):
            raise ValueError("write an address like https://host:port")
        return value

    @field_validator("defaults")
    @classmethod
    def _are_choices(cls, value: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        check_defaults(value)
        return value

    @field_validator("trusted_origins")
    @classmethod
    def _are_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(_is_address(each) for each in value):
            raise ValueError("write origins like https://pramana.example.org, with commas between")
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        try:
            for each in value:
                ipaddress.ip_network(each)
        except ValueError:
            raise ValueError("write addresses or networks like 10.0.0.5 or 10.0.0.0/24") from None
        return value

    @field_validator("allowed_hosts", "fetch_allow")
    @classmethod
    def _are_hosts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any("/" in each for each in value):
            raise ValueError("write names of hosts, without http:// and without a path")
        return value

    @field_validator("watch_folders")
    @classmethod
    def _are_folders_of_tenants(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(slug and path.startswith("/") for slug, _, path in map(_parted, value)):
            raise ValueError("write tenants with their folders, like main:/srv/papers")
        return value

    @field_validator("secret_key")
    @classmethod
    def _is_hard_to_guess(cls, value: str) -> str:
        if not value and "PRAMANA_SECRET_KEY" in os.environ:
            raise ValueError("it is empty; unset it and let Pramana create one, or give it a value")
        if value and (len(value) < LEAST_SECRET or len(set(value)) < LEAST_LETTERS):
            raise ValueError(
                f"it is too easy to guess; use at least {LEAST_SECRET} random characters, "
                "or unset it and let Pramana create one"
            )
        return value

    @field_validator("database_url")
    @classmethod
    def _is_a_database(cls, value: str) -> str:
        if value and not _is_server_address(value, ("postgresql", "postgres")):
            raise ValueError("write an address like postgresql://user:password@host:5432/name")
        return value

    @model_validator(mode="after")
    def _open_is_for_loopback_only(self) -> Self:
        if self.debug and not is_loopback(self.host):
            raise ValueError(
                f"PRAMANA_DEBUG=1 shows internals to anyone, so it is for loopback only, not "
                f"{self.host}. Unset PRAMANA_DEBUG, or set PRAMANA_HOST=127.0.0.1."
            )
        if self.open and not is_loopback(self.host):
            raise ValueError(
                f"PRAMANA_OPEN=1 lets anyone in, so it is for loopback only, not {self.host}. "
                "Unset PRAMANA_OPEN, or set PRAMANA_HOST=127.0.0.1."
            )
        if self.files == "s3" and not self.s3_bucket:
            raise ValueError("PRAMANA_FILES=s3 needs PRAMANA_S3_BUCKET.")
        return self

    @model_validator(mode="after")
    def _someone_can_sign_in(self) -> Self:
        if len({each.id for each in self.oidc}) < len(self.oidc):
            raise ValueError("Two identity providers in PRAMANA_OIDC have the same id.")
        if not (self.passwords or self.oidc):
            raise ValueError("PRAMANA_PASSWORDS=0 needs an identity provider in PRAMANA_OIDC.")
        return self

    @field_validator("mail_url")
    @classmethod
    def _is_a_mail_server(cls, value: str) -> str:
        if value and not _is_server_address(value, ("smtp", "smtps", "smtp+plain")):
            raise ValueError("write an address like smtp://user:password@host:587")
        return value

    @model_validator(mode="after")
    def _mail_is_complete(self) -> Self:
        if self.mail_url and not ("@" in self.mail_from and self.public_url):
            raise ValueError(
                "PRAMANA_MAIL_URL needs PRAMANA_MAIL_FROM, the sender's address, and "
                "PRAMANA_PUBLIC_URL, the address that links in messages begin with."
            )
        return self

    @model_validator(mode="after")
    def _search_is_complete(self) -> Self:
        if self.search in ("searxng", "sitemap") and not self.search_url:
            raise ValueError(f"PRAMANA_SEARCH={self.search} needs PRAMANA_SEARCH_URL.")
        if self.search in KEYED_SEARCHES and not self.search_key:
            raise ValueError(f"PRAMANA_SEARCH={self.search} needs PRAMANA_SEARCH_KEY.")
        if self.search == "google" and not self.search_engine:
            raise ValueError("PRAMANA_SEARCH=google needs PRAMANA_SEARCH_ENGINE.")
        return self


def allowed_hosts(environment: Environment) -> list[str]:
    """The accepted host names. On loopback only its own names, which prevents DNS rebinding."""
    if environment.allowed_hosts:
        return list(environment.allowed_hosts)
    return ["localhost", "127.0.0.1", "[::1]"] if is_loopback(environment.host) else ["*"]


def _parted(entry: str) -> tuple[str, str, str]:
    """A tenant and its folder."""
    return entry.partition(":")


def _is_address(text: str) -> bool:
    """
    >>> _is_address("http://[::1]:6333"), _is_address("localhost:6333"), _is_address("https://")
    (True, False, False)
    """
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is not a number, a bracket that is not closed
        return False


def _is_server_address(text: str, schemes: tuple[str, ...]) -> bool:
    """
    >>> _is_server_address("postgresql://u:p@h:5432/n", ("postgresql",))
    True
    >>> _is_server_address("mysql://h/n", ("smtp",)), _is_server_address("smtp://h:port", ("smtp",))
    (False, False)
    """
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and parts.port != 0
    except ValueError:  # a port that is not a number, a bracket that is not closed
        return False


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
