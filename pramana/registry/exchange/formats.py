"""The formats, and what a file's name says about its own."""

from enum import StrEnum
from pathlib import PurePath

from pramana.kit.errors import InvalidRequest


class Format(StrEnum):
    JSONL = "jsonl"
    """One record or relation a line, in the shape of our API."""
    NES = "nes"
    """One JSON list of records, as the public Nepal Entity Service keeps them."""
    CSV = "csv"
    """One name a row."""
    FTM = "ftm"
    """FollowTheMoney entities, one a line."""


BY_SUFFIX = {
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".json": Format.NES,
    ".csv": Format.CSV,
    ".ftm": Format.FTM,
    ".ijson": Format.FTM,
}


def format_of(name: str) -> Format:
    """By the end of its name.

    >>> format_of("parties.csv")
    <Format.CSV: 'csv'>
    """
    suffix = "".join(PurePath(name).suffixes[-1:]).lower()
    if name.lower().endswith((".ftm.json", ".ftm.jsonl")):
        return Format.FTM
    if suffix not in BY_SUFFIX:
        listed = ", ".join(Format)
        raise InvalidRequest(f"{name} does not say its format; name it with --format: {listed}.")
    return BY_SUFFIX[suffix]
