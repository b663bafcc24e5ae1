"""Every operation, many times: nothing may disagree with the OpenAPI document.

PRAMANA_SOAK_CASES says how many requests are thought up; more are sent that follow from them.
"""

import os
from pathlib import Path

import pytest

from tests.api.fuzzing import SLICES, fuzz
from tests.api.server import Web, running_web
from tests.api.walk import METHODS

CASES = 10_000

PHASES = {
    "together": "examples,coverage,fuzzing,stateful",
    "apart": "examples,coverage,fuzzing",
}
"""In sequences, too: what one operation answers is asked of the next."""


@pytest.mark.parametrize("slice_name", sorted(SLICES))
def test_schemathesis_finds_nothing_in_many_tries(tmp_path: Path, slice_name: str) -> None:
    with running_web(f"soak_{slice_name}", tmp_path) as web:
        cases = int(os.environ.get("PRAMANA_SOAK_CASES", CASES))
        examples = -(-cases // operations(web))
        said = fuzz(
            web,
            tmp_path,
            slice_name,
            examples=examples,
            seed=7,
            phases=PHASES[slice_name],
        )
    print(said)


def operations(web: Web) -> int:
    with web.client() as client:
        paths = client.get("/api/openapi.json").json()["paths"]
    return sum(method in METHODS for path in paths.values() for method in path)
