"""Backups of versions before the last release are restored, and work goes on with them."""

import pytest

from tests.cli.test_upgrade import BACKUPS, LAST_RELEASE, go_on_with


@pytest.mark.parametrize("backup", sorted(BACKUPS.keys() - {LAST_RELEASE}))
def test_an_earlier_version_goes_on_in_this_one(backup: str) -> None:
    go_on_with(backup)
