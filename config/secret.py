"""The key that signs sessions: from the settings, or created once in the data directory."""

import os
import secrets
from pathlib import Path

from config.environment import Environment


def secret_key(environment: Environment) -> str:
    """The key from the settings, otherwise the one in the data directory, created if missing."""
    if environment.secret_key:
        return environment.secret_key
    return _kept(environment.data / "secret_key")


def _kept(place: Path) -> str:
    try:
        return place.read_text("ascii")
    except FileNotFoundError:
        pass
    place.parent.mkdir(parents=True, exist_ok=True)
    own = place.with_name(f".secret_key.{os.getpid()}.{secrets.token_hex(4)}")
    own.touch(mode=0o600)
    own.write_text(secrets.token_urlsafe(48), "ascii")
    try:
        os.link(own, place)  # the first of several processes wins; all read the same key
    except FileExistsError:
        pass
    finally:
        own.unlink()
    return place.read_text("ascii")
