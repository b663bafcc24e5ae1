"""Names in Devanagari: without titles, positions, labels and endings around them, and how sure
each is.

The taggers and rules were measured on news whose sentences the tagger had not seen
(`training/name_trust.py`). Rules read how letters, forms and minutes write names. In running text
without a labelled line they are less often right, and most of all where the tagger does not agree.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from pramana.agni.domain.name_reading import words as name_words
from pramana.agni.domain.name_reading.latin import LIKELY, LOCATION, ORGANIZATION, PERSON, POSSIBLE
from pramana.language.names import NamedEntityType
from pramana.language.names.translations import meaning_of
from pramana.language.places import district_of, province_of
from pramana.language.positions import NEPALI_QUALIFIERS, position_words
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention
from pramana.language.tagging.nepali_words import SURNAMES
from pramana.language.tagging.ordinary import is_ordinary
from pramana.language.tagging.words import NepaliWord, hints, sound, words

TAGGED = "found by the Nepali tagger"
TAGGER_TRUST = ((0.95, 0.95), (0.9, 0.7), (0.8, 0.6), (0.5, 0.55), (0.0, 0.25))
"""How often the Nepali tagger is right where it claims at least so much."""

AGREED = {MentionKind.PERSON: 0.92, MentionKind.ORGANIZATION: 0.72, MentionKind.LOCATION: 0.75}
"""How often a rule is right in running text where the tagger found the same name by itself."""

ALONE = 0.55
"""For a rule without the tagger. News has them right less often; other texts were not measured."""

SURE = 0.9
BELOW_SURE = 0.72
"""A rule that overlaps what the tagger is sure of was right in 8 of 52."""

_LABEL = re.compile(
    r"^[ \t>*#-]*[^:：।\n]{2,40}[:：](?:\**\s|$)|^[ \t]*(?:विषय|मिति)\b", re.MULTILINE
)


def is_running_text(text: str) -> bool:
    """Whether no line has a label, as those of letters, forms and minutes do.

    >>> is_running_text("नगरपालिकाले भन्यो।"), is_running_text("विषय: बैठक")
    (True, False)
    """
    return not _LABEL.search(text)


def tagger_trust(mention: NameMention) -> float:
    """The share of mentions like this one that are right."""
    if mention.ids or not mention.why.startswith(TAGGED):
        return mention.confidence
    return next(share for least, share in TAGGER_TRUST if mention.confidence >= least)


def as_in_running_text(rule: NameMention, tagged: Sequence[NameMention]) -> NameMention:
    """A rule's mention, so that it replaces none of its kind of which the tagger is sure."""
    if not _is_measured(rule) or rule.confidence >= SURE:
        return rule
    is_sure = any(tagger_trust(each) >= SURE for each in _near(rule, tagged))
    return replace(rule, confidence=BELOW_SURE) if is_sure else rule


def trust_in_running_text(mention: NameMention, tagged: Sequence[NameMention]) -> NameMention:
    """The mention with the share of such names that are right in running text."""
    if not _is_measured(mention):
        return mention
    is_tagged, near = mention.why.startswith(TAGGED), _near(mention, tagged)
    is_same = any((each.start, each.end) == (mention.start, mention.end) for each in near)
    if mention.confidence >= SURE and (is_tagged or is_same):
        return mention
    if is_tagged:
        return replace(mention, confidence=max(map(tagger_trust, near), default=ALONE))
    return replace(mention, confidence=AGREED[mention.kind] if is_same else ALONE)


def _is_measured(mention: NameMention) -> bool:
    return not mention.ids and contains_devanagari(mention.text)


def _near(mention: NameMention, tagged: Sequence[NameMention]) -> list[NameMention]:
    """What the tagger found of the same kind in the same place."""
    return [
        each
        for each in tagged
        if each.kind is mention.kind and each.start < mention.end and mention.start < each.end
    ]


MAX_NAME_WORDS = 4

COMMON_NOUNS = ("पर्वत", "बारा", "परासी")
"""Districts whose names are ordinary words too."""
NEPALI_TITLES = frozenset(name_words.TITLES_NE.split())
_HONORIFIC = re.compile(r"(?:ज्यू|ज्यु|जी)$")
LATE_ENDINGS = (
    "उपर",
    "पछि",
    "अघि",
    "बारे",
    "अनुसार",
    "समक्ष",
    "मार्फत",
    "विरुद्ध",
    "देखि",
    "माथि",
    "स्थित",
    "भित्र",
    "प्रति",
    "स्थित",
)


DOUBTFUL = 0.55
"""A name that ends in a known surname, whatever the tagger doubts."""


