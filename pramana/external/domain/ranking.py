"""How well a result fits its query: its words, whose page it is, and where the provider put it."""

from collections import Counter
from collections.abc import Sequence

from pramana.external.contracts.search import SearchResult
from pramana.external.contracts.selection import Ranked, SelectionRules
from pramana.language.stems import stems
from pramana.retrieval.domain.question import Question, coverage, read_question, weigh
from pramana.retrieval.scoring.domain.sources import host_of

WORDS, PLACE, TRUST, PDF = 0.56, 0.14, 0.12, 0.18
"""What each part may add. Words count most: the first result may be about another matter. A PDF
counts more than the place, so that it is preferred wherever the words are as good."""

TITLE = 0.6
"""The share of a word's weight that standing in the title is worth; the text has the rest."""

TRUSTED = ("gov", "edu", "int", "mil", "ac", "gob", "gouv")
"""Labels that only offices and schools are given: moha.gov.np, ox.ac.uk."""

KNOWN = ("wikipedia.org", "who.int", "un.org", "worldbank.org", "europa.eu", "ietf.org", "w3.org")
PLAIN, OPEN, OFFICIAL = 0.4, 0.7, 1.0
"""How far a host is trusted before anything of it was read."""


def rank(query: str, results: Sequence[SearchResult], rules: SelectionRules) -> list[Ranked]:
    """Best first; results that tie keep the provider's order."""
    question = read_question(query)
    texts = [(stems(each.title), stems(each.snippet)) for each in results]
    standing = Counter(word for title, snippet in texts for word in {*title, *snippet})
    weights = weigh(question, standing, max(len(results), 1))
    ranked = [
        _ranked(each, place, question, weights, title, snippet, rules)
        for place, (each, (title, snippet)) in enumerate(zip(results, texts, strict=True))
    ]
    return sorted(ranked, key=lambda each: -each.score)


def _ranked(
    result: SearchResult,
    place: int,
    question: Question,
    weights: dict[str, float],
    title: list[str],
    snippet: list[str],
    rules: SelectionRules,
) -> Ranked:
    in_title, in_text = coverage(weights, set(title)), coverage(weights, {*title, *snippet})
    trust, whose = trust_in(host_of(result.url))
    score = WORDS * (TITLE * in_title + (1 - TITLE) * in_text) + PLACE / (1 + place) + TRUST * trust
    reasons = [
        _words_found(question, {*title, *snippet}),
        f"Result {place + 1} of {result.source}.",
    ]
    if whose:
        reasons.append(whose)
    if result.is_pdf and rules.prefer_pdf:
        score += PDF
        reasons.append("A PDF, which is preferred.")
    return Ranked(result, round(score, 4), tuple(reasons))


def trust_in(host: str) -> tuple[float, str]:
    """How far a host is trusted, and the sentence for it; no sentence for one like any other.

    >>> trust_in("moha.gov.np")[0] > trust_in("en.wikipedia.org")[0] > trust_in("blog.example")[0]
    True
    """
    if set(host.split(".")[-2:]) & set(TRUSTED):
        return OFFICIAL, "The page of an office or a school."
    if any(host == known or host.endswith(f".{known}") for known in KNOWN):
        return OPEN, "A widely checked source."
    return PLAIN, ""


def _words_found(question: Question, found: set[str]) -> str:
    there = [word for root, word in question.words.items() if root in found]
    if not there:
        return "None of the query's words stand in its title or text."
    return f"{len(there)} of {len(question.words)} words: {', '.join(there[:8])}."
