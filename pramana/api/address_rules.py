"""The error envelope and the body limit of each address, by its prefix.

Errors that never reach an API object (unknown routes, wrong methods, bodies that are too large) are
still reported in the envelope of the API that the address belongs to.
"""

from dataclasses import dataclass

from django.conf import settings

from pramana.api.error_responses import AGNI, CHAT, DETAIL, MESSAGES, OPENAI, Envelope

MEGABYTE = 1024 * 1024
JSON_LIMIT = 2 * MEGABYTE

PAGES = ("/app", "/admin", "/static")
"""Addresses of pages; errors there are shown as a page."""


@dataclass(frozen=True)
class AddressRule:
    prefix: str
    envelope: Envelope
    limit: int = JSON_LIMIT
    takes_files: bool = False


DEFAULT_RULE = AddressRule("/", CHAT)
RULES = (
    AddressRule("/api/agni", AGNI, takes_files=True),
    AddressRule("/api/agent", DETAIL),
    AddressRule("/api/stack", DETAIL, takes_files=True),
    AddressRule("/api/entities", DETAIL),
    AddressRule("/api/registry", DETAIL, takes_files=True),
    AddressRule("/entities", DETAIL),
    AddressRule("/api/documents", CHAT, takes_files=True),
    AddressRule("/v1", OPENAI),
    AddressRule("/messages", MESSAGES, limit=32 * MEGABYTE),
    *(
        AddressRule(prefix, MESSAGES)
        for prefix in (
            *("/search", "/get-memory", "/episodes", "/episode", "/entity-edge", "/entity-node"),
            *("/group", "/duplicates", "/graph-edits"),
        )
    ),
)


def rule_for(path: str) -> AddressRule:
    """The rule for an address; the default is the envelope of the Chat document."""
    return next((rule for rule in RULES if _within(path, rule.prefix)), DEFAULT_RULE)


def is_page(path: str) -> bool:
    return path == "/" or any(_within(path, prefix) for prefix in PAGES)


def body_limit(path: str, content_type: str) -> int:
    """How many bytes a request to this address may carry."""
    rule = rule_for(path)
    if rule.takes_files and content_type.startswith("multipart/form-data"):
        return int(settings.PRAMANA.upload_limit_mb) * MEGABYTE + MEGABYTE  # the form around it
    return rule.limit


def _within(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
