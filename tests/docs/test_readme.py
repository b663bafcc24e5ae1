"""The example that everyone tries first does what the page says."""

import re
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.docs.pages import FENCE, ROOT, text
from tests.product import PATIENCE, Product
from tests.waiting import wait_until

KEY = re.compile(r"^KEY=.*$", re.M)
PAUSE = "sleep 2\n"


def example(language: str, words: str) -> str:
    found = FENCE.findall(text(ROOT / "README.md"))
    return next(code for kind, code in found if kind == language and words in code)


def typed(code: str, product: Product, place: Path) -> str:
    code = KEY.sub(f"KEY={product.key}", code)
    code = code.replace("localhost:8000", product.url.rstrip("/"))
    done = subprocess.run(
        ["bash", "-euc", code], cwd=place, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_in_the_shell_answers(product: Product, tmp_path: Path) -> None:
    before, after = example("bash", "curl").split(PAUSE)
    asking = {"Authorization": f"Bearer {product.key}"}

    assert '"id"' in typed(before, product, tmp_path)
    with httpx.Client(base_url=product.url, headers=asking, timeout=PATIENCE) as client:
        wait_until(lambda: _all_read(client), PATIENCE)
    key = f"KEY={product.key}\n"

    assert "61,40,00,000" in typed(key + after, product, tmp_path)


def _all_read(client: httpx.Client) -> bool:
    found = client.get("/api/documents/", params={"query": "minutes"}).json()["documents"]
    return bool(found) and all(each["status"] == "completed" for each in found)


def test_the_example_in_python_answers(
    product: Product,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("minutes.txt").write_text("The council fixed the ceiling at Rs. 61,40,00,000.\n")
    code = example("python", "pramana.client")
    code = code.replace("http://127.0.0.1:8000", product.url).replace("your-key", product.key)
    exec(compile(code, "README.md", "exec"), {"__name__": "page"})

    assert "61,40,00,000" in capsys.readouterr().out
