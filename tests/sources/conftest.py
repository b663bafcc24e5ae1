from uuid import UUID

import pytest

from pramana.documents.services import create_collection
from pramana.kit.scope import Scope


@pytest.fixture(autouse=True)
def plain(words_only: None) -> None:
    """No vectors: what is tested is not about them."""


@pytest.fixture
def collection_id(scope: Scope) -> UUID:
    return create_collection(scope, "Followed")
