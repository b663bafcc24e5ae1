"""Extractions, stacks, reviews, research and conversations by the words of their names."""

from collections.abc import Callable

from pramana.agni.selectors.finding import reviews_named
from pramana.chat.selectors import conversations_named
from pramana.evals.contracts.finding import Found, Thing
from pramana.external.selectors.finding import research_named
from pramana.extraction.selectors.finding import extractions_named, stacks_named
from pramana.kit.named import Named
from pramana.kit.scope import Scope

FINDERS: dict[Thing, Callable[..., list[Named]]] = {
    Thing.EXTRACTION: extractions_named,
    Thing.STACK: stacks_named,
    Thing.REVIEW: reviews_named,
    Thing.RESEARCH: research_named,
    Thing.CONVERSATION: conversations_named,
}
"""A statement each, for a few rows: it is asked while someone types."""


def find_things(scope: Scope, words: str, *, limit: int = 4) -> list[Found]:
    """What holds these words in its name and the person may see, newest of each kind first."""
    return [
        Found(thing, named.id, named.title, named.detail, named.at)
        for thing, finder in FINDERS.items()
        for named in finder(scope, words, limit=limit)
    ]
