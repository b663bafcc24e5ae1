"""Nepali names of bodies and people, found by the words around them."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from pramana.agni.domain.name_reading import words as name_words
from pramana.agni.domain.name_reading.latin import LIKELY, ORGANIZATION, PERSON, SURE
from pramana.agni.domain.name_reading.nepali import (
    LATE_ENDINGS,
    MAX_NAME_WORDS,
    NEPALI_TITLES,
    bare,
    is_field,
    is_name_word,
    is_position,
    local_heads,
    name_end,
    nepali_general,
    nepali_heads,
    not_before,
    own_start,
    without_honorific,
)
from pramana.agni.domain.name_reading.nepali_places import letterhead_places, nepali_places
from pramana.language.places import district_of, is_town
from pramana.language.positions import position_words
from pramana.language.tagging import NameMention
from pramana.language.tagging.nepali import nepali_sentences
from pramana.language.tagging.ordinary import is_ordinary
from pramana.language.tagging.words import CASE_ENDINGS, NepaliWord, hints, sound, words

MAX_BODY_WORDS = 7

JOINING = ("तथा", "एवं")
"""Words that join two nouns within the name of a body."""
RELATIVES = (
    "छोरा|छोरी|नाति|नातिनी|पनाति|श्रीमती|पत्नी|पति|श्रीमान्|बुहारी|ज्वाइँ|भाइ|दाजु|दिदी|बहिनी|"
    "आमा|बुबा|बाबु|पिता|माता"
)
VERB = re.compile(
    r"^न.+े$|(?:ने|दै|दा|एर|ेर|कन|छ|छन्|थियो|थिए|भयो|गरी|भई|दिई|लिई|नु|न्|यो|एका|ाउन|ाई|ित|ीत|्न)$"
)


def nepali_rule_mentions(text: str, proposals: Sequence[NameMention]) -> Iterator[NameMention]:
    """The names that the words around them show, sentence by sentence."""
    for start, end in nepali_sentences(text):
        sentence = words(text, start, end)
        yield from nepali_bodies(text, sentence)
        yield from nepali_places(text, sentence)
        yield from nepali_people(text, sentence)
    yield from nepali_relatives(text)
    yield from nepali_signatures(text)
    yield from nepali_entries(text)
    yield from letterhead_places(text)


def nepali_bodies(text: str, sentence: Sequence[NepaliWord]) -> Iterator[NameMention]:
    """The words before a word for an organisation: तमोर खानेपानी व्यवस्थापन कार्यालय."""
    for at, head in enumerate(sentence):
        is_head = bare(head) in _strong_heads() or _fills_line(text, sentence, at)
        is_head = is_head or (at > 1 and bare(head) == "सेवा" and sentence[at - 1].text == "निर्माण")
        if not is_head or _goes_on(sentence, at) or _is_plural(sentence, at):
            continue
        first = _first_of_body(sentence, at)
        if first is not None:
            first = _own_first(sentence, first, at)
            first += own_start(sentence[first : at + 1])
            first = _after_person(text, sentence, first, at)
        if bare(head) == "सरकार" and not _is_governed(sentence[at - 1]):
            continue
        if first is None or at - first < (2 if head.stem in _weak_heads() else 1):
            continue
        if head.stem in _weak_heads() and not any(map(_is_telling, sentence[first:at])):
            continue
        if at - first == 1 and not _may_be_whole_name(sentence[first], head):
            continue
        if sentence[first].ending and sentence[first].stem in nepali_heads():
            continue  # समितिको सचिवालय: of whichever committee was named before
        start, end = sentence[first].start, _with_district(sentence, at, _head_end(text, head))
        confidence = 0.8 if head.stem in _weak_heads() else LIKELY
        if _stands_alone(text, start, end):
            confidence = SURE
        yield NameMention(
            start, end, ORGANIZATION, text[start:end], confidence, f"ends in {head.stem}"
        )


def _is_telling(word: NepaliWord) -> bool:
    """Whether a word says which body is meant: a name, or what the body deals with."""
    return is_field(word) or not (is_ordinary(word.text) or "place_word" in hints(word.sound))


def _fills_line(text: str, sentence: Sequence[NepaliWord], at: int) -> bool:
    """Whether a line is only the words before a word for a body, as the name in a letterhead."""
    is_last = at == len(sentence) - 1 and at > 1 and sentence[at].text in nepali_heads()
    return is_last and _stands_alone(text, sentence[0].start, sentence[at].end)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a name fills its line, as in a letterhead."""
    before, after = text[:start].rsplit("\n", 1)[-1], text[end:].split("\n", 1)[0]
    return not before.strip() and not after.strip(" ,()।")


