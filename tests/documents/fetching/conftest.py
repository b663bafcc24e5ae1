"""The little internet, for every test here that asks for it."""

from tests.documents.fetching.server import internet

__all__ = ["internet"]
