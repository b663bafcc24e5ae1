"""`./run` can be called from anywhere, by any name, and becomes the command it was asked for."""

import json
from pathlib import Path

import pytest

from tests.run.checkout import Checkout

SHIM = "#!/bin/sh\necho 'pyenv: python3.13: command not found' >&2\nexit 127\n"


def test_from_another_directory_the_command_stays_in_that_directory(
    ready: Checkout, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = ready.run("pramana", "backup", "file", cwd=elsewhere)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["cwd"] == str(elsewhere)


@pytest.mark.parametrize("command", ["pramana", "bench"])
def test_modules_of_the_callers_directory_are_not_mistaken_for_ours(
    ready: Checkout, tmp_path: Path, command: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    for name in ("setup", "bench", "pramana"):
        (elsewhere / name).mkdir(parents=True)
        (elsewhere / name / "__main__.py").write_text("raise SystemExit('not ours')")
    (elsewhere / "setup.py").write_text("raise SystemExit('not ours')")
    done = ready.run(command, "jobs", cwd=elsewhere, env={"PYTHONPATH": str(elsewhere)})

    assert json.loads(done.stdout)["argv"] == ["jobs"], done.stderr


def test_through_a_chain_of_symlinks(ready: Checkout, tmp_path: Path) -> None:
    (tmp_path / "absolute").symlink_to(ready.root / "run")
    (tmp_path / "relative").symlink_to("absolute")
    done = ready.run("pramana", cwd=Path("/"), script=tmp_path / "relative")

    assert done.returncode == 0, done.stderr


def test_the_exit_code_is_the_commands_own(ready: Checkout) -> None:
    assert ready.run("pramana", "seven").returncode == 7


def test_the_command_takes_the_place_of_run_so_that_signals_reach_it(ready: Checkout) -> None:
    process = ready.start("pramana")
    said, _ = process.communicate(timeout=300)

    assert json.loads(said)["pid"] == process.pid


@pytest.mark.parametrize(
    ("given", "becomes"),
    [
        ([], ["serve"]),
        (["--port", "8001"], ["serve", "--port", "8001"]),
        (["demo"], ["demo"]),
        (["pramana", "--help"], ["--help"]),
    ],
)
def test_what_a_command_becomes(ready: Checkout, given: list[str], becomes: list[str]) -> None:
    assert json.loads(ready.run(*given).stdout)["argv"] == becomes


def test_an_unknown_command_and_help_set_nothing_up(checkout: Checkout) -> None:
    unknown = checkout.run("tset")
    helped = checkout.run("help")

    assert unknown.returncode == 2
    assert "no command 'tset'" in unknown.stderr
    assert helped.returncode == 0
    assert "./run bench NAME" in helped.stderr
    assert not (checkout.root / ".venv").exists()


def test_a_shim_that_only_fails_is_passed_over(checkout: Checkout) -> None:
    checkout.tool("python3.13", SHIM)

    assert checkout.run("setup").returncode == 0


@pytest.mark.parametrize("named", ["", "/nowhere/python3"])
def test_without_a_python_there_is_one_sentence(checkout: Checkout, named: str) -> None:
    (checkout.bin / "python3").unlink()
    checkout.tool("python3.13", SHIM)
    done = checkout.run("pramana", env={"PRAMANA_PYTHON": named})

    assert done.returncode == 1
    assert "Python 3.11, 3.12 or 3.13" in done.stderr
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_browser_that_was_named_must_work(checkout: Checkout) -> None:
    done = checkout.run("setup", "test", env={"PRAMANA_CHROMIUM": "/nowhere/chromium"})

    assert done.returncode == 1
    assert "PRAMANA_CHROMIUM=/nowhere/chromium" in done.stderr