def trim_nepali(text: str, mention: NameMention) -> Iterator[NameMention]:
    """The mention without titles, positions, labels, numbers and endings around the name.

    Two people that are named in one breath are two: शर्मा र मियाँ.
    """
    mention = replace(mention, confidence=tagger_trust(mention))
    tokens = _up_to_bracket(words(text, mention.start, _word_end(text, mention.end)))
    joins = [at for at, word in enumerate(tokens) if word.text in JOINS]
    if mention.kind is PERSON and joins:
        for part in (tokens[: joins[0]], tokens[joins[0] + 1 :]):
            if part:
                own = replace(mention, start=part[0].start, end=part[-1].end)
                yield from trim_nepali(text, own)
        return
    tokens = _own_words(text, tokens, mention)
    if not tokens:
        return
    end = name_end(tokens[-1], mention.kind)
    if mention.kind is not PERSON:
        end = min(end, mention.end)
    end = without_honorific(text, tokens[0].start, end)
    found = replace(mention, start=tokens[0].start, end=end, text=text[tokens[0].start : end])
    if any(char.isalpha() for char in found.text):
        yield nepali_by_own_words(text, found, tokens)


def _own_words(text: str, tokens: list[NepaliWord], mention: NameMention) -> list[NepaliWord]:
    """The words of the name: without those beside it, and with a given name that was missed."""
    while tokens and _is_no_start(tokens, mention.kind):
        tokens = tokens[1:]
    while tokens and _is_no_end(tokens[-1], mention.kind):
        tokens = tokens[:-1]
    if tokens and mention.kind is ORGANIZATION and not mention.ids:
        tokens = tokens[own_start(tokens) :]
    if mention.kind is PERSON and len(tokens) == 1 and "surname" in hints(tokens[0].sound):
        tokens = [*_first_name(text, tokens[0].start), *tokens]
    return tokens


def _first_name(text: str, start: int) -> list[NepaliWord]:
    """The given name right before a surname that was found alone: रामकुमार in रामकुमार थापा."""
    line = text.rfind("\n", 0, start) + 1
    before = words(text, line, start)[-1:]
    known = {"given", "ends_in_middle_name"} & set(hints(before[0].sound)) if before else set()
    is_next = bool(before) and text[before[0].end : start] == " " and not before[0].ending
    return before if known and is_next else []


JOINS = ("र", "तथा", "एवं", "वा", "अनि")


def _up_to_bracket(tokens: list[NepaliWord]) -> list[NepaliWord]:
    """The words before a bracket that is opened and not closed."""
    signs = [token.text for token in tokens]
    return tokens[: signs.index("(")] if "(" in signs and ")" not in signs else tokens


def _word_end(text: str, at: int) -> int:
    """The end of the word that a mention stops in."""
    rest = re.match(r"[\u0900-\u0963\u0971-\u097f]*", text[at : at + 20])
    return at + (rest.end() if rest else 0)


def name_end(word: NepaliWord, kind: MentionKind | None = None) -> int:
    """Where the name ends in its last word: before a case ending or a word written on to it.

    People are not places: a name in मा keeps it, as माथेमा does, unless the rest is a surname.
    """
    if "surname" in hints(word.sound):
        return word.stem_end
    if kind is PERSON and (word.ending == "मा" or _sounds_like_surname(word.text)):
        return word.end
    for ending in LATE_ENDINGS:
        if word.text.endswith(ending) and len(word.text) - len(ending) > 2:
            return word.end - len(ending)
    return word.stem_end


def _sounds_like_surname(word: str) -> bool:
    """खडका is खड्का: a surname that was written without its joined letter keeps its end."""
    return sound(word).replace("्", "") in _surnames()


@cache
def _surnames() -> frozenset[str]:
    return frozenset(sound(name).replace("्", "") for name in SURNAMES.split())


def bare(word: NepaliWord) -> str:
    """The word without a case ending or a word written on to it."""
    return word.text[: name_end(word) - word.start]


def without_honorific(text: str, start: int, end: int) -> int:
    ending = _HONORIFIC.search(text, start, end)
    if ending and ending.start() - start > 2 and not hints(sound(text[start:end].split()[-1])):
        return ending.start()
    return end


def _is_no_start(tokens: Sequence[NepaliWord], kind: MentionKind) -> bool:
    """Whether a name begins after the first word; none stands before a given name like रामकुमार."""
    word, count = tokens[0], len(tokens)
    if not word.text[0].isalpha():
        return True
    if word.text in NEPALI_TITLES or word.text in not_before():
        return True
    if count > 1 and kind is PERSON:
        if is_name_word(word):
            return False
        whole = count > 2 and "ends_in_middle_name" in hints(tokens[1].sound)
        abbreviated = "." in word.text and count > 2 and is_name_word(tokens[1])
        return whole or abbreviated or word.stem in position_parts()
    if count > 1 and kind is ORGANIZATION:
        own = set(hints(word.sound))
        is_person = bool(own & {"surname", "given"}) and not own & {"place", "org", "party"}
        is_public = tokens[-1].stem in name_words.PUBLIC_NEPALI_HEADS.split()
        return word.text.endswith(LATE_ENDINGS) or (is_person and is_public)
    return False


