from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from pramana.documents.fetching.connection import trusted_roots
from pramana.documents.services import create_collection
from pramana.kit.scope import Scope
from tests.certificates import make_certificate
from tests.documents.fetching.server import internet

__all__ = ["internet"]

MAIL_HOST = "mail.test"


@pytest.fixture(autouse=True)
def plain(words_only: None) -> None:
    """No vectors: what is tested is not about them."""


@pytest.fixture
def collection_id(scope: Scope) -> UUID:
    return create_collection(scope, "Followed")


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The certificate of a mail server, trusted as an operator would do it."""
    made = make_certificate(tmp_path, MAIL_HOST)
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    trusted_roots.cache_clear()
    yield made
    trusted_roots.cache_clear()
