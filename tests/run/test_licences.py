"""The page of licences names everything that is locked, and nothing that would claim our code."""

import re

from setup.licences import PAGE, Package, claims_ours, pinned

ROW = re.compile(r"^\| (\S+) \| (\S[^|]*) \| (\S[^|]*) \| (running|tests|set-up) \|$", re.MULTILINE)


def rows() -> list[tuple[str, str, str, str]]:
    return ROW.findall(PAGE.read_text("utf-8"))


def test_every_locked_package_is_listed_as_it_is_locked() -> None:
    listed = [Package(name, version, use) for name, version, _, use in rows()]

    assert listed == [Package(each.name, each.version, each.use) for each in pinned()], (
        "The locks have changed: run ./run licences."
    )


def test_no_package_claims_what_is_built_on_it() -> None:
    assert [name for name, _, licence, _ in rows() if claims_ours(licence)] == []


def test_a_licence_that_leaves_no_other_choice_is_seen() -> None:
    assert claims_ours("AGPL-3.0-or-later")
    assert claims_ours("GNU Affero General Public License v3")
    assert claims_ours("GPL-2.0-only AND MIT")
    assert not claims_ours("MPL-1.1 OR GPL-2.0-only OR LGPL-2.1-or-later")
