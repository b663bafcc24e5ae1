"""Which envelope and which size limit an address has, known before any view is.

Answers that never reach an API object (unknown routes, wrong methods, bodies that are too large)
still belong to one, by the beginning of their address.
"""

from dataclasses import dataclass

from django.conf import settings

from pramana.api.error_responses import AGNI, CHAT, DETAIL, MESSAGES, Envelope

MEGABYTE = 1024 * 1024
JSON_LIMIT = 2 * MEGABYTE

PAGES = ("/app", "/admin", "/static")
"""Addresses for people: what goes wrong there is shown as a page."""


@dataclass(frozen=True)
class AddressRule:
    prefix: str
    envelope: Envelope
    limit: int = JSON_LIMIT
    takes_files: bool = False


EVERYWHERE = AddressRule("/", CHAT)
PLACES = (
    AddressRule("/api/agni", AGNI, takes_files=True),
    AddressRule("/api/agent", DETAIL),
    AddressRule("/api/stack", DETAIL, takes_files=True),
    AddressRule("/api/entities", DETAIL),
    AddressRule("/entities", DETAIL),
    AddressRule("/api/documents", CHAT, takes_files=True),
    AddressRule("/messages", MESSAGES, limit=32 * MEGABYTE),
    *(
        AddressRule(prefix, MESSAGES)
        for prefix in (
            *("/search", "/get-memory", "/episodes", "/episode", "/entity-edge", "/entity-node"),
            *("/group", "/duplicates"),
        )
    ),
)


def rule_for(path: str) -> AddressRule:
    """The place an address belongs to; whatever no one claims answers as the Chat document does."""
    return next((place for place in PLACES if _within(path, place.prefix)), EVERYWHERE)


def is_page(path: str) -> bool:
    return path == "/" or any(_within(path, prefix) for prefix in PAGES)


def body_limit(path: str, content_type: str) -> int:
    """How many bytes a request to this address may carry."""
    place = rule_for(path)
    if place.takes_files and content_type.startswith("multipart/form-data"):
        return int(settings.PRAMANA.upload_limit_mb) * MEGABYTE + MEGABYTE  # the form around it
    return place.limit


def _within(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
