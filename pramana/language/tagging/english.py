"""Names in English text: the packaged spaCy model proposes, and a few rules correct and add."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from pramana.language.tagging.english_model import load_english_model
from pramana.language.tagging.mentions import (
    Gazetteer,
    MentionKind,
    NameMention,
    drop_overlaps,
    replace_overlapped,
)
from pramana.language.tagging.ordinary import is_in_dictionary, is_ordinary, is_verb_form

TITLES = (
    "Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Er|Adv|Advocate|Hon|Hon'ble|Honou?rable|Rt|Shri|Shree|Smt|Sir|"
    "Late|Capt|Captain|Maj|Major|Col|Colonel|Gen|General|Lt|Sgt|Judge|Justice|Chief Justice|"
    "President|Vice President|Prime Minister|Deputy Prime Minister|Minister|Chief Minister|"
    "Secretary|Joint Secretary|Chief Secretary|Governor|Ambassador|Mayor|Deputy Mayor|Speaker|"
    "Chairman|Chairperson|Chairwoman|Senator|Inspector|Superintendent|King|Queen|Prince|Princess"
)
"""Titles before a person's name, which are not part of it."""

ORGANISATION_ENDS = (
    "Ministry|Department|Commission|Committee|Council|Authority|Bank|Company|Corporation|Limited|"
    "Ltd|Inc|LLC|Plc|Corp|Association|Federation|Society|Foundation|Institute|University|College|"
    "School|Hospital|Court|Party|Congress|Union|Office|Bureau|Agency|Board|Secretariat|Army|Police|"
    "Parliament|Assembly|Senate|Trust|Group|Club|Academy|Centre|Center|Forum|Alliance|Airlines|"
    "Industries|Holdings|Bar|Press|Times|Post|Campus|Directorate|Tribunal|Organization|Organisation"
)
ORGANISATION_HEADS = (
    "Ministry|Department|Commission|Committee|Council|Office|Bureau|Bank|University|Institute|"
    "Government|Court|Federation|Association|Board|Embassy|Communist Party|Directorate|House"
)
"""First words of names that continue with "of" or "for": Ministry of Finance."""

PLACE_ENDS = (
    "Municipality|Rural Municipality|Metropolitan City|Sub-Metropolitan City|District|Province|"
    "Zone|River|Lake|Valley|Mountain|Mountains|Island|Islands|Airport|Highway|Road|Street|Chowk|"
    "Village|Bazaar|Hill|Peak|Bay|Desert"
)
_PLACES_OF_NEPAL = """
nepal kathmandu lalitpur bhaktapur pokhara biratnagar birgunj dharan butwal bhairahawa hetauda
janakpur nepalgunj dhangadhi mahendranagar damak itahari bharatpur narayangadh tulsipur ghorahi
kirtipur patan banepa dhulikhel taplejung panchthar ilam jhapa morang sunsari dhankuta terhathum
bhojpur sankhuwasabha solukhumbu okhaldhunga khotang udayapur saptari siraha dhanusha mahottari
sarlahi sindhuli ramechhap dolakha sindhupalchok kavrepalanchok kavre nuwakot rasuwa dhading
makwanpur rautahat bara parsa chitwan gorkha lamjung tanahun syangja kaski manang mustang myagdi
parbat baglung gulmi palpa nawalparasi nawalpur rupandehi kapilvastu arghakhanchi pyuthan rolpa
rukum salyan dang banke bardiya surkhet dailekh jajarkot dolpa jumla kalikot mugu humla bajura
bajhang achham doti kailali kanchanpur dadeldhura baitadi darchula koshi madhesh bagmati gandaki
lumbini karnali sudurpashchim terai baneshwor baluwatar tundikhel thamel singhadurbar maitighar
"""
_SURNAMES_OF_NEPAL = """
acharya adhikari aryal bajracharya baral basnet bhandari bhatta bhattarai bhusal bista bohara
budhathoki chalise chand chaudhary chhetri dahal deuba devkota dhakal dhungana dhungel gautam
ghale ghimire giri gurung gyawali jha joshi kafle kandel karki karna kc khadka khanal kharel
khatiwada khatri koirala kunwar lama lamichhane limbu lohani magar mahara maharjan mahat mahato
malla manandhar mandal mishra nembang nepal neupane oli pandey pandit panta parajuli paudel
paudyal pokharel pradhan prasai pun puri pyakurel rai rana raut rawal regmi rijal sah sapkota shah
shahi shakya sharma sherchan sherpa shrestha sigdel silwal simkhada singh sitaula subedi tamang
thakali thakur thapa tharu timalsina tiwari tuladhar upadhyay upreti wagle wagley yadav
"""
_NOT_NAMES = """
monday tuesday wednesday thursday friday saturday sunday january february march april may june
july august september october november december the a an this that these those in on at of for and
or but to from by with he she it they we i chapter section article annex table figure page date
subject ref no mr mrs ms dr prof hon
"""

