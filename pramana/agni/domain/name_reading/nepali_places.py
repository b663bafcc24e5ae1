"""Nepali names of places, found by the words around them."""

import re
from collections.abc import Iterator, Sequence

from pramana.agni.domain.name_reading import words as name_words
from pramana.agni.domain.name_reading.latin import LIKELY, LOCATION, POSSIBLE, SURE
from pramana.agni.domain.name_reading.nepali import (
    COMMON_NOUNS,
    bare,
    is_field,
    is_name_word,
    is_position,
    local_heads,
    nepali_by_own_words,
    nepali_general,
    nepali_heads,
    not_before,
    position_parts,
)
from pramana.language.places import district_of, is_town, province_of
from pramana.language.tagging import NameMention
from pramana.language.tagging.ordinary import is_ordinary
from pramana.language.tagging.words import CASE_ENDINGS, NepaliWord, words

NOT_PLACES = ("अनुपस्थित", "उपस्थित", "व्यवस्थित", "अव्यवस्थित", "अवस्थित")
NATURE_HEADS = ("खोला", "नदी", "ताल", "पोखरी", "डाँडा", "हिमाल", "उपत्यका", "लेक", "झरना", "भञ्ज्याङ")
PLACE_ENDS = (
    *("गाउँ", "टोल", "बजार", "चोक", "खोला", "खेत", "चौर", "डाँडा", "फाँट", "ठाँटी", "पोखरी"),
    *("भञ्ज्याङ", "देउराली"),
)
_WARD_NE = re.compile(
    r"वडा\s*(?:नं|नम्बर|न)\.?\s*[०-९\d]+\s+(?P<place>[\u0900-\u094f]+(?: (?:टोल|चोक|बजार|गाउँ))?)"
)


def nepali_places(text: str, sentence: Sequence[NepaliWord]) -> Iterator[NameMention]:
    """The places of a sentence: by the word after them, by an ending, by a ward number."""
    for at, word in enumerate(sentence):
        before = sentence[at - 1] if at else None
        found = _by_next_word(text, before, word) if before else None
        if found or (found := _by_own_ending(text, sentence, at)):
            yield found
    for match in _WARD_NE.finditer(text, sentence[0].start, sentence[-1].end):
        own = words(match["place"])
        if own and _may_follow_ward(own[0]):
            start = match.start("place")
            end = start + own[-1].stem_end
            yield NameMention(start, end, LOCATION, text[start:end], LIKELY, "a place in a ward")


def _by_next_word(text: str, before: NepaliWord, word: NepaliWord) -> NameMention | None:
    """The place before a word for a municipality, district, province or branch."""
    if word.stem in local_heads() and _may_name_local_body(before, word):
        return _place(text, before.start, word.stem_end, SURE, f"ends in {word.stem}")
    if word.stem in NATURE_HEADS and _may_be_place(before) and not is_name_word(before):
        return _place(text, before.start, word.stem_end, LIKELY, f"ends in {word.stem}")
    if word.stem == "जिल्ला" and district_of(before.stem):
        return _place(text, before.start, before.stem_end, SURE, "a district")
    if word.stem == "प्रदेश" and province_of(before.stem) and not before.ending:
        return _place(text, before.start, word.stem_end, SURE, "a province")
    is_staff = before.stem in position_parts() or before.stem in nepali_heads() or is_field(before)
    if bare(word) == "शाखा" and _may_be_place(before) and not is_staff:
        return _place(text, before.start, before.stem_end, LIKELY, "a branch there")
    return None


def _by_own_ending(text: str, sentence: Sequence[NepaliWord], at: int) -> NameMention | None:
    """The place that a word is by its own ending, or because it is a district."""
    word = sentence[at]
    if word.text.endswith("स्थित") and len(word.text) > 7 and word.text not in NOT_PLACES:
        return _place(text, word.start, word.end - len("स्थित"), POSSIBLE, "where something is")
    if word.ending == "बाट" and _is_next(sentence, at, "पक्राउ") and not is_name_word(word):
        return _place(text, word.start, word.stem_end, POSSIBLE, "where someone was arrested")
    if district_of(word.stem) and word.stem not in COMMON_NOUNS:
        district = _place(text, word.start, word.stem_end, SURE, "a district")
        return nepali_by_own_words(text, district, [word])
    if is_town(word.stem):
        return _place(text, word.start, word.stem_end, LIKELY, "a town")
    is_head = word.stem in name_words.PLACE_HEADS.split()
    if len(word.stem) > 3 and word.stem.endswith(PLACE_ENDS) and not is_head:
        return _place(text, word.start, word.stem_end, POSSIBLE, "ends like a place")
    return None


def _may_follow_ward(word: NepaliWord) -> bool:
    is_word = word.text not in CASE_ENDINGS and word.text not in not_before()
    return is_word and not is_position(word)


def _is_next(sentence: Sequence[NepaliWord], at: int, stem: str) -> bool:
    return at + 1 < len(sentence) and sentence[at + 1].stem == stem


def _may_name_local_body(before: NepaliWord, head: NepaliWord) -> bool:
    """मालिका गाउँपालिका: what looks like an ending belongs to the name."""
    if before.text in CASE_ENDINGS or before.text.endswith("वटा"):
        return False
    if _may_be_place(before):
        return True
    return (
        bool(before.ending)
        and before.ending in ("का", "की", "मा", "ले")
        and "हरू" not in head.ending
        and before.stem not in nepali_heads()
        and not district_of(before.stem)
    )


def _may_be_place(word: NepaliWord) -> bool:
    return (
        word.text[0].isalpha()
        and not word.ending
        and word.text not in not_before()
        and word.stem not in nepali_general()
        and not word.text[0].isascii()
        and (is_town(word.stem) or not is_ordinary(word.text))
    )


def _place(text: str, start: int, end: int, confidence: float, why: str) -> NameMention:
    return NameMention(start, end, LOCATION, text[start:end], confidence, why)


_LETTERHEAD = re.compile(r"^[^\n:।]{4,70}$", re.M)


def letterhead_places(text: str) -> Iterator[NameMention]:
    """The parts of an address line that names a district: बानेश्वर, काठमाडौं."""
    for line in _LETTERHEAD.finditer(text):
        pieces = list(re.finditer(r"[^,\s][^,\n]*", line.group()))
        if len(pieces) < 2 or not any(district_of(piece.group()) for piece in pieces):
            continue
        for piece in pieces:
            name = re.sub(r"[–-]?[०-९\d]+$", "", piece.group().strip())
            known = name in nepali_general() or name in nepali_heads()
            if name and " " not in name and not name[0].isascii() and not known:
                start = line.start() + piece.start()
                yield _place(text, start, start + len(name), LIKELY, "in an address")