def _may_be_whole_name(word: NepaliWord, head: NepaliWord) -> bool:
    """Whether one word and the word for a body are a name: पाटन अस्पताल, मालपोत कार्यालय."""
    if word.text in name_words.GENERIC_ADJECTIVES.split():
        return False
    needs_name = bare(head) in name_words.NEED_A_NAME.split()
    return not needs_name or bool(hints(word.sound))


def _is_governed(word: NepaliWord) -> bool:
    """Whether a government is that of a country or province: नेपाल सरकार, not थापा सरकार."""
    return word.text in ("प्रदेश", "संघीय") or "place" in hints(word.sound)


def _is_plural(sentence: Sequence[NepaliWord], at: int) -> bool:
    after = sentence[at + 1].text if at + 1 < len(sentence) else ""
    return "हर" in sentence[at].ending or after.startswith(("हरू", "हरु"))


def _own_first(sentence: Sequence[NepaliWord], first: int, head: int) -> int:
    """Where the name begins after a word that belongs to what stands before it.

    In आचार्यको उपचार राप्ती अस्पतालमा the treatment is Acharya's; in थापा जनता पार्टीका सदस्य हुन् the
    surname is the subject.
    """
    owned = first > 0 and sentence[first - 1].ending in ("को", "का", "की")
    places = [at for at in range(first + 1, head) if "place" in hints(sentence[at].sound)]
    if owned and places:
        return places[0]
    own = set(hints(sentence[first].sound))
    surname = bool(own & {"surname", "given"}) and not own & {"place", "org", "party"}
    public = bare(sentence[head]) in name_words.PUBLIC_NEPALI_HEADS.split()
    return first + 1 if surname and public else first


def _after_person(text: str, sentence: Sequence[NepaliWord], first: int, head: int) -> int:
    """Where the name begins after a surname, if the document has the rest without it too."""
    if head - first < 2 or not is_name_word(sentence[first]):
        return first
    whole, rest = (text[sentence[at].start : sentence[head].stem_end] for at in (first, first + 1))
    return first + 1 if text.count(rest) > text.count(whole) else first


def _with_district(sentence: Sequence[NepaliWord], head: int, end: int) -> int:
    """The end after a district or town that follows without a comma: जिल्ला अस्पताल गुल्मी."""
    if sentence[head].ending or head + 1 >= len(sentence):
        return end
    after = sentence[head + 1]
    is_seat = district_of(after.stem) or (bare(sentence[head]) == "अदालत" and is_town(after.stem))
    is_seat = is_seat or after.stem == "नेपाल"
    return after.stem_end if is_seat else end


def _head_end(text: str, head: NepaliWord) -> int:
    end = name_end(head)
    return end + 1 if text[end : end + 1] == "." and head.stem.endswith("लि") else end


def _goes_on(sentence: Sequence[NepaliWord], at: int) -> bool:
    """Whether the next word is a further head: बैंक लिमिटेड, समितिको कार्यालय."""
    if at + 1 >= len(sentence):
        return False
    word, after = sentence[at], sentence[at + 1]
    joined = not word.ending or (word.ending == "को" and after.stem in ("कार्यालय", "सचिवालय"))
    return joined and after.stem in _strong_heads()


def _first_of_body(sentence: Sequence[NepaliWord], head: int) -> int | None:
    """The first word of the name; None where no boundary is near."""
    at = head
    while at > 0 and head - at < MAX_BODY_WORDS:
        before = sentence[at - 1]
        owner = before.ending == "को" and before.stem in _owners() and at == head
        joins = before.text in JOINING and at > 1 and _may_be_joined(sentence[at - 2])
        joins = joins or _is_hyphen(sentence, at - 1)
        staff = at == head and sentence[head].stem in ("कार्यालय", "सचिवालय") and not before.ending
        staff = staff or sentence[head].stem in name_words.UNION_HEADS.split()
        if not (owner or joins or (staff and is_position(before))) and not _may_belong_to_body(
            before
        ):
            return _after_joining(sentence, at)
        at -= 1
        if owner and before.stem not in nepali_heads():
            return at
    return _after_joining(sentence, at) if at == 0 else None


