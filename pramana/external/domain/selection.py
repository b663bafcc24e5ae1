"""Select the search results to offer (filter, rank, score), and those that a decision approves."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from email.utils import parsedate_to_datetime
from time import strptime
from urllib.parse import urlsplit
from uuid import UUID, uuid5

from pramana.documents.fetching import FetchError, normalise_url
from pramana.external.contracts import (
    Dropped,
    Rank,
    Ranked,
    ResearchDecision,
    SearchResult,
    Selection,
    SelectionRules,
    Verdict,
)
from pramana.external.errors import CandidateNotOffered, ContradictoryDecision, OverBudget
from pramana.language.stems import stems
from pramana.retrieval.domain.lexical import (
    QuestionStems,
    parse_question,
    weigh_stems,
    weight_coverage,
)
from pramana.retrieval.scoring.contracts import (
    CandidateOrigin,
    HybridResult,
    ScoredCandidate,
    SearchCandidate,
)
from pramana.retrieval.scoring.domain.source_rules import host_of


def canonical_url(url: str) -> str | None:
    """The canonical form of a URL; None if it is not the URL of a web page."""
    try:
        return normalise_url(url.strip())
    except FetchError:
        return None


def belongs_to(host: str, domain: str) -> bool:
    """Whether a host is the domain or one of its subdomains.

    >>> belongs_to("news.example.org", "Example.org"), belongs_to("notexample.org", "example.org")
    (True, False)
    """
    domain = domain.strip().lower().strip(".")
    return bool(domain) and (host == domain or host.endswith(f".{domain}"))


def is_pdf(url: str, content_type: str = "") -> bool:
    return "pdf" in content_type.lower() or urlsplit(url).path.lower().endswith(".pdf")


def select_results(
    query: str, results: Sequence[SearchResult], rules: SelectionRules, rank: Rank
) -> Selection:
    """The best `top_n` results that pass the rules, and why each of the others was dropped."""
    allowed, dropped = list[SearchResult](), list[Dropped]()
    for each in results:
        reason = refusal_reason(each, rules)
        if reason:
            dropped.append(Dropped(each.url, reason))
        else:
            allowed.append(each)
    ranking = rank(query, allowed, rules)
    dropped += [Dropped(each.result.url, each.refused) for each in ranking if each.refused]
    ranked = [each for each in ranking if not each.refused]
    beyond = [
        Dropped(each.result.url, f"Not among the best {rules.top_n}.")
        for each in ranked[rules.top_n :]
    ]
    return Selection(tuple(ranked[: rules.top_n]), (*dropped, *beyond))


def refusal_reason(result: SearchResult, rules: SelectionRules) -> str:
    """Which rule a result breaks, as a sentence; empty if it breaks none."""
    if not result.url:
        return "It has no address."
    host = host_of(result.url)
    if any(belongs_to(host, domain) for domain in rules.blocked_domains):
        return f"{host} is blocked."
    if rules.only_domains and not any(belongs_to(host, each) for each in rules.only_domains):
        return f"{host} is not among the sources of the plan."
    if result.url in rules.known_urls:
        return "An earlier run of this schedule offered it."
    if len(result.snippet.strip()) < rules.min_snippet_length:
        return f"Its text is shorter than {rules.min_snippet_length} characters."
    hints = f"{result.title} {result.snippet}".lower()
    if "noindex" in hints and "robot" in hints:
        return "It asks robots not to index it."
    return ""


WORD_WEIGHT, PLACE_WEIGHT, TRUST_WEIGHT, PDF_WEIGHT = 0.56, 0.14, 0.12, 0.18
"""The weight of each part of a score. Words count most, because the first result may be off topic.
A PDF counts more than the position, so that it wins wherever the words fit equally well."""

TITLE_SHARE = 0.6
"""The share of a word's weight for a match in the title; a match in the text has the rest."""

OFFICIAL_LABELS = ("gov", "edu", "int", "mil", "ac", "gob", "gouv")
"""Domain labels that only public offices and schools can register: moha.gov.np, ox.ac.uk."""

