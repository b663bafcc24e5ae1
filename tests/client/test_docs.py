"""What the pages tell people to type is typed here, against a running product."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from pramana.client import Pramana
from pramana.client.operations import Part
from tests.product import PATIENCE, Product
from tests.waiting import wait_until

HOWTO = Path(__file__).resolve().parents[2] / "docs" / "howto"
CALLED = re.compile(r"Use the `(\w+)` of the response as `(\w+)`")
REPEATED = re.compile(r"Repeat until `(\w+)` is `(\w+)`")
ADDRESS, KEY = "http://127.0.0.1:8000", "your-key"


def blocks(page: str, language: str) -> list[tuple[str, str]]:
    """Each piece of code with the words that follow it."""
    text = (HOWTO / page).read_text("utf-8")
    parts = re.split(r"```(\w*)\n(.*?)```", text, flags=re.S)
    return [
        (code, after)
        for kind, code, after in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
        if kind == language
    ]


class Shell:
    """Types what the page says, and knows what it named."""

    def __init__(self, product: Product, place: Path) -> None:
        self.named = {"URL": product.url, "KEY": product.key}
        self.place = place

    def type(self, code: str) -> str:
        done = subprocess.run(
            ["bash", "-euc", code.replace(f"export URL={ADDRESS} KEY={KEY}", "true")],
            env={"PATH": "/usr/bin:/bin", **self.named},
            cwd=self.place,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"
        assert 'data: {"error"' not in done.stdout, done.stdout
        return done.stdout

    def repeat(self, code: str, field: str, value: str) -> None:
        wait_until(lambda: str(json.loads(self.type(code))[field]) == value, PATIENCE)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("use-curl.md", ("85,000", "Lumbini Pumps", '"complete": true', "read_document")),
        ("cases.md", ("The footbridge", '"intake"')),
    ],
    ids=["use-curl", "cases"],
)
def test_every_curl_command_works_as_written(
    product: Product, tmp_path: Path, page: str, expected: tuple[str, ...]
) -> None:
    shell = Shell(product, tmp_path)
    said = ""
    for code, after in blocks(page, "sh"):
        said += (answer := shell.type(code))
        if found := REPEATED.search(after):
            shell.repeat(code, *found.groups())
        if found := CALLED.search(after):
            shell.named[found[2]] = json.loads(answer)[found[1]]

    for words in expected:
        assert words in said


def test_the_python_page_runs_from_top_to_bottom(
    product: Product,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("contract.txt").write_text(
        "The contract for the school roof was signed by Headmaster Rajan Oli.\n"
        "The contract is worth 720,000 rupees.\n"
    )
    code = "\n".join(code for code, _ in blocks("python-client.md", "python"))
    code = code.replace(ADDRESS, product.url).replace(KEY, product.key)
    exec(compile(code, "python-client.md", "exec"), {"__name__": "page"})

    printed = capsys.readouterr().out
    for words in ("Rajan Oli", "720,000", "ward office", "not_found"):
        assert words in printed


def test_the_reference_names_every_operation() -> None:
    page = (HOWTO.parent / "reference" / "client.md").read_text("utf-8")
    with Pramana("http://127.0.0.1:9", "key") as client:
        parts = {name: part for name, part in vars(client).items() if isinstance(part, Part)}
    assert len(parts) == 13
    for name, part in parts.items():
        for operation in (each for each in dir(part) if not each.startswith("_")):
            assert f"`{name}.{operation}(" in page, f"{name}.{operation}"
