"""Where the programs come from."""

import subprocess
import sys
from pathlib import Path

import pytest

from pramana.postgres.binaries import MAJOR, copy_binaries, find_wheel
from pramana.postgres.errors import BinariesMissing

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.starts
def test_the_copy_runs_and_is_made_once(tmp_path: Path) -> None:
    carrier = find_wheel()
    first = copy_binaries(carrier, tmp_path / "state")
    for program in ("postgres", "initdb", "pg_ctl"):
        said = subprocess.check_output([first.program(program), "--version"], text=True)
        assert f" {MAJOR}." in said
    made = (first.home / "bin" / "postgres").stat().st_mtime_ns
    assert copy_binaries(carrier, tmp_path / "state") == first
    assert (first.home / "bin" / "postgres").stat().st_mtime_ns == made
    assert [path.name for path in (tmp_path / "state").iterdir()] == [f"postgres-{carrier.version}"]


@pytest.mark.starts
def test_everyone_may_read_the_copy_whatever_the_umask(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path\n"
        "from pramana.postgres.binaries import find_wheel\n"
        "from pramana.postgres.binaries import copy_binaries\n"
        "os.umask(0o077); print(copy_binaries(find_wheel(), Path(sys.argv[1]) / 'state').home)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    home = Path(subprocess.check_output(command, text=True, cwd=ROOT).strip())
    state = tmp_path / "state"
    for path in (state, *state.rglob("*")):
        assert path.stat().st_mode & 0o044 == 0o044, path
    assert (home / "bin" / "postgres").stat().st_mode & 0o001


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(BinariesMissing, match="could not be copied"):
        copy_binaries(find_wheel(), tmp_path / "state")


@pytest.mark.starts
def test_a_machine_without_the_wheel_hears_of_database_url() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pramana.postgres.binaries import find_wheel\n"
        "try: find_wheel()\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    command = [sys.executable, "-I", "-S", "-c", code, str(ROOT)]
    said = subprocess.check_output(command, text=True)
    assert said.startswith(BinariesMissing.__name__)
    assert "DATABASE_URL" in said


def test_the_wheels_own_python_is_never_imported(server: str) -> None:
    assert not [name for name in sys.modules if name.startswith("pixeltable")]