REVIEWED_HOSTS = (
    "wikipedia.org",
    "who.int",
    "un.org",
    "worldbank.org",
    "europa.eu",
    "ietf.org",
    "w3.org",
)
ORDINARY_TRUST, REVIEWED_TRUST, OFFICIAL_TRUST = 0.4, 0.7, 1.0
"""How much a host is trusted before any of its pages has been read."""


def rank(query: str, results: Sequence[SearchResult], rules: SelectionRules) -> list[Ranked]:
    """Rank results, best first. Ties keep the provider's order."""
    question = parse_question(query)
    texts = [(stems(each.title), stems(each.snippet)) for each in results]
    frequency = Counter(word for title, snippet in texts for word in {*title, *snippet})
    weights = weigh_stems(question, frequency, max(len(results), 1))
    ranked = [
        _rank_result(each, place, question, weights, title, snippet, rules)
        for place, (each, (title, snippet)) in enumerate(zip(results, texts, strict=True))
    ]
    return sorted(ranked, key=lambda each: -each.score)


def _rank_result(
    result: SearchResult,
    place: int,
    question: QuestionStems,
    weights: dict[str, float],
    title: list[str],
    snippet: list[str],
    rules: SelectionRules,
) -> Ranked:
    in_title, in_text = (
        weight_coverage(weights, set(title)),
        weight_coverage(weights, {*title, *snippet}),
    )
    trust, whose = trust_in(host_of(result.url))
    score = (
        WORD_WEIGHT * (TITLE_SHARE * in_title + (1 - TITLE_SHARE) * in_text)
        + PLACE_WEIGHT / (1 + place)
        + TRUST_WEIGHT * trust
    )
    reasons = [
        _word_reason(question, {*title, *snippet}),
        f"Result {place + 1} of {result.source}.",
    ]
    if whose:
        reasons.append(whose)
    if result.is_pdf and rules.prefer_pdf:
        score += PDF_WEIGHT
        reasons.append("A PDF, which is preferred.")
    return Ranked(result, round(score, 4), tuple(reasons))


def trust_in(host: str) -> tuple[float, str]:
    """How much a host is trusted, and why; an ordinary host has no reason.

    >>> trust_in("moha.gov.np")[0] > trust_in("en.wikipedia.org")[0] > trust_in("blog.example")[0]
    True
    """
    if set(host.split(".")[-2:]) & set(OFFICIAL_LABELS):
        return OFFICIAL_TRUST, "The page of an office or a school."
    if any(host == known or host.endswith(f".{known}") for known in REVIEWED_HOSTS):
        return REVIEWED_TRUST, "A widely checked source."
    return ORDINARY_TRUST, ""


def _word_reason(question: QuestionStems, found: set[str]) -> str:
    matches = [word for root, word in question.words.items() if root in found]
    if not matches:
        return "None of the query's words stand in its title or text."
    return f"{len(matches)} of {len(question.words)} words: {', '.join(matches[:8])}."


YEAR_FIRST = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
DATE_FORMATS = ("%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%B %Y", "%b %Y", "%Y")


def parse_date(published: str) -> date | None:
    """The date in a provider's text; None if it cannot be parsed.

    >>> parse_date("2024-05-12T09:00:00Z"), parse_date("12 May 2024"), parse_date("3 days ago")
    (datetime.date(2024, 5, 12), datetime.date(2024, 5, 12), None)
    """
    words = published.strip()
    found = YEAR_FIRST.match(words)
    try:
        if found:
            year, month, day = found.groups(default="1")
            return date(int(year), int(month), int(day))
    except ValueError:
        return None
    return _parse_text_date(words) or _parse_mail_date(words)


def _parse_text_date(words: str) -> date | None:
    for form in DATE_FORMATS:
        try:
            return date(*strptime(words, form)[:3])
        except ValueError:
            continue
    return None


def _parse_mail_date(words: str) -> date | None:
    """The date format of mail and feeds: Sun, 12 May 2024 09:00:00 GMT."""
    try:
        return parsedate_to_datetime(words).date()
    except (ValueError, TypeError, IndexError):
        return None


