"""First names that earlier messages gave in full: "Dot" is a person once "Dot Hale" was named.

The tagger sees one message at a time, and takes a short name alone for a word or an organization.
"""

import re
from collections.abc import Sequence
from typing import Any

from pramana.language.tagging import MentionKind, NameMention
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.messages import SpokenMessage

FULL_NAME = re.compile(r"\b([A-Z][a-zà-ÿ’-]+) (?=[A-Z][a-zà-ÿ’-]+)")
SURE, KNOWN_CONFIDENCE = 0.8, 0.8
NAMED_BEFORE = "named in full before"
NAME_ROLES = frozenset(("nsubj", "nsubjpass", "poss", "dobj", "pobj", "conj", "appos", "attr"))
NOT_FIRST_NAMES = (
    lexicon.TIME_NOUNS
    | lexicon.ORGANIZATION_NOUNS
    | lexicon.PLACE_NOUNS
    | lexicon.GREETINGS
    | lexicon.UNITS
    | frozenset(lexicon.OFFICES)
    | frozenset(lexicon.TIES)
)


def known_first_names(message: SpokenMessage) -> frozenset[str]:
    """The first names of those who wrote before, and of the full names they used."""
    found = {who.split()[0] for who, _, _ in message.earlier if " " in who}
    for _, words, _ in message.earlier:
        found.update(FULL_NAME.findall(words))
    return frozenset(each for each in found if each.lower() not in NOT_FIRST_NAMES)


def with_known_names(
    doc: Any, mentions: Sequence[NameMention], message: SpokenMessage
) -> list[NameMention]:
    """The mentions, with known first names as people where the tagger was not sure."""
    known = known_first_names(message)
    if not known:
        return list(mentions)
    sure = [each for each in mentions if not _is_doubtful(each, known)]
    taken = {place for each in sure for place in range(each.start, each.end)}
    added = [
        NameMention(
            token.idx,
            token.idx + len(token.text),
            MentionKind.PERSON,
            token.text,
            KNOWN_CONFIDENCE,
            NAMED_BEFORE,
        )
        for token in doc
        if token.text in known and token.idx not in taken and _may_be_name(token)
    ]
    covered = {each.start for each in added}
    kept = [each for each in mentions if each in sure or each.start not in covered]
    return sorted((*kept, *added), key=lambda each: each.start)


def _is_doubtful(mention: NameMention, known: frozenset[str]) -> bool:
    is_other = mention.kind is not MentionKind.PERSON
    return mention.text in known and is_other and mention.confidence < SURE


def _may_be_name(token: Any) -> bool:
    """Whether a word stands where a name may: no article, not followed by another name."""
    if token.dep_ not in NAME_ROLES or token.is_stop or token.tag_ in ("NNS", "NNPS"):
        return False
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    alone = following is None or not (following.is_title and following.pos_ == "PROPN")
    return alone and not any(child.dep_ in ("det", "amod", "compound") for child in token.children)