PLACES_OF_NEPAL = frozenset(_PLACES_OF_NEPAL.split())
SURNAMES_OF_NEPAL = frozenset(_SURNAMES_OF_NEPAL.split())
NOT_NAMES = frozenset(_NOT_NAMES.split())


ENGLISH_PUBLIC_BODIES = """
Government of Nepal
Nepal Government
Office of the President
Office of the Prime Minister and Council of Ministers
Office of the Auditor General
Office of the Attorney General
Commission for the Investigation of Abuse of Authority
Public Service Commission
Election Commission
National Human Rights Commission
National Planning Commission
National Information Commission
National Vigilance Centre
Public Procurement Monitoring Office
Department of Money Laundering Investigation
Department of Revenue Investigation
Inland Revenue Department
Federal Parliament
House of Representatives
National Assembly
Supreme Court
High Court
District Court
Special Court
Judicial Council
Nepal Rastra Bank
Nepal Bar Association
Nepal Police
Armed Police Force
Nepali Army
Nepal Army
Nepal Electricity Authority
Nepal Telecommunications Authority
Civil Aviation Authority of Nepal
Nepal Oil Corporation
Nepal Airlines Corporation
Securities Board of Nepal
Tribhuvan University
Kathmandu University
District Administration Office
District Police Office
Nepali Congress
Communist Party of Nepal
Rastriya Swatantra Party
Rastriya Prajatantra Party
Maoist Centre
"""


KIND_OF_LABEL = {
    "PERSON": MentionKind.PERSON,
    "ORG": MentionKind.ORGANIZATION,
    "GPE": MentionKind.LOCATION,
    "LOC": MentionKind.LOCATION,
    "FAC": MentionKind.LOCATION,
}
CONFIDENCE = {MentionKind.PERSON: 0.75, MentionKind.LOCATION: 0.8, MentionKind.ORGANIZATION: 0.5}
"""About how often the model is right; spaCy gives no confidence of its own."""

CONFIRMED_CONFIDENCE = 0.82
"""The confidence where the words of the name itself say what it is."""

EXPLANATION = "found by the English model"
MAX_STRETCH = 20_000
"""Characters read at once, which bounds memory."""

_LATIN = re.compile(r"[A-Za-z]")
_NOT_DEVANAGARI = re.compile(r"[^\u0900-\u0963\u0970-\u097f]+")
_CAPITAL = re.compile(r"[A-Z]")
_CAPITALS = re.compile(r"[A-Z]{2,}")
_SMALL_LETTERS = re.compile(r"[a-z\u0900-\u097f]")
_MIN_FULL_WORD = 5
"""A shorter word in capitals may be an abbreviation."""

_SMALL_WORDS = frozenset(
    ("of", "the", "and", "for", "in", "on", "to", "a", "an", "at", "by", "with", "from")
)
_LEADING = re.compile(rf"(?:(?:the|{TITLES})\b\.?[\s,]*)+", re.IGNORECASE)
_TRAILING = re.compile(
    r"(?:\s+(?:on|in|at|from|since|until|till|by|for|to|with|as|and|or|of|the))+$"
    r"|(?:['’]s?|[\s,.;:()\-–]+)$"
)
"""What the model takes with a name: a possessive, a mark, or the preposition of what follows."""
_ENDS = re.compile(rf"(?:{ORGANISATION_ENDS})\.?$")
_PLACE_ENDS = re.compile(rf"(?:{PLACE_ENDS})$")
_NAME = r"[A-Z][\w'’-]{1,40}"
_LONG_NAME = rf"{_NAME}(?:[ ](?:(?:and|of|the|for|&)[ ]){{0,2}}{_NAME}){{0,7}}"
_CLEAR_TITLES = (
    r"Mr|Mrs|Ms|Dr|Prof|Professor|Er|Adv|Advocate|Hon|Hon'ble|Honou?rable|Shri|Shree|Smt|"
    r"Prime Minister|Chief Justice|Chief Minister|Minister|Justice|President|Mayor|Ambassador"
)
_NAME_ENDS = r"(?![ ](?:of[ ])?[A-Z])"
"""The name does not continue after this."""

