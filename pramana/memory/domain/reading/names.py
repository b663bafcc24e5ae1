"""The names of a message, and which of them are the same person.

Identities come from nicknames, introductions, and namesakes who differ. The tagger sees one message
at a time, and takes a short name alone for a word or an organization: its mentions are mended by
words and by earlier messages. "Dot" is a person once "Dot Hale" was named.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pramana.language.tagging import MentionKind, NameMention, tag
from pramana.language.times import find_times
from pramana.memory.contracts.extraction import IdentityStatement
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.lexicon import GREETINGS, TIME_NOUNS
from pramana.memory.domain.reading.messages import UNIT, SpokenMessage
from pramana.memory.domain.reading.nepali_people import clean_name

_NAME = r"[A-Z][\w'’.-]*(?:[ ][A-Z][\w'’.-]*){0,3}"
_NICK = r"[\"“']?(?P<nick>[A-Z][\w’.-]+)[\"”']?"
_WORD = r"[\u0900-\u0963\u0970-\u097F]+"
_CALLERS = r"(?:everyone|everybody|people|friends|they|we|we all|you lot|all of us|the family)"
SPEAKER_NICKNAMES = (
    re.compile(rf"\b{_CALLERS} (?:just |all |always )?calls? me {_NICK}", re.IGNORECASE),
    re.compile(rf"\b(?:just |please )?call me {_NICK}", re.IGNORECASE),
    re.compile(rf"\bI(?:'m| am) (?:also )?(?:known as|called) {_NICK}"),
    re.compile(rf"\bmy nickname is {_NICK}", re.IGNORECASE),
    re.compile(
        rf"(?:^|[.!?,]\s+){_NICK} to (?:everybody|everyone|all of you|all|you|you all|friends"
        r"|my friends|the family|most people|the lads|the team)\b"
    ),
    re.compile(rf"\b(?:but |mostly |usually |just )?I go by {_NICK}"),
    re.compile(rf"^{_NAME}(?: here)?,? (?:or|aka|alias) {_NICK}(?=,|\.| as | to | for | if )"),
    re.compile(rf"(?<!\S)मलाई\s+(?:\S+\s+){{0,2}}?(?P<nick>{_WORD})\s+(?:भन्|भनेर\s+बोलाउ)\S+"),
)
NICKNAMES = (
    re.compile(
        rf"\b(?i:{_CALLERS}) (?:just |all |always )?calls? "
        rf"(?P<who>(?!me\b|him\b|her\b){_NAME}) {_NICK}"
    ),
    re.compile(rf"\b(?P<who>{_NAME}),? (?:also |better )?known as {_NICK}"),
    re.compile(rf"\b(?P<who>{_NAME}),? (?:alias|aka|a\.k\.a\.) {_NICK}"),
    re.compile(rf"\b(?P<who>{_NAME})'s nickname is {_NICK}"),
    re.compile(
        rf"\b(?P<nick>[A-Z][\w’-]+)[!,.] That(?:'s| is) what (?:we|they|people)(?: all)?"
        rf" call (?P<who>{_NAME})"
    ),
    re.compile(
        rf"(?<![\u0900-\u0963\u0970-\u097F])(?P<who>{_WORD}?(?:\s{_WORD}?)?)(?<!\sम)लाई\s+(?:(?:घरमा|सबैले|हामी|साथीहरूले|प्यारले)\s+){{0,2}}"
        rf"(?P<nick>{_WORD})\s+(?:भन्छ\S*|भनिन्छ|भनेर\s+बोलाउ\S+)"
    ),
)
INTRODUCTIONS = (
    re.compile(
        rf"(?:^|[.!?]\s+)(?:I'm|I am|This is|My name is) (?P<who>{_NAME})(?=[,.!]|$| here| from)"
    ),
    re.compile(rf"^(?:Hi|Hello|Namaste|Present|And)?[,!.]?\s*(?P<who>{_NAME}) here\b"),
)
SIGNATURE = re.compile(r"(?P<nick>[A-Z][\w’-]+) here\b[,.!]")
"""A message that opens with the name its speaker goes by: "Teddy here, …"."""
_TO_US = (
    r"(?:to (?:us|me|everyone|everybody|all|all of us|friends|the family|her friends|his friends))"
)
NICKNAMES_OF_LAST = (
    re.compile(rf"\bI(?:'m| am|'ll| will)? (?:just |always )?call(?:ing)? (?:him|her) {_NICK}"),
    re.compile(rf"\b(?:[Hh]e|[Ss]he)(?:'s| is) {_NICK} for short\b"),
    re.compile(rf"\b(?i:{_CALLERS}) (?:just |all |always )?calls? (?:him|her|them) {_NICK}"),
    re.compile(rf"\b(?:He|She)(?:'s| is) (?:just |only |always )?{_NICK} {_TO_US}"),
    re.compile(
        rf"\b(?:He|She) (?:only |always )?(?:answers to|goes by|prefers|likes to be called) {_NICK}"
    ),
    re.compile(rf"\b(?:He|She) (?:wants|likes|prefers|asked) to be (?:called |known as )?{_NICK}"),
)
"""Nicknames of the person whom the message named last."""
_PLAIN_NAME = r"[A-Z][\w'’-]+(?:[ ][A-Z][\w'’-]+){0,3}"
ANSWERS_TO = re.compile(
    rf"\b(?P<who>{_PLAIN_NAME}) (?:only |always |just )?(?:answers to|goes by|prefers to be called)"
    rf" {_NICK}"
)
IS_TO_US = re.compile(rf"\b(?P<who>{_PLAIN_NAME}) is (?:just |always )?{_NICK} {_TO_US}")
LAST_NAMED = re.compile(rf"\b{_PLAIN_NAME}")
FORMAL_NAMES = (
    re.compile(
        rf"\b(?P<who>[A-Z][\w’-]+) is (?P<nick>{_NAME}) (?:on|in)"
        r" (?:the|her|his) (?:form|passport|papers?)"
    ),
    re.compile(rf"\b(?P<who>[A-Z][\w’-]+)'s (?:full|real|proper) name is (?P<nick>{_NAME})"),
)
DIFFERENT = re.compile(
    rf"\b(?P<who>{_NAME}),? (?:is )?(?:a different|another|the other|not the same)"
    r" (?P<nick>[A-Z][\w’-]+)"
)
NOT_NICKNAMES = frozenset(
    (
        "he",
        "she",
        "my",
        "we",
        "they",
        "everybody",
        "two",
        "nobody",
        "everyone",
        "still",
        "new",
        "over",
        "out",
        "right",
        "i",
        "me",
        "if",
        "when",
        "on",
        "at",
        "back",
        "sir",
        "the",
    )
)


def identity_statements(message: SpokenMessage) -> Iterator[IdentityStatement]:
    content = message.content
    if message.speaker:
        yield from _speaker_statements(message)
    for match in _matches(NICKNAMES, content):
        yield from _nickname(match, match["who"])
    for match in _matches((ANSWERS_TO, IS_TO_US), content):
        yield from _nickname(match, match["who"])
    for match in _matches(NICKNAMES_OF_LAST, content):
        before = content[: match.start()]
        sentence = before.rstrip(" .!?").rsplit(". ", 1)[-1]
        named = [each.text for each in tag(sentence) if each.kind is MentionKind.PERSON]
        named = named or [each for each in LAST_NAMED.findall(sentence) if _may_be_name(each)]
        named = [each for each in named if each != match["nick"].strip(".")]
        earlier = message.before[0] if message.before and not named else ""
        named = named or [each.text for each in tag(earlier) if each.kind is MentionKind.PERSON]
        if named and (not earlier or len(set(named)) == 1):
            yield from _nickname(match, named[0])
    for match in _matches(FORMAL_NAMES, content):
        yield _statement("same", match["who"], match["nick"], match)
    for match in DIFFERENT.finditer(content):
        yield _statement("different", match["who"], match["nick"], match)


def _may_be_name(words: str) -> bool:
    first = words.split()[0].casefold()
    return first not in NOT_NICKNAMES and first not in TIME_NOUNS and first not in GREETINGS


def _speaker_statements(message: SpokenMessage) -> Iterator[IdentityStatement]:
    for match in _matches(SPEAKER_NICKNAMES, message.content):
        yield from _nickname(match, message.speaker)
    for match in _matches(INTRODUCTIONS, message.content):
        if _is_part(match["who"], message.speaker):
            yield _statement("same", match["who"], message.speaker, match)
    opening = SIGNATURE.match(message.content)
    if opening and not _is_part(opening["nick"], message.speaker):
        yield from _nickname(opening, message.speaker)


def _matches(patterns: tuple[re.Pattern[str], ...], content: str) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(content)


def _nickname(match: re.Match[str], other: str) -> Iterator[IdentityStatement]:
    nick, other = match["nick"].strip("."), clean_name(other) or other
    if nick.casefold() not in NOT_NICKNAMES and nick.casefold() != other.casefold():
        yield _statement("nickname", nick, other, match)


def _statement(kind: str, name: str, other: str, match: re.Match[str]) -> IdentityStatement:
    return IdentityStatement.model_validate(
        {"kind": kind, "name": name, "other": other, "quote": match.group().strip()}
    )


def _is_part(name: str, speaker: str) -> bool:
    """Whether a speaker introduces themselves with a part of the name they write under."""
    words = speaker.casefold().split()
    return name.casefold() != speaker.casefold() and all(
        each in words for each in name.casefold().split()
    )


FULL_NAME = re.compile(r"\b([A-Z][a-zà-ÿ’-]+) (?=[A-Z][a-zà-ÿ’-]+)")
SURE, KNOWN_CONFIDENCE = 0.8, 0.8
NAMED_BEFORE = "named in full before"
REQUEST = re.compile(
    r"(?:Ring|Call|Ask|Phone|Text|Email|Contact|Tell|Meet|See|Try|Find|Thank|Message|Ping|Welcome"
    r"|Goodbye|Farewell|Old|Poor|Dear|Little|Young)\s+(?=[A-Z])"
)
"""A word with a capital before a name, which the tagger takes for a part of it."""
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


def first_names_in(message: SpokenMessage) -> frozenset[str]:
    """The first names of those who wrote before, and of the full names they used."""
    found = {who.split()[0] for who, _, _ in message.earlier if " " in who}
    for words in (message.content, *(words for _, words, _ in message.earlier)):
        found.update(FULL_NAME.findall(words))
    return frozenset(each for each in found if each.lower() not in NOT_FIRST_NAMES)


def with_known_names(
    doc: Any, mentions: Sequence[NameMention], message: SpokenMessage
) -> list[NameMention]:
    """The mentions, with known first names as people where the tagger was not sure."""
    known = first_names_in(message)
    if not known:
        return list(mentions)
    sure = [each for each in mentions if not _is_doubtful(doc, each, known)]
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
        if token.text in known and token.idx not in taken and _is_name_position(token)
    ]
    covered = {each.start for each in added}
    kept = [each for each in mentions if each in sure or each.start not in covered]
    return sorted((*kept, *added), key=lambda each: each.start)


def _is_doubtful(doc: Any, mention: NameMention, known: frozenset[str]) -> bool:
    """Whether a known first name was taken for something else; a place follows a preposition."""
    if mention.text not in known or mention.kind is MentionKind.PERSON:
        return False
    before = next((each for each in reversed(doc) if each.idx + len(each) <= mention.start), None)
    return mention.confidence < SURE or before is None or before.pos_ not in ("ADP", "PART")


def _is_name_position(token: Any) -> bool:
    """Whether a word stands where a name may: no article, not followed by another name."""
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    is_listed = following is not None and following.lower_ in (",", "and")
    if token.is_stop or token.tag_ in ("NNS", "NNPS"):
        return False
    if token.dep_ not in NAME_ROLES and not is_listed:
        return False
    alone = following is None or not (following.is_title and following.pos_ == "PROPN")
    return alone and not any(child.dep_ in ("det", "amod", "compound") for child in token.children)


def unit_mentions(text: str) -> list[NameMention]:
    """Places that a number names: flat 9, room 12."""
    return [
        NameMention(*match.span(), MentionKind.LOCATION, match.group(), 0.85, "a numbered place")
        for match in UNIT.finditer(text)
    ]


def without_dates(mentions: Sequence[NameMention], message: SpokenMessage) -> list[NameMention]:
    """The mentions without a date at their beginning: "From 1 Chait 2081 Asha" names Asha."""
    if not any(any(map(str.isdigit, each.text)) for each in mentions):
        return list(mentions)
    times = find_times(message.content, message.at)
    kept = []
    for each in mentions:
        end = max((time.end for time in times if time.start <= each.start < time.end), default=0)
        text = each.text[max(0, end - each.start) :].lstrip(" ,")
        if text == each.text or each.kind is not MentionKind.PERSON:
            kept.append(each)
        elif text:
            kept.append(replace(each, start=each.end - len(text), text=text))
    return kept


def drop_verb_mentions(doc: Any, mentions: Sequence[NameMention]) -> list[NameMention]:
    """The mentions without those that contain a verb, such as "Ram joined Acme" tagged as a name.

    Punctuation at the start of a mention is removed.
    """
    mentions = [_trim_punctuation(each) for each in mentions]
    spans = [doc.char_span(each.start, each.end, alignment_mode="expand") for each in mentions]
    return [
        mention
        for mention, span in zip(mentions, spans, strict=True)
        if not any(token.tag_ in ("VBD", "VBZ") for token in span or ())
    ]


def _trim_punctuation(mention: NameMention) -> NameMention:
    words = mention.text.lstrip("।॥.,;:!?- \n")
    request = REQUEST.match(words) if mention.kind is MentionKind.PERSON else None
    words = words[request.end() :] if request else words
    cut = len(mention.text) - len(words)
    words = words.removesuffix("'s").removesuffix("’s")
    start = mention.start + cut
    return replace(mention, start=start, end=start + len(words), text=words) if words else mention
