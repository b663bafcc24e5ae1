"""What a page's age and version say about it."""

import re
from datetime import date

from pramana.retrieval.scoring.contracts import FreshnessMode

YEAR = 365
STRICT_DAYS = 3 * YEAR
"""Documentation of software that is older than this is dropped when that is asked for."""

STALE, STALE_YEARS = -12.0, 4
"""What a page loses in the end, and after how many years beyond the first it has lost it."""

UNDATED = -3.0
"""Software documentation without a date might be of any age."""

VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+){1,3})(?!\w|\.\d)")


def too_old(mode: FreshnessMode, dated: date | None, today: date) -> str:
    """Why a page's age speaks against it altogether; empty where it does not."""
    if mode is FreshnessMode.SOFTWARE_DOCS_STRICT and dated and _days(dated, today) > STRICT_DAYS:
        return f"It is of {dated:%B %Y}: too old for software documentation."
    return ""


def age_points(mode: FreshnessMode, dated: date | None, today: date) -> tuple[float, str]:
    """Points lost for age, and the sentence for it.

    >>> age_points(FreshnessMode.STANDARD, date(2020, 1, 1), date(2026, 1, 1))
    (-12.0, 'It is of January 2020.')
    >>> age_points(FreshnessMode.LAW_EVERGREEN, date(1963, 8, 17), date(2026, 1, 1))
    (0.0, '')
    """
    if mode is FreshnessMode.LAW_EVERGREEN:
        return 0.0, ""
    if dated is None:
        strict = mode is FreshnessMode.SOFTWARE_DOCS_STRICT
        return (UNDATED, "It does not say how old it is.") if strict else (0.0, "")
    beyond = _days(dated, today) - YEAR
    if beyond <= 0:
        return 0.0, ""
    return round(STALE * min(beyond / (STALE_YEARS * YEAR), 1), 2), f"It is of {dated:%B %Y}."


def versions_in(text: str) -> set[str]:
    """
    >>> sorted(versions_in("Django v5.2.1 and /4.2/topics, not 1.2.3.4.5"))
    ['4.2', '5.2.1']
    """
    return set(VERSION.findall(text))


def other_version(target: str, *texts: str) -> str:
    """The version that a page is about, when it names one and never the one asked for.

    >>> other_version("5.2", "https://docs.example/4.1/x"), other_version("5.2", "/4.1/", "5.2.3")
    ('4.1', '')
    """
    wanted = target.strip().lstrip("vV")
    named = set().union(*(versions_in(text) for text in texts))
    if not wanted or not named or any(_same(version, wanted) for version in named):
        return ""
    return min(named)


def names_version(target: str, *texts: str) -> bool:
    wanted = target.strip().lstrip("vV")
    return bool(wanted) and any(_same(v, wanted) for text in texts for v in versions_in(text))


def _same(version: str, wanted: str) -> bool:
    """5.2.1 is a 5.2; 5.20 is not."""
    return version == wanted or version.startswith(f"{wanted}.") or wanted.startswith(f"{version}.")


def _days(dated: date, today: date) -> int:
    return (today - dated).days
