"""Rules about sources: what is dropped, and what a candidate gains or loses by whose it is."""

from dataclasses import dataclass
from datetime import date

from pramana.retrieval.scoring.contracts import (
    Effect,
    FreshnessMode,
    Origin,
    ScoringContext,
    SearchCandidate,
    SourcePolicy,
)
from pramana.retrieval.scoring.domain.ageing import (
    age_points,
    names_version,
    other_version,
    too_old,
)
from pramana.retrieval.scoring.domain.sources import first_source, host_of

PREFERRED, VERSION, OTHER_VERSION, HERE, ELSEWHERE = 12.0, 8.0, -15.0, 6.0, -6.0
"""Points, of 100, for what speaks for or against a source beside what it says."""

NO_COUNTRY = frozenset({"ai", "cc", "co", "eu", "fm", "gg", "io", "ly", "me", "sh", "to", "tv"})
"""Endings in two letters that anybody anywhere registers."""


@dataclass(frozen=True)
class Rules:
    """What applies to every candidate of one scoring."""

    context: ScoringContext
    policies: tuple[SourcePolicy, ...]
    today: date


def why_not(candidate: SearchCandidate, rules: Rules) -> str:
    """The rule by which a candidate is dropped, in a sentence; empty where there is none.

    What the tenant has let in is its own: only pages from outside are dropped.
    """
    if candidate.origin is Origin.CORPUS:
        return ""
    context, url = rules.context, candidate.url
    if not (candidate.title.strip() or candidate.text.strip()):
        return "It has neither a title nor a text."
    if source := first_source(url, context.disallowed_sources):
        return f"{source} is not allowed here."
    if source := first_source(url, _patterns(rules, Effect.REJECT)):
        return f"A policy rejects {source}."
    return too_old(context.freshness_mode, candidate.dated, rules.today) or _wrong_version(
        candidate, context
    )


def points(candidate: SearchCandidate, rules: Rules) -> tuple[float, tuple[str, ...]]:
    """What a candidate gains and loses by whose it is, and the sentences for it."""
    found = [
        _preferred(candidate, rules.context),
        _boosted(candidate, rules),
        age_points(rules.context.freshness_mode, candidate.dated, rules.today),
        _versioned(candidate, rules.context),
        _located(candidate, rules.context),
    ]
    return sum(each for each, _ in found), tuple(said for _, said in found if said)


def _patterns(rules: Rules, effect: Effect) -> list[str]:
    return [each.pattern for each in rules.policies if each.effect is effect]


def _preferred(candidate: SearchCandidate, context: ScoringContext) -> tuple[float, str]:
    source = first_source(candidate.url, context.preferred_sources)
    return (PREFERRED, f"{source} is preferred.") if source else (0.0, "")


def _boosted(candidate: SearchCandidate, rules: Rules) -> tuple[float, str]:
    """The strongest boost that applies; several do not add up."""
    boosts = sorted(
        (each for each in rules.policies if each.effect is Effect.BOOST),
        key=lambda each: -each.points,
    )
    source = first_source(candidate.url, [each.pattern for each in boosts])
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
    """By the country its host ends with, where it ends with one."""
    country = context.jurisdiction.lower().replace("gb", "uk")
    ending = host_of(candidate.url).rpartition(".")[2]
    if not country or len(ending) != 2 or ending in NO_COUNTRY:
        return 0.0, ""
    if ending == country:
        return HERE, f"It is from {context.jurisdiction.upper()}."
    return ELSEWHERE, f"It is from another country (.{ending})."
