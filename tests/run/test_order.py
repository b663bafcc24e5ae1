"""Files that share a product go to one process."""

from tests.docs.pages import ROOT
from tests.order import LONGEST, TOGETHER, UNITS, turn_of, unit_of


def test_every_file_that_is_named_is_there() -> None:
    files = {*UNITS, *LONGEST} - TOGETHER.keys()
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_those_that_share_are_one_unit_and_any_other_file_is_its_own() -> None:
    assert unit_of("tests/mcp/test_tools.py::test_a[b::c]") == unit_of("tests/client/test_docs.py")
    assert unit_of("tests/kit/test_scope.py::test_one") == "tests/kit/test_scope.py"


def test_the_longest_begin() -> None:
    units = ["tests/kit/test_scope.py::a", "tests/cli/test_product.py::b", "tests/web/test_walk.py"]
    assert sorted(units, key=turn_of) == units[::-1]
