"""The Python client, synchronous and asynchronous. It needs only httpx and pydantic.

from pramana.client import Pramana

with Pramana(key="...") as pramana:
    document = pramana.documents.upload("contract.pdf")
    pramana.documents.wait(document.id)
    print(pramana.chat.ask("Who signed the contract?").answer)
"""

from pramana.client.connections import Patience
from pramana.client.errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionLostError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    PramanaError,
    RateLimitError,
    SignatureError,
    StreamError,
    TooLargeError,
    UnavailableError,
    WaitTimeoutError,
    WorkFailedError,
)
from pramana.client.extraction import Field
from pramana.client.memory import MemoryMessage
from pramana.client.product import AsyncPramana, Pramana
from pramana.client.stacks import Column
from pramana.client.webhooks import verify_signature

__all__ = [
    "ApiError",
    "AsyncPramana",
    "AuthenticationError",
    "Column",
    "ConflictError",
    "ConnectionLostError",
    "Field",
    "InvalidRequestError",
    "MemoryMessage",
    "NotFoundError",
    "Patience",
    "PermissionDeniedError",
    "Pramana",
    "PramanaError",
    "RateLimitError",
    "SignatureError",
    "StreamError",
    "TooLargeError",
    "UnavailableError",
    "WaitTimeoutError",
    "WorkFailedError",
    "verify_signature",
]
