"""Files that share a product go to one process."""

from tests.docs.pages import ROOT
from tests.sharing import UNITS, unit_of


def test_every_file_that_is_named_is_there() -> None:
    assert [file for file in UNITS if not (ROOT / file).is_file()] == []


def test_those_that_share_are_one_unit_and_any_other_file_is_its_own() -> None:
    assert unit_of("tests/mcp/test_tools.py::test_a[b::c]") == unit_of("tests/client/test_docs.py")
    assert unit_of("tests/kit/test_scope.py::test_one") == "tests/kit/test_scope.py"
