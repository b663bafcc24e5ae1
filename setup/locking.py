"""`./run lock`: recompile every lock, for all platforms, with hashes and without addresses."""

from collections.abc import Sequence

from setup.console import timed
from setup.errors import CommandFailed, StepFailed
from setup.packages import fetch_environment, uv
from setup.places import ROOT
from setup.process import call

COMPILE = [
    *("pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header"),
    *("--python-version", "3.11", "--no-emit-index-url", "--no-emit-find-links", "--no-annotate"),
]
LOCKS = {
    "requirements.lock": ["pyproject.toml"],
    "requirements-dev.lock": ["pyproject.toml", "--extra", "dev", "-c", "requirements.lock"],
    "setup/locks/uv.txt": ["setup/locks/uv.in"],
    "setup/locks/node.txt": ["setup/locks/node.in"],
    "setup/locks/e5.txt": ["setup/locks/e5.in"],
    "setup/locks/scans.txt": ["setup/locks/scans.in", "--no-deps"],
}
LOCAL = {"UV_INDEX", "UV_FIND_LINKS"}
"""Package sources of this machine; a lock made from them would not work elsewhere."""


def lock(arguments: Sequence[str]) -> int:
    """Recompile the locks. Arguments go to uv: `--upgrade` or `--upgrade-package NAME`."""
    environment = {k: v for k, v in fetch_environment().items() if k not in LOCAL}
    for name, sources in LOCKS.items():
        try:
            with timed(name):
                command = [*uv(), *COMPILE, *arguments, *sources, "-o", name]
                call(command, log="lock", env=environment, cwd=ROOT)
        except CommandFailed as error:
            raise StepFailed(f"{error.tail}\n{name} was not changed. {error}") from error
    return 0