def own_start(tokens: Sequence[NepaliWord]) -> int:
    """Which word begins the name of a body: in हिसाब कर्णाली बैंकमा it is the second.

    A word with the ending of a place or a person stands before the name, and so do ordinary words
    and other bodies, if what follows them can begin a name.
    """
    marked = [at for at, word in enumerate(tokens[:-1]) if word.ending in PLACE_CASES]
    first = at = marked[-1] + 1 if marked else 0
    while at < len(tokens) - 2 and (
        _stands_beside(tokens[at]) or _is_before_place(tokens[at], tokens[at + 1])
    ):
        at += 1
    begins = tokens[at].text[0].isalpha() and not _stands_beside(tokens[at])
    is_common = is_action(tokens[at]) or "place_word" in hints(tokens[at].sound)
    return at if begins and not is_common else first


PLACE_CASES = ("मा", "बाट", "लाई", "ले", "सँग", "संग", "द्वारा", "सम्म")


def _stands_beside(word: NepaliWord) -> bool:
    if word.stem in name_words.PUBLIC_NEPALI_HEADS.split():
        return True  # the end of another body's name
    is_small = word.text in name_words.POSTPOSITIONS.split()
    return is_small or (is_ordinary(word.text) and not is_field(word))


def _is_before_place(word: NepaliWord, after: NepaliWord) -> bool:
    """Whether a thing stands before a town's name, which begins a name: औषधि पाटन अस्पतालबाट."""
    return is_field(word) and is_ordinary(word.text) and "place" in hints(after.sound)


def is_field(word: NepaliWord) -> bool:
    """Whether a body may be called by this word for what it deals with: कृषि, श्रम, खानेपानी."""
    listed = word.stem in name_words.FIELD_WORDS.split()
    meant = bool(meaning_of(word.stem, NamedEntityType.ORGANIZATION))
    return (listed or meant) and not is_action(word)


def is_action(word: NepaliWord) -> bool:
    return word.stem in name_words.ACTION_WORDS.split()


def _is_no_end(word: NepaliWord, kind: MentionKind) -> bool:
    if not any(char.isalpha() for char in word.text) or word.text in _records():
        return True
    return kind is PERSON and (word.stem in position_parts() and not is_name_word(word))


def is_name_word(word: NepaliWord) -> bool:
    return bool({"surname", "given", "middle"} & set(hints(word.sound)))


def nepali_by_own_words(
    text: str, mention: NameMention, tokens: Sequence[NepaliWord]
) -> NameMention:
    last = tokens[-1]
    if len(tokens) == 1 and (district_of(last.stem) or province_of(last.stem)):
        return _with_area_word(
            text, replace(mention, kind=LOCATION, confidence=max(mention.confidence, LIKELY))
        )
    if len(tokens) > 1 and last.stem in nepali_heads() and mention.kind is not LOCATION:
        return replace(mention, kind=ORGANIZATION, confidence=max(mention.confidence, POSSIBLE))
    if len(tokens) > 1 and last.stem in local_heads():
        return replace(mention, kind=LOCATION, confidence=max(mention.confidence, LIKELY))
    if len(tokens) > 1 and last.stem == "नेपाल" and not any(map(is_name_word, tokens[:-1])):
        return replace(mention, kind=ORGANIZATION)  # a body of the country, not of that surname
    names_person = "surname" in hints(last.sound) and 1 < len(tokens) <= MAX_NAME_WORDS
    if names_person:
        least = DOUBTFUL if mention.kind is PERSON else LIKELY
        return replace(mention, kind=PERSON, confidence=max(mention.confidence, least))
    return mention


def _with_area_word(text: str, mention: NameMention) -> NameMention:
    """A province with the word for it: बागमती प्रदेश is the name, not बागमती."""
    after = re.match(r" प्रदेश(?=\W|मा|को|का|की|ले|लाई|बाट|$)", text[mention.end : mention.end + 12])
    if not after or district_of(mention.text):
        return mention
    end = mention.end + len(" प्रदेश")
    return replace(mention, end=end, text=text[mention.start : end])


def is_position(word: NepaliWord) -> bool:
    return word.sound in _position_heads()


@cache
def _position_heads() -> frozenset[str]:
    return frozenset(sound(way.split()[-1]) for way in position_words("ne"))


@cache
def position_parts() -> frozenset[str]:
    heads = (part for way in position_words("ne") for part in way.split())
    others = f"{name_words.NEPALI_GENERAL_WORDS} {name_words.NEPALI_ROLES}"
    return frozenset((*heads, *NEPALI_QUALIFIERS.split(), *others.split()))


@cache
def nepali_heads() -> frozenset[str]:
    return frozenset(name_words.NEPALI_BODY_HEADS.split())


@cache
def local_heads() -> frozenset[str]:
    return frozenset(name_words.LOCAL_BODY_HEADS.split())


@cache
def not_before() -> frozenset[str]:
    return frozenset(name_words.NOT_BEFORE_A_HEAD.split())


@cache
def _records() -> frozenset[str]:
    """Words for papers and acts, whose last letters look like an ending."""
    return frozenset(word for word in nepali_general() if word.endswith(("का", "को", "मा", "ले")))


@cache
def nepali_general() -> frozenset[str]:
    return frozenset(name_words.NEPALI_GENERAL_WORDS.split())
