"""The long runs, which nobody runs every day, can still be run."""

from importlib import import_module

import pytest

from setup.checks import SOAK
from setup.places import ROOT

FILES = sorted(
    file.relative_to(ROOT).with_suffix("")
    for place in SOAK
    for file in ((ROOT / place).glob("test_*.py") if (ROOT / place).is_dir() else [ROOT / place])
)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_long_run_can_be_loaded(file) -> None:
    assert any(name.startswith("test_") for name in vars(import_module(".".join(file.parts))))
