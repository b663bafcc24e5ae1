"""The paths that set-up writes to. All are ignored by git and may be deleted at any time."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMPS = VENV / "stamps"
"""Inside the environment, so that deleting `.venv` also deletes the stamps."""

WORK = ROOT / ".cache"
LOCKS = ROOT / "setup" / "locks"


def assets() -> Path:
    """Where the product looks for model files."""
    return Path(os.environ.get("PRAMANA_ASSETS") or ROOT / ".assets").absolute()
