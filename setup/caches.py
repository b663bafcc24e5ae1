"""Download caches: the user's own, or in the checkout if the home directory is not writable."""

import os
from pathlib import Path

from setup.places import WORK

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
