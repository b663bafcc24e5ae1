"""Download caches: the user's own, or ours where the home directory cannot be written to."""

import os
from pathlib import Path

from setup.places import WORK

OWN_NPM_CACHE = WORK / "npm"


def cache_environment() -> dict[str, str]:
    """Variables that move a cache into the checkout, for those that would fail at home."""
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
