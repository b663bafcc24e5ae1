"""The paths that set-up writes to, download caches included.

All are ignored by git and may be deleted at any time.
"""

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


OWN_NPM_CACHE = WORK / "npm"


def cache_environment() -> dict[str, str]:
    """Variables that move caches into the checkout if they cannot be written at home."""
    home = Path(os.path.expanduser("~"))
    general = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    places = {
        "UV_CACHE_DIR": general / "uv",
        "PIP_CACHE_DIR": general / "pip",
        "npm_config_cache": home / ".npm",
    }
    return {
        name: str(WORK / name.split("_")[0].lower())
        for name, place in places.items()
        if not os.environ.get(name) and not _writable(place)
    }


def _writable(place: Path) -> bool:
    while not os.path.exists(place) and place != place.parent:
        place = place.parent
    return os.access(place, os.W_OK | os.X_OK)
