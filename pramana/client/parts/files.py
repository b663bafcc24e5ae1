"""Files on their way in."""

from os import PathLike
from pathlib import Path

FileLike = str | PathLike[str] | tuple[str, bytes]
"""A path, or a name and the bytes."""


def file_of(file: FileLike) -> tuple[str, bytes]:
    if isinstance(file, tuple):
        return file
    path = Path(file)
    return path.name, path.read_bytes()