def _may_be_joined(word: NepaliWord) -> bool:
    """Whether तथा after this word joins two nouns of one name, and not two bodies."""
    return _may_belong_to_body(word) and word.stem not in nepali_heads()


def _is_hyphen(sentence: Sequence[NepaliWord], at: int) -> bool:
    """Whether a hyphen stands within a word, as in भू-संरक्षण."""
    if sentence[at].text not in "-–" or not 0 < at < len(sentence) - 1:
        return False
    before, after = sentence[at - 1], sentence[at + 1]
    touches = before.end == sentence[at].start and after.start == sentence[at].end
    return touches and _may_belong_to_body(before)


def _after_joining(sentence: Sequence[NepaliWord], at: int) -> int:
    return at + 1 if sentence[at].text in JOINING else at


def _may_belong_to_body(word: NepaliWord) -> bool:
    return (
        word.text[0].isalpha()
        and not word.text[0].isascii()
        and not word.ending
        and word.text not in not_before()
        and word.text not in CASE_ENDINGS
        and not word.text.endswith(LATE_ENDINGS)
        and not (VERB.search(word.text) and not hints(word.sound))
        and not (is_position(word) and "org" not in hints(word.sound))
    )


def nepali_people(text: str, sentence: Sequence[NepaliWord]) -> Iterator[NameMention]:
    """The words after a title or a position, up to the one with an ending."""
    for at, word in enumerate(sentence[:-1]):
        titled = _is_title(sentence, at)
        is_role = is_position(word) or word.stem in name_words.NEPALI_ROLES.split()
        if not titled and not (is_role and not word.ending):
            continue
        name = _name_from(sentence, at + 1)
        if (
            len(name) < 2
            or any(word.ending not in ("", "मा", "का") for word in name[:-1])
            or not _reads_like_a_person(name, sentence, at + 1 + len(name))
        ):
            continue
        start, end = name[0].start, name_end(name[-1], PERSON)
        end = without_honorific(text, start, end)
        yield NameMention(start, end, PERSON, text[start:end], LIKELY, f"follows {word.text}")


def _is_title(sentence: Sequence[NepaliWord], at: int) -> bool:
    word = sentence[at].text
    if word not in NEPALI_TITLES:
        return False
    needs_dot = word in name_words.DOTTED_TITLES_NE.split()
    return not needs_dot or (at + 1 < len(sentence) and sentence[at + 1].text == ".")


def _name_from(sentence: Sequence[NepaliWord], at: int) -> list[NepaliWord]:
    name: list[NepaliWord] = []
    for word in sentence[at : at + MAX_NAME_WORDS + 2]:
        if not name and (word.text in NEPALI_TITLES or word.text.endswith(".")):
            continue
        if not word.text[0].isalpha() or word.text[0].isascii() or word.text in not_before():
            break
        if word.text in CASE_ENDINGS or (VERB.search(word.text) and not hints(word.sound)):
            break
        if (is_position(word) or word.stem in nepali_general()) and not is_name_word(word):
            break
        name.append(word)
        is_given = word.ending == "का" and _is_surname_next(sentence, word)
        if (name_end(word, PERSON) < word.end and not is_given) or len(name) == MAX_NAME_WORDS:
            break
        if "surname" in hints(word.sound) and len(name) > 1 and "middle" not in hints(word.sound):
            break
    return _up_to_surname(name)


def _is_surname_next(sentence: Sequence[NepaliWord], word: NepaliWord) -> bool:
    """Whether a surname follows: राधिका थापा ends in का and is a name."""
    after = next((each for each in sentence if each.start > word.start), None)
    return after is not None and "surname" in hints(sound(bare(after)))


def _up_to_surname(name: list[NepaliWord]) -> list[NepaliWord]:
    """Without words after a name that ends in a surname which may also be a middle name."""
    if len(name) < 3 or name[-1].ending or "surname" in hints(name[-1].sound):
        return name
    known = [at for at, word in enumerate(name) if at and "surname" in hints(word.sound)]
    return name[: known[-1] + 1] if known else name