_OFFICE = re.compile(
    rf"\b(?:{_NAME}[ ]){{0,3}}?(?:{ORGANISATION_HEADS})"
    rf"[ ](?:of|for)[ ](?:the[ ])?{_LONG_NAME}"
)
_ORGANISATION = re.compile(
    rf"\b{_NAME}(?:[ ](?:(?:of|for|&)[ ])?{_NAME}){{0,5}}"
    rf"[ ](?:{ORGANISATION_ENDS})\b{_NAME_ENDS}"
)
_PLACE = re.compile(rf"\b{_NAME}(?:[ ]{_NAME}){{0,2}}[ ](?:{PLACE_ENDS})\b{_NAME_ENDS}")
_TITLE_AND_NAME = re.compile(
    rf"\b(?:{_CLEAR_TITLES})\b\.?[ ]"
    rf"(?P<name>(?:[A-Z]\.[ ]?){{0,3}}{_NAME}(?:[ ](?:[A-Z]\.[ ]?|{_NAME})){{0,3}})"
)
_SHORT_FORM = re.compile(r"[ ]\((?P<short>[A-Z][A-Za-z&.-]{1,9})\)")
_SENTENCE_STARTS = "The This That These Those A An In On At For By With From"


def english_mentions(text: str) -> list[NameMention]:
    """The names in those parts of the text that are written in Latin letters."""
    lowered = _lower_headlines(text)
    found = [
        mention
        for start, end in _readable_stretches(lowered)
        for mention in _stretch_mentions(lowered, start, end)
    ]
    return [replace(each, text=text[each.start : each.end]) for each in drop_overlaps(found)]


def _lower_headlines(text: str) -> str:
    """The text with lines in capitals changed to title case, so that the model can read them.

    Every letter keeps its place.
    """
    return "".join(
        re.sub(r"[A-Z]+", _title_case, line) if _is_in_capitals(line) else line
        for line in text.splitlines(keepends=True)
    )


def _is_in_capitals(line: str) -> bool:
    words = _CAPITALS.findall(line)
    return (
        len(words) > 1
        and max(map(len, words)) >= _MIN_FULL_WORD
        and not _SMALL_LETTERS.search(line)
    )


def _title_case(word: re.Match[str]) -> str:
    lower = word.group().lower()
    return lower if lower in _SMALL_WORDS else lower.capitalize()


def _readable_stretches(text: str) -> Iterator[tuple[int, int]]:
    for start, end in latin_stretches(text):
        while end - start > MAX_STRETCH:
            line = text.rfind("\n", start, start + MAX_STRETCH)
            cut = line + 1 if line > start else start + MAX_STRETCH
            yield start, cut
            start = cut
        if _CAPITAL.search(text, start, end):
            yield start, end


def latin_stretches(text: str) -> Iterator[tuple[int, int]]:
    """The longest ranges that contain Latin letters and no Devanagari ones."""
    for match in _NOT_DEVANAGARI.finditer(text):
        if _LATIN.search(match.group()):
            yield match.span()


def _stretch_mentions(text: str, start: int, end: int) -> Iterator[NameMention]:
    stretch = text[start:end]
    read = [mention for mention in map(_correct, _model_mentions(stretch)) if mention]
    for mention in replace_overlapped(read, _rule_mentions(stretch, read)):
        yield mention.shift(start)


def _model_mentions(stretch: str) -> Iterator[NameMention]:
    for entity in load_english_model()(stretch).ents:
        kind = KIND_OF_LABEL.get(entity.label_)
        if kind:
            begin, end = entity.start_char, entity.end_char
            yield NameMention(begin, end, kind, stretch[begin:end], CONFIDENCE[kind], EXPLANATION)


def _correct(mention: NameMention) -> NameMention | None:
    """The mention without title, article and possessive, of the kind that its own words imply."""
    words = mention.text.split("\n")[0]
    leading = _LEADING.match(words)
    start = leading.end() if leading and leading.end() < len(words) else 0
    words = _TRAILING.sub("", words[start:])
    if not words or words.lower() in NOT_NAMES or not _CAPITAL.search(words):
        return None
    begin = mention.start + start
    kind, why = _kind_by_words(words, mention.kind)
    if why == EXPLANATION and _says_only_ordinary(words, kind):
        return None
    confidence = mention.confidence if why == EXPLANATION else CONFIRMED_CONFIDENCE
    return NameMention(begin, begin + len(words), kind, words, confidence, why)


