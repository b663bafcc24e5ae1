"""The product from Python, sync and async. Needs httpx and pydantic, and nothing else of ours.

from pramana.client import Pramana

with Pramana(key="...") as pramana:
    document = pramana.documents.upload("contract.pdf")
    pramana.documents.wait(document.id)
    print(pramana.chat.ask("Who signed the contract?").answer)
"""

from pramana.client.errors import (
    ApiError,
    Conflict,
    ConnectionLost,
    Forbidden,
    Invalid,
    NotDone,
    NotFound,
    PramanaError,
    RateLimited,
    StreamFailed,
    TooLarge,
    Unauthorized,
    Unavailable,
    WorkFailed,
)
from pramana.client.models.extraction import Field
from pramana.client.models.memory import Message
from pramana.client.models.stacks import Column
from pramana.client.product import AsyncPramana, Pramana
from pramana.client.retries import Patience

__all__ = [
    "ApiError",
    "AsyncPramana",
    "Column",
    "Conflict",
    "ConnectionLost",
    "Field",
    "Forbidden",
    "Invalid",
    "Message",
    "NotDone",
    "NotFound",
    "Patience",
    "Pramana",
    "PramanaError",
    "RateLimited",
    "StreamFailed",
    "TooLarge",
    "Unauthorized",
    "Unavailable",
    "WorkFailed",
]
