"""pip's configuration, translated for the other tools that download packages.

uv reads neither pip.conf nor PIP_ variables. A machine that reaches its packages only through
those (a mirror, a folder of wheels, a certificate) must still be set up without a second round
of configuration.
"""

import configparser
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

SECTIONS = ("global", "install")


def pip_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """pip's options by their long names; a later file wins over an earlier, a variable over all."""
    settings: dict[str, str] = {}
    for path in _files(environ):
        parser = configparser.RawConfigParser()
        try:
            parser.read(path, encoding="utf-8")
        except (configparser.Error, OSError, UnicodeDecodeError):
            continue
        for section in SECTIONS:
            if parser.has_section(section):
                settings.update({k.replace("_", "-"): v for k, v in parser.items(section)})
    for name, value in environ.items():
        if name.startswith("PIP_") and value:
            settings[name[4:].lower().replace("_", "-")] = value
    return settings


def _files(environ: Mapping[str, str]) -> Iterator[Path]:
    """The configuration files of pip, in its order."""
    named = environ.get("PIP_CONFIG_FILE", "")
    if named == os.devnull:
        return
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        yield Path("/Library/Application Support/pip/pip.conf")
    for folder in environ.get("XDG_CONFIG_DIRS", "/etc/xdg").split(":"):
        yield Path(folder) / "pip" / "pip.conf"
    yield Path("/etc/pip.conf")
    yield home / ".pip" / "pip.conf"
    if sys.platform == "darwin":
        yield home / "Library" / "Application Support" / "pip" / "pip.conf"
    yield Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip" / "pip.conf"
    if named:
        yield Path(named)


def uv_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The same settings as uv variables, unless the user has set those."""
    pip = pip_settings(environ)
    wishes = {
        "UV_DEFAULT_INDEX": pip.get("index-url", ""),
        "UV_INDEX": " ".join(pip.get("extra-index-url", "").split()),
        "UV_FIND_LINKS": ",".join(pip.get("find-links", "").split()),
        "UV_INSECURE_HOST": " ".join(pip.get("trusted-host", "").split()),
        "UV_HTTP_TIMEOUT": pip.get("timeout", pip.get("default-timeout", "")),
        "ALL_PROXY": pip.get("proxy", ""),
        "SSL_CERT_FILE": pip.get("cert", ""),
        # pip takes the best of all its indexes; the lock's hashes make that safe.
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    return {name: value for name, value in wishes.items() if value and not environ.get(name)}


def uv_options(environ: Mapping[str, str]) -> list[str]:
    """uv arguments for settings that have no variable."""
    switch = pip_settings(environ).get("no-index", "").lower()
    return ["--no-index"] if switch in {"1", "true", "yes", "on"} else []