def _kind_by_words(words: str, proposed: MentionKind) -> tuple[MentionKind, str]:
    parts = words.lower().split()
    if all(part in PLACES_OF_NEPAL for part in parts):
        return MentionKind.LOCATION, "a place in Nepal"
    if _ENDS.search(words) and len(parts) > 1:
        return MentionKind.ORGANIZATION, f"ends in {words.split()[-1]}"
    if _PLACE_ENDS.search(words) and len(parts) > 1:
        return MentionKind.LOCATION, f"ends in {words.split()[-1]}"
    if 1 < len(parts) <= 4 and parts[-1] in SURNAMES_OF_NEPAL:
        return MentionKind.PERSON, f"{words.split()[-1]} is a surname in Nepal"
    return proposed, EXPLANATION


def _says_only_ordinary(words: str, kind: MentionKind) -> bool:
    """Whether a dictionary has every word: Leave, Site Safety. Short capitals may be WHO.

    The dictionary has cities too, and someone may be called Grace Hill: such a name must end in a
    word of the office.
    """
    parts = [part.strip(".,'’") for part in re.split(r"[\s/-]+", words)]
    if len(parts) == 1 and (words.isupper() and len(words) < _MIN_FULL_WORD):
        return False
    may_be_name = kind is MentionKind.LOCATION or (kind is MentionKind.PERSON and len(parts) > 1)
    if may_be_name and not (is_ordinary(parts[-1]) or is_verb_form(parts[-1])):
        return False
    return all(part.lower() in _SMALL_WORDS or _is_word(part.lower()) for part in parts)


def _is_word(word: str) -> bool:
    named = word in PLACES_OF_NEPAL or word in SURNAMES_OF_NEPAL
    return not named and (is_in_dictionary(word) or is_verb_form(word))


def _rule_mentions(text: str, read: Sequence[NameMention]) -> Iterator[NameMention]:
    """Names found by rule, and the short forms of organisations found by rule or model."""
    found = [*_pattern_mentions(text)]
    yield from found
    yield from _short_forms(text, [*read, *found])


def _pattern_mentions(text: str) -> Iterator[NameMention]:
    for body in _public_bodies().find(text):
        yield replace(body, confidence=0.85, why="a public body", ids=())
    for match in _OFFICE.finditer(text):
        yield _match_mention(match, MentionKind.ORGANIZATION, 0.85, "named as an office")
    for match in _ORGANISATION.finditer(text):
        yield _match_mention(
            match, MentionKind.ORGANIZATION, 0.75, f"ends in {match.group().split()[-1]}"
        )
    for match in _PLACE.finditer(text):
        yield _match_mention(
            match, MentionKind.LOCATION, 0.82, f"ends in {match.group().split()[-1]}"
        )
    for match in _TITLE_AND_NAME.finditer(text):
        if not re.search(rf"\b(?:{ORGANISATION_ENDS})\b", match.group("name")):
            start, end = match.span("name")
            yield NameMention(
                start, end, MentionKind.PERSON, match.group("name"), 0.75, "follows a title"
            )


def _match_mention(
    match: re.Match[str], kind: MentionKind, confidence: float, why: str
) -> NameMention:
    """The mention for a match, without a first word that only begins the sentence."""
    words, start = match.group(), match.start()
    first = words.split(" ", 1)[0]
    if first in _SENTENCE_STARTS.split():
        start += len(first) + 1
    return NameMention(start, match.end(), kind, words[start - match.start() :], confidence, why)


def _short_forms(text: str, known: Sequence[NameMention]) -> Iterator[NameMention]:
    """Short forms in brackets after an organisation, wherever they occur in the text."""
    ends = {each.end: each for each in known if each.kind is MentionKind.ORGANIZATION}
    for match in _SHORT_FORM.finditer(text):
        whole = ends.get(match.start())
        if whole:
            short = match.group("short")
            for other in re.finditer(rf"(?<!\w){re.escape(short)}(?!\w)", text):
                yield NameMention(
                    *other.span(), MentionKind.ORGANIZATION, short, 0.82, f"short for {whole.text}"
                )


@cache
def _public_bodies() -> Gazetteer:
    return Gazetteer(
        (name, name, MentionKind.ORGANIZATION)
        for name in ENGLISH_PUBLIC_BODIES.strip().splitlines()
    )