CHARACTERS_PER_TOKEN = 3
PROMPT_TOKENS = 800
"""An estimate of the tokens of the instructions."""

ANSWER_TOKENS = 80


def candidate_of(found: Ranked, cosine: float | None) -> SearchCandidate:
    """The result as a candidate for scoring, with its URL as id and its ranking reasons."""
    result = found.result
    return SearchCandidate(
        id=result.url,
        origin=CandidateOrigin.WEB,
        title=result.title,
        text=result.snippet,
        url=result.url,
        dated=parse_date(result.published),
        cosine=cosine,
        reasons=found.reasons[1:],
    )


def ranked_by_score(found: Sequence[Ranked], scored: HybridResult) -> list[Ranked]:
    """The results by score: the best of several hosts, then the rest, then the refused."""
    by_url = {each.result.url: each for each in found}
    best = [each for each in scored.top_k if each.candidate_id in by_url]
    names = {each.candidate_id for each in best}
    others = [each for each in scored.ranked if each.candidate_id in by_url.keys() - names]
    refused = [
        replace(by_url[each.candidate_id], refused=each.reason)
        for each in scored.dropped
        if each.candidate_id in by_url
    ]
    return [_with_score(by_url[each.candidate_id], each) for each in (*best, *others)] + refused


def judging_tokens(candidates: Sequence[SearchCandidate]) -> int:
    """A generous estimate of the tokens that a model needs to judge the candidates."""
    characters = sum(len(each.title) + len(each.text) for each in candidates)
    return PROMPT_TOKENS + characters // CHARACTERS_PER_TOKEN + ANSWER_TOKENS * len(candidates)


def _with_score(found: Ranked, scored: ScoredCandidate) -> Ranked:
    adds = [f"Adds {', '.join(scored.adds[:5])}."] if scored.adds else []
    return replace(
        found,
        score=round(scored.score / 100, 4),
        reasons=(*scored.reasons, *adds),
        facets=scored.facets,
        adds=scored.adds,
        recommended_ingest=scored.recommended_ingest,
    )


def candidate_id(research_id: UUID, url: str) -> UUID:
    """A page of a run always has the same id, however often the run is retried."""
    return uuid5(research_id, url)


def merge_added_urls(
    research_id: UUID, offered: Collection[UUID], choice: ResearchDecision
) -> ResearchDecision:
    """Each page once: an added URL that was offered becomes that candidate."""
    pages = {url: candidate_id(research_id, url) for url in choice.added_urls}
    known = [page for page in pages.values() if page in offered]
    return replace(
        choice,
        candidate_ids=tuple(dict.fromkeys((*choice.candidate_ids, *known))),
        added_urls=tuple(url for url, page in pages.items() if page not in offered),
    )


def approved_candidates(
    offered: Sequence[UUID], choice: ResearchDecision, *, most: int
) -> list[UUID]:
    """The offered candidates that were approved, in the order they were offered.

    `approved` without ids means all of them. Raises an error if the decision names a page that was
    not offered, contradicts itself, or exceeds the budget.
    """
    _refuse_unknown((*choice.candidate_ids, *choice.rejected_ids), offered)
    _refuse_contradictions(choice)
    if choice.verdict is Verdict.REJECTED:
        return []
    named = set(choice.candidate_ids)
    everything = choice.verdict is Verdict.APPROVED and not named and not choice.added_urls
    chosen = [each for each in offered if everything or each in named]
    if len(chosen) + len(choice.added_urls) > most:
        raise OverBudget(len(chosen) + len(choice.added_urls), most)
    return chosen


def _refuse_unknown(named: Collection[UUID], offered: Collection[UUID]) -> None:
    for each in named:
        if each not in offered:
            raise CandidateNotOffered(each)


def _refuse_contradictions(choice: ResearchDecision) -> None:
    names_any = bool(choice.candidate_ids or choice.added_urls)
    if choice.verdict is Verdict.REJECTED and names_any:
        raise ContradictoryDecision("A rejection approves nothing; name no candidates and no urls.")
    if choice.verdict is Verdict.PARTIAL and not names_any:
        raise ContradictoryDecision("A partial approval must name its candidates or urls.")