def _reads_like_a_person(
    name: Sequence[NepaliWord], sentence: Sequence[NepaliWord], after: int
) -> bool:
    if "surname" in hints(sound(bare(name[-1]))):
        return True
    follows = sentence[after] if after < len(sentence) else None
    closed = (
        name_end(name[-1], PERSON) < name[-1].end
        or follows is None
        or not follows.text[0].isalpha()
    )
    likely = any(is_name_word(word) or "ends_in_middle_name" in hints(word.sound) for word in name)
    return closed and len(name) in (2, 3) and likely


_RELATIVE = re.compile(
    rf"(?P<name>(?:[\u0900-\u094f]+ ){{1,3}}[\u0900-\u094f]+?)"
    rf"(?:को|का|की)\s+(?:{RELATIVES})(?![\u0900-\u097f])"
)


def nepali_relatives(text: str) -> Iterator[NameMention]:
    """The father in मानबहादुर कार्कीको छोरा; the words before the name are left out."""
    for match in _RELATIVE.finditer(text):
        own = list(words(text, *match.span("name")))
        while len(own) > 2 and not (
            is_name_word(own[0]) or "ends_in_middle_name" in hints(own[0].sound)
        ):
            own = own[1:]
        while len(own) > 1 and (own[0].text in not_before() or own[0].stem in nepali_general()):
            own = own[1:]
        if len(own) < 2 or any(word.ending for word in own[:-1]) or own[-1].text in not_before():
            continue
        start, end = own[0].start, match.end("name")
        yield NameMention(start, end, PERSON, text[start:end], LIKELY, "named as a relative")


_LABELLED = re.compile(
    r"^[^\S\n]*(?:[^\n:：]{0,20}\s)?नाम(?:\s*,?\s*(?:थर|थ\.))?\s*[:：]\s*(?:श्री\.?|श्रीमती|सुश्री|डा\.)?\s*"
    r"(?P<name>[\u0900-\u094f]+(?: [\u0900-\u094f]+){1,3})[^\S\n]*$",
    re.M,
)
_LISTED = re.compile(
    r"^\s*[\d०-९]{1,2}[.)।]\s*(?:श्री\.?\s|श्रीमती\s|सुश्री\s|डा\.\s)?"
    r"(?P<name>[\u0900-\u094f]+(?: [\u0900-\u094f]+){1,3})\s*[–,(-]+\s*"
    r"(?P<position>[\u0900-\u097f ]{3,40})",
    re.M,
)


def nepali_entries(text: str) -> Iterator[NameMention]:
    """The people in forms and lists: नाम थर: …; १. … – सचिव."""
    for pattern, why in ((_LABELLED, "given as a name"), (_LISTED, "listed with a position")):
        for match in pattern.finditer(text):
            own = words(text, *match.span("name"))
            position = words(match.groupdict().get("position") or "")
            stated = why == "given as a name" or any(map(is_position, position))
            is_body = own[-1].stem in nepali_heads() or own[-1].stem in local_heads()
            if stated and not is_body and not any(word.stem in nepali_general() for word in own):
                yield NameMention(*match.span("name"), PERSON, match["name"], SURE, why)


_SIGNED = re.compile(
    r"^\s*(?P<name>[\u0900-\u094f.]+(?: [\u0900-\u094f.]+){1,3})\s*\n"
    r"\s*(?P<position>[\u0900-\u097f ]{3,50}?)\s*(?:,[^\n]*)?$",
    re.M,
)


def nepali_signatures(text: str) -> Iterator[NameMention]:
    """A line with a name above a line with a position."""
    for match in _SIGNED.finditer(text):
        own = words(text, *match.span("name"))
        position = words(match["position"])
        if not position or not is_position(position[-1]) or own[-1].stem in nepali_heads():
            continue
        if any(is_position(word) or word.stem in nepali_general() for word in own):
            continue
        yield NameMention(
            *match.span("name"), PERSON, match["name"], LIKELY, "signed with a position"
        )


@cache
def _strong_heads() -> frozenset[str]:
    return frozenset(name_words.STRONG_NEPALI_HEADS.split())


@cache
def _weak_heads() -> frozenset[str]:
    return frozenset(name_words.WEAK_NEPALI_HEADS.split())


@cache
def _owners() -> frozenset[str]:
    """Words whose genitive begins or continues a name: समितिको कार्यालय."""
    return (
        nepali_heads()
        | frozenset(position_words("ne"))
        | {"महान्यायाधिवक्ता", "महालेखापरीक्षक", "प्रधानमन्त्री", "मन्त्रिपरिषद्"}
    )
