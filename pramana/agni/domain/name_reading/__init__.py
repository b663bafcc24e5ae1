"""The names in a document: what taggers propose, corrected by how documents write names.

Taggers learn from running text. A document has headings, labels, amounts, letterheads and
signatures too, and says beside a name what it is: Mr. X, X Pvt. Ltd., X, Managing Director.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.agni.domain.name_reading.latin import (
    TITLE,
    TRAILING,
    after_object,
    after_position,
    by_own_words,
    is_no_name,
    is_surname,
)
from pramana.agni.domain.name_reading.latin_rules import latin_bodies, latin_people, latin_places
from pramana.agni.domain.name_reading.nepali import (
    as_in_running_text,
    is_running_text,
    trim_nepali,
    trust_in_running_text,
)
from pramana.agni.domain.name_reading.nepali_rules import nepali_rule_mentions
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention
from pramana.language.tagging.mentions import drop_overlaps
from pramana.language.tagging.ordinary import is_ordinary
from pramana.language.tagging.words import split_ending


def read_names(text: str, tagged: Sequence[NameMention]) -> list[NameMention]:
    """The names in a text whose wrapped lines are joined, in order, none overlapping."""
    proposals = [each for mention in tagged for each in _correct_mention(text, mention)]
    rules = [
        *latin_bodies(text),
        *latin_people(text),
        *latin_places(text),
        *nepali_rule_mentions(text, proposals),
    ]
    is_prose = is_running_text(text)
    if is_prose:
        rules = [as_in_running_text(each, tagged) for each in rules]
    chosen = drop_overlaps(_prefer_longer([*proposals, *rules]))
    kept = [each for each in _bare_surnames(chosen) if not is_no_name(text, each)]
    if is_prose:
        kept = [trust_in_running_text(each, tagged) for each in kept]
    return [each for each in _agree_on_kinds(kept) if each.confidence >= LEAST_SHOWN]


LEAST_SHOWN = 0.5
"""What is less sure is more often wrong than right, and is not proposed."""


def _bare_surnames(mentions: Sequence[NameMention]) -> Iterator[NameMention]:
    """Only the surname, where an ordinary word stands before that of someone named: सोध्दा बस्नेत."""
    people = [each.text.split() for each in mentions if each.kind is MentionKind.PERSON]
    for mention in mentions:
        first, *rest = mention.text.split()
        is_pair = mention.kind is MentionKind.PERSON and len(rest) == 1 and not mention.ids
        is_beside = is_pair and is_ordinary(first) and not split_ending(first)[1]
        if is_beside and contains_devanagari(first) and rest[0] != first:
            named = any(own[-1] == rest[0] and own[0] != first for own in people if len(own) > 1)
            if named and is_surname(rest[0]):
                start = mention.end - len(rest[0])
                yield replace(mention, start=start, text=rest[0])
                continue
        yield mention


def _prefer_longer(mentions: Sequence[NameMention]) -> list[NameMention]:
    """Leave out a proposal that lies inside a longer one of a rule at least nearly as sure."""
    kept = []
    for mention in mentions:
        longer = (
            other
            for other in mentions
            if other.start <= mention.start
            and mention.end <= other.end
            and (other.end - other.start) > (mention.end - mention.start)
            and (other.confidence >= mention.confidence - 0.11)
        )
        if not any(longer):
            kept.append(mention)
    return kept


def _agree_on_kinds(mentions: Sequence[NameMention]) -> list[NameMention]:
    """The same words are the same kind everywhere in a document; the surest mention decides."""
    surest: dict[str, NameMention] = {}
    for mention in mentions:
        key = " ".join(mention.text.split()).casefold()
        if key not in surest or mention.confidence > surest[key].confidence:
            surest[key] = mention
    return [
        replace(
            each,
            kind=surest[" ".join(each.text.split()).casefold()].kind,
            confidence=surest[" ".join(each.text.split()).casefold()].confidence,
        )
        for each in mentions
    ]


_LEADING = re.compile(
    rf"^(?:(?:the|by|to|and|for|from|of|at|in|its|our|dear|ex-|former|late|{TITLE})\b\.?[\s,:]*"
    r"|[\s\d.,:;()\[\]/–—\"“”'‘’-]+)+",
    re.IGNORECASE,
)


def _correct_mention(text: str, mention: NameMention) -> Iterator[NameMention]:
    """The mention without what is not part of the name; several where a line names several."""
    if contains_devanagari(mention.text):
        yield from trim_nepali(text, mention)
        return
    words = text[mention.start : mention.end]
    lead = _LEADING.match(words)
    start = mention.start + (lead.end() if lead else 0)
    start = after_position(text, start, mention.end)
    if mention.kind is MentionKind.ORGANIZATION:
        start = after_object(text, start, mention.end)
    end = start + len(TRAILING.sub("", text[start : mention.end]))
    if end <= start:
        return
    found = replace(mention, start=start, end=end, text=text[start:end])
    yield by_own_words(found)
