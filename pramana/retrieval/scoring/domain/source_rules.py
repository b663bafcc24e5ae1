"""Sources: which addresses belong to one, which candidates are dropped, and points for each."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from pramana.retrieval.scoring.contracts import (
    CandidateOrigin,
    FreshnessMode,
    PolicyEffect,
    PolicyRule,
    ScoringContext,
    SearchCandidate,
)


def host_of(url: str) -> str:
    """
    >>> host_of("https://www.Example.org:8443/a"), host_of("no address")
    ('www.example.org', '')
    """
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def is_from_source(url: str, source: str) -> bool:
    """Whether an address belongs to a source: a host with its subdomains, perhaps with the
    beginning of a path; or a pattern in which `*` stands for anything.

    A pattern without a slash is matched against the host alone.

    >>> page = "https://docs.example.org/5.2/topics"
    >>> sources = ("Example.org", "docs.example.org/5", "*.org", "*/4.*")
    >>> [is_from_source(page, each) for each in sources]
    [True, True, True, False]
    """
    host = host_of(url)
    source = normalise_source(source)
    if not host or not source.strip("*./"):
        return False
    address = host + _path(url)
    if "*" in source:
        return _fits(address if "/" in source else host, source)
    named, _, path = source.partition("/")
    belongs = host == named or host.endswith(f".{named}")
    return belongs and (not path or _path(url).startswith(f"/{path}"))


def first_matching_source(url: str, sources: Iterable[str]) -> str | None:
    """The first of the sources that an address belongs to."""
    return next((source for source in sources if is_from_source(url, source)), None)


def normalise_source(source: str) -> str:
    """A source in its normal form: without a scheme, the host in lower case.

    >>> normalise_source(" https://Docs.Example.org/A/ ")
    'docs.example.org/A/'
    """
    bare = source.strip().rpartition("://")[2]
    host, slash, path = bare.partition("/")
    return host.lower().strip(".") + slash + path


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _fits(text: str, pattern: str) -> bool:
    """Match the pattern piece by piece from the left, which takes linear time."""
    first, *middle, last = pattern.split("*")
    if len(text) < len(first) + len(last) or not text.startswith(first):
        return False
    place, end = len(first), len(text) - len(last)
    for piece in middle:
        found = text.find(piece, place, end)
        if found < 0:
            return False
        place = found + len(piece)
    return text.endswith(last)


YEAR = 365
STRICT_DAYS = 3 * YEAR
"""In strict mode, software documentation older than this is dropped."""

STALE, STALE_YEARS = -12.0, 4
"""The most points a page loses for its age, and after how many years beyond the first."""

UNDATED = -3.0
"""Points for software documentation without a date, which may be of any age."""

VERSION_NUMBER = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+){1,3})(?!\w|\.\d)")


def too_old(mode: FreshnessMode, dated: date | None, today: date) -> str:
    """Why a page is dropped for its age; empty if it is not."""
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
    return set(VERSION_NUMBER.findall(text))


def other_version(target: str, *texts: str) -> str:
    """The version that a page is about, if it names versions but not the target.

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


PREFERRED, VERSION, OTHER_VERSION, HERE, ELSEWHERE = 12.0, 8.0, -15.0, 6.0, -6.0
"""Points, of 100, for properties of a source other than its content."""

NO_COUNTRY = frozenset({"ai", "cc", "co", "eu", "fm", "gg", "io", "ly", "me", "sh", "to", "tv"})
"""Two-letter domain endings that are registered from anywhere."""


@dataclass(frozen=True)
class SourceRules:
    """What applies to every candidate of one scoring."""

    context: ScoringContext
    policies: tuple[PolicyRule, ...]
    today: date


def rejection_reason(candidate: SearchCandidate, rules: SourceRules) -> str:
    """Why a candidate is dropped, in a sentence; empty if it is not.

    Only web pages are dropped, never the tenant's own passages.
    """
    if candidate.origin is CandidateOrigin.CORPUS:
        return ""
    context, url = rules.context, candidate.url
    if not (candidate.title.strip() or candidate.text.strip()):
        return "It has neither a title nor a text."
    if source := first_matching_source(url, context.disallowed_sources):
        return f"{source} is not allowed here."
    if source := first_matching_source(url, _patterns(rules, PolicyEffect.REJECT)):
        return f"A policy rejects {source}."
    return too_old(context.freshness_mode, candidate.dated, rules.today) or _wrong_version(
        candidate, context
    )


def rule_points(candidate: SearchCandidate, rules: SourceRules) -> tuple[float, tuple[str, ...]]:
    """The points of a candidate for its source, age and version, with the sentences for them."""
    found = [
        _preferred(candidate, rules.context),
        _boosted(candidate, rules),
        age_points(rules.context.freshness_mode, candidate.dated, rules.today),
        _versioned(candidate, rules.context),
        _located(candidate, rules.context),
    ]
    return sum(each for each, _ in found), tuple(said for _, said in found if said)


def _patterns(rules: SourceRules, effect: PolicyEffect) -> list[str]:
    return [each.pattern for each in rules.policies if each.effect is effect]


def _preferred(candidate: SearchCandidate, context: ScoringContext) -> tuple[float, str]:
    source = first_matching_source(candidate.url, context.preferred_sources)
    return (PREFERRED, f"{source} is preferred.") if source else (0.0, "")


def _boosted(candidate: SearchCandidate, rules: SourceRules) -> tuple[float, str]:
    """The strongest boost that applies; boosts do not add up."""
    boosts = sorted(
        (each for each in rules.policies if each.effect is PolicyEffect.BOOST),
        key=lambda each: -each.points,
    )
    source = first_matching_source(candidate.url, [each.pattern for each in boosts])
    if source is None:
        return 0.0, ""
    most = next(each.points for each in boosts if each.pattern == source)
    return float(most), f"A policy favours {source}."


def _wrong_version(candidate: SearchCandidate, context: ScoringContext) -> str:
    if context.freshness_mode is not FreshnessMode.SOFTWARE_DOCS_STRICT:
        return ""
    other = other_version(context.version_target, candidate.title, candidate.url)
    return f"It is about version {other}, not {context.version_target}." if other else ""


def _versioned(candidate: SearchCandidate, context: ScoringContext) -> tuple[float, str]:
    target, named = context.version_target, (candidate.title, candidate.url, candidate.text)
    if names_version(target, *named):
        return VERSION, f"It names version {target}."
    other = other_version(target, candidate.title, candidate.url)
    return (OTHER_VERSION, f"It is about version {other}.") if other else (0.0, "")


def _located(candidate: SearchCandidate, context: ScoringContext) -> tuple[float, str]:
    """Points for the country in its host's ending, if there is one."""
    country = context.jurisdiction.lower().replace("gb", "uk")
    ending = host_of(candidate.url).rpartition(".")[2]
    if not country or len(ending) != 2 or ending in NO_COUNTRY:
        return 0.0, ""
    if ending == country:
        return HERE, f"It is from {context.jurisdiction.upper()}."
    return ELSEWHERE, f"It is from another country (.{ending})."
