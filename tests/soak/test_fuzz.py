"""Every operation, many times: nothing may disagree with the OpenAPI document."""

from pathlib import Path

import pytest

from tests.api.fuzzing import SLICES, fuzz
from tests.api.server import running_web

EXAMPLES = 300
"""Per operation: about 10,000 requests in all."""

REFUSALS = "positive_data_acceptance"
"""In so many tries some upload is no file that can be read, which no schema can say."""


@pytest.mark.parametrize("slice_name", sorted(SLICES))
def test_schemathesis_finds_nothing_in_many_tries(tmp_path: Path, slice_name: str) -> None:
    with running_web(f"soak_{slice_name}", tmp_path) as web:
        fuzz(web, tmp_path, slice_name, examples=EXAMPLES, seed=7, without=(REFUSALS,))
