"""Programs that use the client need nothing else of the product."""

import subprocess
import sys
from importlib.resources import files

import pytest

PROGRAM = """
import sys
from importlib.resources import files
for away in ("django", "ninja", "langgraph", "psycopg", "mcp", "config"):
    sys.modules[away] = None
from pramana.client import AsyncPramana, Pramana
Pramana("http://127.0.0.1:9", "key").close()
print(sorted(name for name in sys.modules if name.startswith("pramana.") and
             not name.startswith("pramana.client")))
"""


@pytest.mark.starts
def test_the_client_needs_no_django_and_nothing_of_the_product() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)

    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_its_types_are_told_to_type_checkers() -> None:
    assert files("pramana").joinpath("py.typed").is_file()
