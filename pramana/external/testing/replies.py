"""What the search server says, and the ways in which it may misbehave."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Misbehaviour(StrEnum):
    NONE = "none"
    HANG = "hang"
    """Takes the request and never answers."""
    BREAK = "break"
    """Drops the connection in the middle of the answer."""
    GARBLE = "garble"
    """Answers 200 with something that is not JSON."""
    WRONG = "wrong"
    """Answers 200 with JSON of another shape."""
    TRICKLE = "trickle"
    """Sends a byte now and then, for ever."""


@dataclass(frozen=True)
class Page:
    """A page as a provider would list it."""

    url: str
    title: str = "A page"
    snippet: str = "A few words about what stands on the page, long enough to be kept."
    content_type: str = ""


@dataclass(frozen=True)
class Reply:
    pages: tuple[Page, ...] = ()
    status: int = 200
    reason: str = ""
    """The provider's own word for what is wrong, where it has one."""
    headers: Mapping[str, str] = field(default_factory=dict)
    misbehaviour: Misbehaviour = Misbehaviour.NONE


def finds(*pages: Page) -> Reply:
    return Reply(pages)


def fails(status: int, reason: str = "") -> Reply:
    return Reply(status=status, reason=reason)


def limits(*, retry_after: int | None = None) -> Reply:
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Reply(status=429, headers=headers)


def hangs() -> Reply:
    return Reply(misbehaviour=Misbehaviour.HANG)


def breaks_off() -> Reply:
    return Reply(misbehaviour=Misbehaviour.BREAK)


def garbles() -> Reply:
    return Reply(misbehaviour=Misbehaviour.GARBLE)


def wrong_type() -> Reply:
    return Reply(misbehaviour=Misbehaviour.WRONG)


def trickles() -> Reply:
    return Reply(misbehaviour=Misbehaviour.TRICKLE)
