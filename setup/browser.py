"""A browser for the tests of our pages, and a font with the Nepali letters they show."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from setup.console import CommandFailed, StepFailed, say
from setup.places import PYTHON, STAMPS
from setup.process import answer, apt_install, call, may_use_apt
from setup.step import Step, read, write

HEADLESS = "chromium-headless-shell"
"""Chromium without windows: the same engine for half the CPU time."""
NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
STAMP = STAMPS / "browser"
FIX = "Install Chromium or Chrome, or set PRAMANA_CHROMIUM to the path of one; then run again."


def browser_step() -> Step:
    return Step("browser for tests", _is_there, _find_or_install, FIX)


def browser() -> str:
    """The browser that set-up chose."""
    return read(STAMP) or ""


def _is_there() -> bool:
    wanted = os.environ.get("PRAMANA_CHROMIUM") or browser()
    return bool(wanted) and wanted == browser() and Path(wanted).exists()


def _find_or_install() -> None:
    named = os.environ.get("PRAMANA_CHROMIUM")
    path = _named(named) if named else _find() or _from_apt() or _from_playwright()
    _see_to_fonts()
    write(STAMP, path)


def _named(path: str) -> str:
    """Use the browser named in PRAMANA_CHROMIUM, or fail: no other one is tried."""
    if not _works(path):
        raise StepFailed(f"PRAMANA_CHROMIUM={path} is not a browser that works. {FIX}")
    return path


def _find() -> str | None:
    paths = filter(None, map(shutil.which, [*NAMES, MAC]))
    return next((path for path in paths if _works(path)), None)


def _works(path: str) -> bool:
    return bool(answer([path, "--version"]))


def _from_apt() -> str | None:
    """Install Chromium by apt. Ubuntu's package may be a stub that needs snap."""
    if not may_use_apt():
        return None
    for package in (HEADLESS, "chromium"):
        with suppress(CommandFailed):
            apt_install(package)
            return _find()
    return None


def _from_playwright() -> str:
    """Install Playwright's own build, as root with the system libraries it needs."""
    libraries = ["--with-deps"] if may_use_apt() else []
    call([PYTHON, "-m", "playwright", "install", *libraries, "chromium"], log="browser")
    ask = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as playwright: print(playwright.chromium.executable_path)"
    )
    path = answer([PYTHON, "-c", ask])
    if not path or not _works(path):
        raise CommandFailed(["playwright", "install"], "left no browser that works", STAMP, "")
    return path


def _see_to_fonts() -> None:
    """Install a font with Nepali letters. Without it pages work, but screenshots show boxes."""
    if answer(["fc-list", ":lang=ne"]):
        return
    try:
        if may_use_apt():
            apt_install("fonts-noto-core")
            return
    except CommandFailed:
        pass
    say("No font has Nepali letters, so screenshots will show boxes; install Noto Sans Devanagari.")
