"""A search query: asking the index, and finding the entities that the query names."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.language.scripts import contains_devanagari
from pramana.language.stems import FUNCTION_STEMS, stem
from pramana.language.tagging.words import words as nepali_words
from pramana.language.tokens import Token, tokens
from pramana.memory.contracts.graph import group_key
from pramana.memory.domain.names import exact_key, word_keys
from pramana.retrieval.contracts import MOST_HITS, Filters, Hit, Query
from pramana.retrieval.domain.recipes import get_recipe
from pramana.retrieval.selectors import search

FEW_RESULTS = 20
"""Up to this many results the fast recipe is used; for more, one that looks further."""
MOST_WORDS = 60
"""Words that are read, from the end: a long text is usually about what it says last."""
LONGEST_NAME = 8
MOST_NAMED = 10


def search_recipe(limit: int) -> str:
    return "fast" if limit <= FEW_RESULTS else "balanced"


def is_complete(hits: Sequence[Hit], limit: int) -> bool:
    """Whether the index returned everything it has: fewer hits than it may return."""
    return len(hits) < get_recipe(search_recipe(limit)).candidates


def query_index(
    scope: Scope,
    text: str,
    space: str,
    *,
    group_ids: Sequence[str] | None,
    limit: int,
    among: Collection[UUID] | None = None,
) -> list[Hit]:
    """All hits in one space, best first; in some groups or all, and only of the items `among`."""
    groups = None
    if group_ids is not None:
        groups = frozenset(group_key(scope.tenant_id, each) for each in group_ids)
    only = None if among is None else frozenset(among)
    query = Query(
        text=text,
        spaces=(space,),
        filters=Filters(collection_ids=groups, parent_ids=only),
        limit=MOST_HITS,
        recipe=search_recipe(limit),
    )
    return search(scope, query)


def name_keys_in(question: str) -> dict[str, tuple[int, ...]]:
    """The keys of all word sequences that may be a name, longest first, with the words' positions.

    A whole name counts in upper or lower case, and without the s of "rams phone". A single word of
    a name counts only if it begins with a capital, or is in Devanagari, which has none.

    >>> list(name_keys_in("Where is Ram?"))
    ['n:ram', 'w:rm']
    """
    words = list(tokens(question))[-MOST_WORDS:]
    keys: dict[str, tuple[int, ...]] = {}
    for places in _word_spans(words):
        text = question[words[places[0]].start : words[places[-1]].end]
        for each in (text, _without_case(text), text.removesuffix("s")):
            keys.setdefault(exact_key(each), places)
    for place, word in enumerate(words):
        text = _without_case(question[word.start : word.end])
        if not _is_function_word(word) and (text[0].isupper() or contains_devanagari(text)):
            for key in word_keys(text):
                keys.setdefault(key, (place,))
    return keys


def _without_case(text: str) -> str:
    """The words without a Nepali case ending: मनोज for मनोजकी."""
    found = list(nepali_words(text, 0, len(text))) if contains_devanagari(text) else []
    return text.removesuffix(found[-1].ending) if found else text


def _word_spans(words: Sequence[Token]) -> Iterator[tuple[int, ...]]:
    for length in range(LONGEST_NAME, 0, -1):
        for start in range(len(words) - length + 1):
            first, last = words[start], words[start + length - 1]
            if not (_is_function_word(first) or _is_function_word(last)):
                yield tuple(range(start, start + length))


def _is_function_word(word: Token) -> bool:
    return stem(word.term) in FUNCTION_STEMS


@dataclass(frozen=True)
class NamedEntities:
    entities: tuple[UUID, ...]
    is_only_names: bool
    """Whether the question contains nothing but their names."""


def match_entities(
    keys: Mapping[str, tuple[int, ...]], by_key: Mapping[str, Sequence[UUID]]
) -> NamedEntities:
    """The entities that the keys lead to. Words of a matched longer name are not matched again.

    >>> one, other = UUID(int=1), UUID(int=2)
    >>> keys = {"n:ram thapa": (0, 1), "n:ram": (0,), "n:thapa": (1,)}
    >>> by_key = {"n:ram thapa": [one], "n:ram": [other]}
    >>> match_entities(keys, by_key) == NamedEntities((one,), True)
    True
    """
    matched: set[int] = set()
    entities: dict[UUID, None] = {}
    for key, places in keys.items():
        if key in by_key and not matched.issuperset(places):
            matched.update(places)
            entities |= dict.fromkeys(by_key[key])
    is_only_names = all(matched.issuperset(places) for places in keys.values())
    return NamedEntities(tuple(entities)[:MOST_NAMED], is_only_names)
