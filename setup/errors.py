"""The errors of set-up."""

from collections.abc import Sequence
from pathlib import Path

from pramana.kit.errors import Misconfigured


class StepFailed(Misconfigured):
    """A step failed; the message names the step and the fix."""

    code = "setup_failed"


class CommandFailed(Misconfigured):
    """A program that set-up called failed."""

    code = "setup_command_failed"

    def __init__(self, command: Sequence[str], outcome: str, log: Path, tail: str) -> None:
        words = " ".join([Path(command[0]).name, *command[1:3]])
        super().__init__(f"`{words}` {outcome}; its output is in {log}.")
        self.tail = tail


class ModelMissing(Misconfigured):
    """A model's files could not be downloaded, or have the wrong checksum."""

    code = "setup_model_missing"
