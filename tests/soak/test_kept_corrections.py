"""What a person said survives every way of running again, in each way of saying it."""

from typing import Any

import pytest

from pramana.kit.scope import Scope
from tests.extraction.conftest import correct
from tests.extraction.test_kept_corrections import RERUNS, SAYINGS, check, extracted
from tests.undoing import undone


@pytest.mark.parametrize(("saying", "expected"), SAYINGS)
def test_what_was_said_survives_each_run(
    scope: Scope, saying: str, expected: dict[str, Any]
) -> None:
    view = extracted(scope)
    said = correct(scope, view.document_id, saying).view

    for rerun in RERUNS:
        with undone():
            check(rerun(scope, said), expected)
