"""The commands of `./run`: the set-up each of them needs, and the program it runs."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from setup.browser import browser_step
from setup.checks import pictures, soak, test
from setup.console import say
from setup.environment import product_environment
from setup.licences import licences
from setup.models import missing_models, model_steps
from setup.npm import fonts_step, ocr_step, pages_step
from setup.packages import DEV_STAMP, lock, packages_step
from setup.places import PYTHON
from setup.step import prepare
from setup.venv import venv_step


@dataclass(frozen=True)
class Command:
    usage: str
    summary: str
    run: Callable[[Sequence[str]], int]


def set_up(*, dev: bool = False, browser: bool = False, retry: bool = False) -> None:
    """Bring everything up to date. Development packages stay installed once they are."""
    dev = dev or browser or DEV_STAMP.exists()
    steps = [venv_step(), packages_step(dev=dev), pages_step(dev=dev), ocr_step(), fonts_step()]
    steps += model_steps(retry=retry)
    prepare([*steps, browser_step()] if browser else steps)
    for sentence in missing_models():
        say(sentence)


def become(module: str, arguments: Sequence[str]) -> int:
    """Replace this process, so that signals and the exit code are the command's own."""
    command = [str(PYTHON), "-m", module, *arguments]
    os.execve(PYTHON, command, product_environment())  # noqa: S606 - to become it, not to shell out


def _setup(arguments: Sequence[str]) -> int:
    set_up(browser=list(arguments) == ["test"], retry=True)
    return 0


def _serve(arguments: Sequence[str]) -> int:
    set_up()
    return become("pramana.cli", ["serve", *arguments])


def _pramana(arguments: Sequence[str]) -> int:
    set_up()
    return become("pramana.cli", arguments)


def _demo(arguments: Sequence[str]) -> int:
    set_up()
    return become("pramana.cli", ["demo", *arguments])


def _bench(arguments: Sequence[str]) -> int:
    set_up(dev=True)
    return become("bench", arguments)


def _test(arguments: Sequence[str]) -> int:
    set_up(browser=True)
    return test(arguments)


def _soak(arguments: Sequence[str]) -> int:
    set_up(browser=True)
    return soak(arguments)


def _pictures(arguments: Sequence[str]) -> int:
    set_up(browser=True)
    return pictures()


def _lock(arguments: Sequence[str]) -> int:
    prepare([venv_step()])
    return lock(arguments)


def _licences(arguments: Sequence[str]) -> int:
    set_up(dev=True)
    return licences(arguments)


def _help(arguments: Sequence[str]) -> int:
    lines = (f"  {command.usage:<30} {command.summary}" for command in COMMANDS.values())
    say("\n".join(["Commands:", *lines, "See docs/reference/run.md for details."]))
    return 0


COMMANDS = {
    "": Command("./run [--port N ...]", "set up and start the product", _serve),
    "test": Command(
        "./run test [pytest args]", "run all checks, or pytest with these arguments", _test
    ),
    "soak": Command("./run soak [pytest args]", "run the long fault and fuzz tests", _soak),
    "bench": Command(
        "./run bench NAME [args]", "run a benchmark; the last line is one JSON object", _bench
    ),
    "pictures": Command(
        "./run pictures", "take the screenshots of the documentation again", _pictures
    ),
    "demo": Command("./run demo", "fill an empty product with a demonstration", _demo),
    "pramana": Command("./run pramana ...", "run the pramana command", _pramana),
    "setup": Command("./run setup [test]", "set up, also for tests, and stop", _setup),
    "lock": Command("./run lock [--upgrade]", "recompile the lock files", _lock),
    "licences": Command("./run licences", "list every package with its licence", _licences),
    "help": Command("./run help", "show this list", _help),
}


def dispatch(arguments: Sequence[str]) -> int:
    """Run the named command. Options without a command are passed to the server."""
    first = arguments[0] if arguments else ""
    if first in {"-h", "--help"}:
        return _help([])
    if not first or first.startswith("-"):
        return _serve(arguments)
    if first not in COMMANDS:
        say(f"There is no command '{first}'. `./run help` lists the commands.")
        return 2
    return COMMANDS[first].run(arguments[1:])
