"""Extractions, stacks, reviews, research, conversations and cases by the words of their names;
fields and cells by what they say."""

from collections.abc import Callable

from pramana.agni.selectors.finding import reviews_named
from pramana.chat.selectors import conversations_named
from pramana.evals.contracts.finding import Found, Thing
from pramana.evals.contracts.threads import Drawn
from pramana.evals.selectors.drawn.cells import cells_holding
from pramana.evals.selectors.drawn.fields import fields_holding
from pramana.external.selectors.finding import research_named
from pramana.extraction.selectors.finding import extractions_named, stacks_named
from pramana.kit.named import Named
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import cases_named

FINDERS: dict[Thing, Callable[..., list[Named]]] = {
    Thing.EXTRACTION: extractions_named,
    Thing.STACK: stacks_named,
    Thing.REVIEW: reviews_named,
    Thing.RESEARCH: research_named,
    Thing.CONVERSATION: conversations_named,
    Thing.CASE: cases_named,
}
"""A statement each, for a few rows: it is asked while someone types."""


def find_things(scope: Scope, words: str, *, limit: int = 4) -> list[Found]:
    """What holds these words in its name and the person may see, newest of each kind first."""
    return [
        Found(thing, named.id, named.title, named.detail, named.at)
        for thing, finder in FINDERS.items()
        for named in finder(scope, words, limit=limit)
    ]


def find_values(scope: Scope, words: str, *, limit: int = 4) -> list[Drawn]:
    """Fields and cells that say these words and the person may see."""
    return [
        *fields_holding(scope, words, limit=limit),
        *cells_holding(scope, words, limit=limit),
    ]
