"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for file in (ROOT / "pramana").rglob("*.py")
    if ">>>" in file.read_text("utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    """Docstrings without an example are left out, because beginning with each one takes 2 ms."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for examples in doctest.DocTestFinder(exclude_empty=True).find(import_module(name)):
        if examples.examples:
            runner.run(examples)

    assert runner.tries and not runner.failures
