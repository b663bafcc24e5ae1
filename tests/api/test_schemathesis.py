"""The served product against its own OpenAPI document: nothing may disagree."""

from pathlib import Path

import pytest

from tests.api.fuzzing import SLICES, fuzz
from tests.api.server import Web


@pytest.mark.parametrize("slice_name", sorted(SLICES))
def test_schemathesis_finds_nothing(web: Web, tmp_path: Path, slice_name: str) -> None:
    """Once per operation; the soak sends 10,000 requests and sequences of them."""
    fuzz(web, tmp_path, slice_name, examples=1)
