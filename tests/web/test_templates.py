"""Templates are laid out so that a person can read and review them."""

from pathlib import Path

from pramana.web.translation import WEB

LONGEST_LINE = 155


def test_no_template_line_is_longer_than_a_screen():
    long_lines = [
        f"{path.relative_to(WEB)}:{number}"
        for path in sorted((WEB / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert long_lines == []


def test_every_area_of_templates_is_a_package_of_views():
    shared = {"layout", "pieces", "errors", "viewer"}
    areas = {each.name for each in (WEB / "templates" / "web").iterdir()} - shared
    packages = {path.parent.name for path in Path(WEB).glob("*/views.py")}
    assert areas <= packages
