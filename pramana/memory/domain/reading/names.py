"""The names of a message. The tagger sees one message at a time, and takes a short name alone for a
word or an organization: its mentions are mended by words and by earlier messages. "Dot" is a person
once "Dot Hale" was named, or when Dot Hale writes it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pramana.language.tagging import MentionKind, NameMention
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import Referent
from pramana.memory.domain.reading.messages import UNIT, SpokenMessage

FULL_NAME = re.compile(r"\b([A-Z][a-zà-ÿ’-]+) (?=[A-Z][a-zà-ÿ’-]+)")
TITLED_NAME = re.compile(
    r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Doctor|Sir|Madam|Er|Adv)\.? (?=\S+ \S)"
)
"""A title before a name in full, which is no part of it; before a surname it is needed."""
SURE, KNOWN_CONFIDENCE = 0.8, 0.8
NAMED_BEFORE = "named in full before"
REQUEST = re.compile(
    r"(?:Ring|Call|Ask|Phone|Text|Email|Contact|Tell|Meet|See|Try|Find|Thank|Message|Ping|Welcome"
    r"|Goodbye|Farewell|Old|Poor|Dear|Little|Young|Naam|Name"
    r"|dekhi|samma|bata|ani|tara|aba)\s+(?=[A-Z])"
    r"|(?:पूरा\s+)?नाम\s+(?=\S)"
)
"""A word with a capital before a name, which the tagger takes for a part of it."""
NAME_PARTICLES = lexicon.word_set(
    "de da do dos das di del della der den du la le van von zu bin binti ibn al el y e of"
)
KIN_TITLES = lexicon.word_set(
    "didi dai daai daju bhai bahini kaka kaki mama maiju bhauju bhinaju sir miss madam ji jyu"
)
"""Words after a Nepali name that say how its bearer is addressed."""
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


def without_title(who: Referent) -> Referent:
    """The person without the title before a name in full: "Dr Ana Ruiz" is Ana Ruiz."""
    match = TITLED_NAME.match(who.name)
    return replace(who, name=who.name[match.end() :]) if match and who.is_named else who


def first_names_in(message: SpokenMessage) -> frozenset[str]:
    """The first names of those who wrote before, and of the full names they used."""
    wrote = (message.speaker, *(who for who, _, _ in message.earlier))
    found = {who.split()[0] for who in wrote if " " in who}
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
    times = find_chat_times(message.content, message.at)
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
    mentions = [_trim_punctuation(each) for each in mentions if not _is_lone_capital(each)]
    spans = [doc.char_span(each.start, each.end, alignment_mode="expand") for each in mentions]
    return [
        mention
        for mention, span in zip(mentions, spans, strict=True)
        if not any(token.tag_ in ("VBD", "VBZ") for token in span or ())
    ]


def _is_lone_capital(mention: NameMention) -> bool:
    """Whether a mention is one word with a capital and small words after it ("Hamro chhora"): it
    may begin any sentence, and is a name only if it is a known one."""
    trimmed = _trim_punctuation(mention)
    is_person = mention.kind is MentionKind.PERSON
    return is_person and " " not in trimmed.text and _ends_small(mention.text)


def _ends_small(name: str) -> bool:
    return " " in name and name.split()[-1][:1].islower()


def _capital_words(name: str) -> str:
    """A person's name without the small words after it, which the tagger joins with it in a
    language it does not know: "Asha Rai ra ma". Words within a name stay: "Ana de la Cruz"."""
    words = name.split(" ")
    if not words[0][:1].isupper():
        return name
    last = 1
    for number, word in enumerate(words[1:], start=2):
        if word[:1].isupper() or word in KIN_TITLES:
            last = number
        elif word.casefold() not in NAME_PARTICLES:
            break
    return " ".join(words[:last])


def _trim_punctuation(mention: NameMention) -> NameMention:
    words = mention.text.lstrip("।॥.,;:!?- \n")
    request = REQUEST.match(words) if mention.kind is MentionKind.PERSON else None
    words = words[request.end() :] if request else words
    cut = len(mention.text) - len(words)
    if mention.kind is MentionKind.PERSON:
        words = _capital_words(words)
    words = words.removesuffix("'s").removesuffix("’s")
    start = mention.start + cut
    return replace(mention, start=start, end=start + len(words), text=words) if words else mention


SPECIFIED = re.compile(
    r"[(\[–—-]\s?(?:I mean )?(?P<name>[A-Z][\w’-]{1,30})(?:,? (?:obviously|of course|naturally"
    r"|I mean|that is|not [^()\n]{2,40}))"
)
"""An aside that gives the surname of whom the words before name: "(Ruiz, not Berg)"."""
BARE_FIRST_NAME = re.compile(r"(?:^|[.!?]\s+)(?P<name>[A-Z][a-z’-]{1,30})(?= [a-z]|['’]s )")


def given_surname(content: str) -> tuple[str, str]:
    """A first name that stands alone, and the full name that an aside gives it; empty if none does.

    >>> given_surname("Ana has a new number. (Ruiz, not Ana from sales)")
    ('Ana', 'Ana Ruiz')
    """
    aside = SPECIFIED.search(content)
    firsts = BARE_FIRST_NAME.finditer(content, 0, aside.start()) if aside else ()
    found = [match["name"] for match in firsts]
    if aside is None or not found or found[0] == aside["name"]:
        return "", ""
    return found[0], f"{found[0]} {aside['name']}"


def with_full_name(referent: Referent, first: str, full: str) -> Referent:
    return replace(referent, name=full) if first and referent.name == first else referent
