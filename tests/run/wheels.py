"""Wheels of a few lines, written by hand."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile


def write_wheel(folder: Path, name: str, files: Mapping[str, str], *, version: str = "1") -> Path:
    """A pure wheel with these files at the top of site-packages."""
    info = f"{name}-{version}.dist-info"
    contents = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},{_digest(text)}\n" for path, text in contents.items())
    contents[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with ZipFile(path, "w") as archive:
        for member, text in contents.items():
            archive.writestr(member, text)
    return path


def _digest(text: str) -> str:
    raw = sha256(text.encode()).digest()
    return f"sha256={urlsafe_b64encode(raw).rstrip(b'=').decode()},{len(text.encode())}"
