"""From what was found to what is offered: filtered by rule, then ranked."""

from collections.abc import Sequence

from pramana.external.contracts.search import SearchResult
from pramana.external.contracts.selection import Dropped, Rank, Selection, SelectionRules
from pramana.external.domain.addresses import belongs_to
from pramana.retrieval.scoring.domain.sources import host_of


def select(
    query: str, results: Sequence[SearchResult], rules: SelectionRules, rank: Rank
) -> Selection:
    """The best `top_n` of what passes the rules, and why each of the others is not among them."""
    kept, dropped = list[SearchResult](), list[Dropped]()
    for each in results:
        reason = why_not(each, rules)
        if reason:
            dropped.append(Dropped(each.url, reason))
        else:
            kept.append(each)
    judged = rank(query, kept, rules)
    dropped += [Dropped(each.result.url, each.refused) for each in judged if each.refused]
    ranked = [each for each in judged if not each.refused]
    beyond = [
        Dropped(each.result.url, f"Not among the best {rules.top_n}.")
        for each in ranked[rules.top_n :]
    ]
    return Selection(tuple(ranked[: rules.top_n]), (*dropped, *beyond))


def why_not(result: SearchResult, rules: SelectionRules) -> str:
    """The rule that a result breaks, in a sentence; empty where it breaks none."""
    if not result.url:
        return "It has no address."
    host = host_of(result.url)
    if any(belongs_to(host, domain) for domain in rules.blocked_domains):
        return f"{host} is blocked."
    if len(result.snippet.strip()) < rules.min_snippet_length:
        return f"Its text is shorter than {rules.min_snippet_length} characters."
    hints = f"{result.title} {result.snippet}".lower()
    if "noindex" in hints and "robot" in hints:
        return "It asks robots not to index it."
    return ""
