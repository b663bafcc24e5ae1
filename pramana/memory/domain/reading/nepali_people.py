"""The people of a Nepali message: whom names, words for relatives and pronouns refer to."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention, tag
from pramana.language.tagging.words import hints, is_known, sound, words
from pramana.memory.domain.reading.claims import EntityKind, Referent
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali_grammar import (
    CASES,
    KIN_RANK,
    LAZY,
    LETTER,
    OCCUPATIONS,
    OFFICES,
    SPEAKER,
    STOP_WORDS,
    THIRD_PERSON,
    TIES,
    TITLES,
    WORD,
)
from pramana.memory.domain.reading.referents import KINDS

LONGEST_NAME = 5
KNOWN_CONFIDENCE = 0.85
SURE_CONFIDENCE = 0.7
SHORTEST_NAME = 2
BASE_LETTER = re.compile(r"[\u0904-\u0939\u0958-\u0961\u0972-\u097F]")
TIE_NAMES = "|".join(sorted(TIES, key=len, reverse=True))
TIE = re.compile(
    rf"(?<!\S)(?P<owner>मेर[ोीा]|हाम्र[ोीा]|{LAZY}(?:\s{LAZY}){{0,2}}?(?:को|का|की))\s+(?:{KIN_RANK}\s+)?"
    rf"(?P<tie>{TIE_NAMES})(?P<case>ले|लाई|को|का|की)?(?!{LETTER})(?!\s+(?:होइन|हैन)(?!{LETTER}))"
)

TIE_WORD = re.compile(rf"(?<!\S)(?:{TIE_NAMES})(?=ले|लाई|को|का|की|\s|[,।!]|$)")
NAMED = re.compile(
    rf"(?:(?P<tie>{TIE_NAMES})को\s+|(?:उहाँ|उन|उस)को\s+|(?<!\S))नाम\s+(?:(?:चाहिँ|त|\S+मा)\s+)?"
    rf"(?P<name>{LAZY}(?:\s{LAZY}){{0,2}}?)(?:\s+(?:हो|हुन्|छ|राख\S*|रहेको\s+छ)(?!{LETTER})|\s*[।,!]|$)"
)
"""The name of a relative: छोरीको नाम रिया हो, नाम रिया राख्यौँ."""


@dataclass
class NepaliPeople:
    """The people of a message: whom pronouns and names refer to, in reading order."""

    message: SpokenMessage
    mentions: Sequence[NameMention]
    last: str = ""
    names: dict[str, str] = field(default_factory=dict)
    """The names that the message gives to relatives, by the word for them."""
    called: set[str] = field(default_factory=set)
    """The names of people that were read so far, which are no part of places and bodies."""
    known: frozenset[str] = frozenset()
    """The words of names that this conversation used: मा is no ending of पेमा, if she wrote."""

    def pass_mentions(self, start: int, end: int) -> None:
        """Take note of the people named between two places, whom a pronoun may mean next."""
        for each in self.mentions_of(EntityKind.PERSON):
            if start <= each.start and each.end <= end and each.text != self.message.speaker:
                self.last = clean_name(each.text, self.known) or self.last

    def __post_init__(self) -> None:
        content = self.message.content
        self.known = words_of_writers(self.message)
        for match in NAMED.finditer(content):
            ties = [each.group() for each in TIE_WORD.finditer(content, 0, match.start())]
            tie = match["tie"] or (ties[-1] if ties else "")
            name = match["name"].strip()
            if tie and name and name not in STOP_WORDS:
                self.names[tie] = name

    def speaker(self) -> Referent | None:
        name = self.message.speaker
        return Referent(name, EntityKind.PERSON, 0.9, is_named=True) if name else None

    def person(self, words: str) -> Referent | None:
        """The person that words name, without titles and case endings."""
        name = clean_name(words, self.known)
        if not name:
            return self._own_relative(words)
        self.last = name
        self.called.add(name)
        if name in OFFICES or name in OCCUPATIONS:  # व्यवस्थापक म्याडमले
            return Referent(name, EntityKind.PERSON, 0.7, tie=name)
        return Referent(name, EntityKind.PERSON, 0.8, is_named=True)

    def _own_relative(self, words: str) -> Referent | None:
        """The speaker's relative, whom a word for relatives alone means: आमा बित्नुभयो."""
        word = words.split()[-1].strip("।,") if words.split() else ""
        tie = word if word in TIES else stem_of(word)
        speaker = self.speaker()
        return self.relative(speaker, tie) if tie in TIES and speaker else None

    def relative(self, owner: Referent, tie: str) -> Referent:
        """A relative without a name, unless the message gives it: मेरा श्रीमान्."""
        given = self.names.get(tie)
        if given:
            self.last = given
            return Referent(given, EntityKind.PERSON, 0.8, is_named=True)
        name = f"{owner.name}'s {tie}"
        self.last = name
        return Referent(name, EntityKind.PERSON, 0.75, owner=owner.name, tie=tie)

    def pronoun(self) -> Referent | None:
        return Referent(self.last, EntityKind.PERSON, 0.7, is_named=True) if self.last else None

    def owner(self) -> Referent | None:
        """Whose an unowned home is: whoever was named last in the message, or the speaker."""
        return self.pronoun() if self.last and self.last in self.message.content else self.speaker()

    def mentions_of(self, kind: EntityKind) -> list[NameMention]:
        return [each for each in self.mentions if KINDS[each.kind] is kind]

    def tagged_as_person(self, start: int, end: int) -> bool:
        return self.tagged_as(EntityKind.PERSON, start, end)

    def tagged_as(self, kind: EntityKind, start: int, end: int) -> bool:
        return any(
            KINDS[each.kind] is kind and each.start < end and start < each.end
            for each in self.mentions
        )


def words_of_writers(message: SpokenMessage) -> frozenset[str]:
    """The words of the names of those who write here."""
    writers = (message.speaker, *(who for who, _, _ in message.earlier))
    return frozenset(word for who in writers for word in who.split())


def clean_name(words: str, known: Container[str] = ()) -> str:
    """A name without words around it, titles and case endings. Words of `known` names stay whole.

    >>> clean_name("अब गीता म्याडमले")
    'गीता'
    """
    parts = [part for each in words.split() if (part := each.strip("\"“”'()-।,"))]
    while parts and (parts[0] in STOP_WORDS or parts[0] in TIES or parts[0][0].isdigit()):
        parts = parts[1:]
    if parts:
        parts[-1] = parts[-1] if parts[-1] in known else stem_of(parts[-1])
    while parts and (parts[-1] in TITLES or parts[-1] in STOP_WORDS):
        parts = parts[:-1]
        if parts:
            parts[-1] = parts[-1] if parts[-1] in known else stem_of(parts[-1])
    if parts and len(parts[-1]) > 4 and parts[-1].endswith(("ज्यू", "जी")):
        parts[-1] = parts[-1].removesuffix("ज्यू").removesuffix("जी")
    return " ".join(parts) if len(parts) <= LONGEST_NAME else ""


JOINED_TO_MA = ("श्", "ष्", "त्", "द्")
"""Letters that are joined to the मा after them, as in रेश्मा and पद्मा, which is no case then."""


def stem_of(word: str) -> str:
    if is_known(word):
        return word  # पूर्णिमा is a name, and मा no ending of it
    for case in CASES:
        if word.endswith(case) and len(word) > len(case) + 1:
            stem = word.removesuffix(case)
            is_whole = len(BASE_LETTER.findall(stem)) < SHORTEST_NAME and stem not in TIES
            is_whole = is_whole or (case == "मा" and stem.endswith(JOINED_TO_MA))
            return word if is_whole else stem  # गोमा and रमा are names, and मा no ending of them
    return word


def names_given(word: str) -> bool:
    """Whether a word is known as somebody's first name, and as no place."""
    kinds = hints(sound(word))
    return "given" in kinds and "place" not in kinds


def has_case(word: str) -> bool:
    """Whether a word carries a case ending, which कालिका does not although it ends in का."""
    found = list(words(word, 0, len(word)))
    if not found or not found[0].ending:
        return False
    unsure = found[0].ending in ("का", "की")
    return not unsure or is_known(word[: found[0].stem_end]) or word.endswith(("लाका", "ाको"))


def with_known_people(message: SpokenMessage, mentions: Sequence[NameMention]) -> list[NameMention]:
    """The mentions, with the names that this conversation used before, and with whole names where
    the tagger saw only a surname or a first name."""
    names = sorted(_people_so_far(message), key=len, reverse=True)
    content, found = message.content, list[NameMention]()
    firsts = dict.fromkeys(each.split()[0] for each in names)
    for name in (*names, *(each for each in firsts if each not in names)):
        after = _AFTER_NAME if name not in firsts else _AFTER_FIRST_NAME
        for match in re.finditer(rf"(?<!\S){re.escape(name)}{after}", content):
            span = (match.start(), match.start() + len(name))
            following = re.match(rf"\s({WORD})", content[span[1] :])
            if following and name in firsts and not _follows_name(following[1]):
                continue
            if not any(each.start < span[1] and span[0] < each.end for each in found):
                why = "named before"
                found.append(NameMention(*span, MentionKind.PERSON, name, KNOWN_CONFIDENCE, why))
    others = [
        _whole_name(each, content, names)
        for each in mentions
        if not any(each.start < other.end and other.start < each.end for other in found)
        or " " in each.text
    ]
    others = [_without_destination(each, content) for each in others]
    found = [each for each in found if not any(_inside(each, other) for other in others)]
    together = sorted((*others, *found), key=lambda each: each.start)
    return sorted((*together, *_inferred_people(content, together)), key=lambda each: each.start)


_OPENING = re.compile(
    rf"(?:^|[।!?,\n]|(?<!\S)(?:र|अनि|तर|अब|अहिले|हाल|अचेल|आजदेखि))\s*(?P<run>{WORD}(?:\s{WORD}){{0,4}}?\s{LETTER}+?मा)\s"
)
"""Words that open a clause, up to the first with a locative ending."""
_COMPANIONS = re.compile(
    rf"(?<!\S)र\s+(?P<name>{WORD}(?:\s{WORD})?)\s+(?P<place>(?!घुम्न){WORD})\s+(?:घुम्न|पुग|ग(?:ए|यौ|इन्|एका)|जानुभ)"
)
_NAME_OF = re.compile(rf"(?P<name>{WORD}(?:\s{WORD})?)\s+नाम\s+गरे")


def _inferred_people(content: str, mentions: Sequence[NameMention]) -> list[NameMention]:
    """People whom the place of their names shows: the words of a subject before a place or a body,
    the last of a list of travellers, and whoever has a name (विमला नाम गरेकी)."""
    spans: list[tuple[int, str]] = []
    for opening in _OPENING.finditer(content):
        name = _subject_name(opening["run"].split())
        spans.append((opening.start("run"), name))
    for each in _COMPANIONS.finditer(content):
        first, _, second = each["name"].partition(" ")
        is_place = bool(set(hints(sound(second))) & {"place", "ends_like_a_place"})
        spans.append((each.start("name"), first if is_place else each["name"]))
    for named in _NAME_OF.finditer(content):
        parts = named["name"].split()
        name = parts[-1] if has_case(parts[0]) or parts[0] in STOP_WORDS else named["name"]
        spans.append((named.end("name") - len(name), name))
    found = []
    for start, name in spans:
        end = start + len(name)
        is_taken = any(each.start < end and start < each.end for each in mentions)
        if name and not is_taken and _may_be_given(name.split()[0]):
            why = "the subject by its place"
            found.append(NameMention(start, end, MentionKind.PERSON, name, SURE_CONFIDENCE, why))
    return found


def _subject_name(run: Sequence[str]) -> str:
    """The name at the head of words that end in a place or a body; empty if there is none.

    A name of two words leaves a body of two; a place takes one word.
    """
    *bare, last = run
    if set(run) & (TITLES | TIES.keys()):
        return ""
    if not bare or set(run) & (SPEAKER | THIRD_PERSON) or any(map(has_case, bare)):
        return ""
    kinds = [set(hints(sound(each))) for each in bare]
    if len(bare) > 1 and "surname" in kinds[1]:
        return " ".join(bare[:2])
    is_given = bool(kinds[0] & {"given", "ends_in_middle_name"})
    place = {"place", "place_word", "ends_like_a_place"} & set(hints(sound(last[: -len("मा")])))
    if len(bare) == 1:
        return bare[0] if is_given or place else ""
    if len(bare) == 2:
        return " ".join(bare) if place else bare[0] if is_given else ""
    return " ".join(bare[:2])


_AFTER_NAME = rf"(?=(?:{'|'.join(CASES)}|जी|ज्यू)?(?:\s|[,।!?]|$))"


_AFTER_FIRST_NAME = rf"(?=(?:{'|'.join(CASES)}|जी|ज्यू)(?:\s|[,।!?]|$)|\s|[,।!?]|$)"


def _follows_name(word: str) -> bool:
    """Whether a word may follow a first name and is no surname: a title, a place, a verb."""
    return word in TITLES or word in STOP_WORDS or word in TIES or has_case(word)


def _without_destination(mention: NameMention, content: str) -> NameMention:
    """A name without the place after it that somebody goes to: रीना पोखरा घुम्न गए."""
    first, _, last = mention.text.rpartition(" ")
    is_place = first and mention.kind is MentionKind.PERSON and "surname" not in hints(sound(last))
    if not is_place or not re.match(r"\s+(?:घुम्न|पुग|हेर्न\s+ग)", content[mention.end :]):
        return mention
    return replace(mention, end=mention.start + len(first), text=first)


def _inside(one: NameMention, other: NameMention) -> bool:
    return other.start <= one.start and one.end <= other.end


def _people_so_far(message: SpokenMessage) -> set[str]:
    names = {who for who, _, _ in message.earlier} | {message.speaker}
    for _, text, _ in message.earlier:
        names.update(_people_in(text))
    return {each for each in names if re.fullmatch(rf"{WORD}(?:\s{WORD}){{0,3}}", each)}


@lru_cache(maxsize=512)
def _people_in(text: str) -> tuple[str, ...]:
    """The full names of people in a text."""
    tagged = tag(text)
    people = [each for each in tagged if each.kind is MentionKind.PERSON]
    people += _inferred_people(text, tagged) if contains_devanagari(text) else []
    return tuple(each.text for each in people if " " in each.text)


def _whole_name(mention: NameMention, content: str, known: Sequence[str]) -> NameMention:
    """A first name with the surname after it, or a surname with the first name before it."""
    if mention.kind is not MentionKind.PERSON or " " in mention.text:
        return mention
    after = re.match(rf"\s({LAZY}){_AFTER_NAME}", content[mention.end :])
    surnames = {each.split()[-1] for each in known if " " in each}
    if after and (after[1] in surnames or "surname" in hints(sound(after[1]))):
        end = mention.end + after.end()
        return replace(mention, end=end, text=content[mention.start : end])
    before = re.search(rf"(?<!\S)({WORD})\s$", content[: mention.start])
    if before and "surname" in hints(sound(mention.text)) and _may_be_given(before[1]):
        start = mention.start - len(before.group())
        return replace(mention, start=start, text=content[start : mention.end])
    return mention


def _may_be_given(word: str) -> bool:
    """Whether a word may be a first name: no case, no title, no common word, no place."""
    common = word in STOP_WORDS or word in TITLES or word in TIES or word in OCCUPATIONS
    if common or word in OFFICES or has_case(word) or len(word) < SHORTEST_NAME:
        return False
    kinds = set(hints(sound(word)))
    return not kinds & {"place", "place_word", "org", "title", "surname", "party"}


def _ends_name(word: str) -> bool:
    return has_case(word) or word[:1].isdigit() or word.startswith("जन्म")


_BODY_END = re.compile(
    r"(?:ालय|बोर्डिङ|स्कुल|कलेज|क्याम्पस|बैंक|अस्पताल|सहकारी|क्लिनिक|कारखाना|उद्योग|घर|पसल|केन्द्र|शाखा|मिल|फर्म|प्रेस|स्टोर|सेवा|समूह|इस्टेट|डेरी|एफएम)$"
)


def _name_after(people: NepaliPeople, text: str, place: int) -> str:
    """The name of a relative after the word for them, before where or what they are.

    मेरी श्रीमती कविता धरान अस्पतालमा: of the words before the case ending, the first is her name,
    and the second too if it is a surname.
    """
    following = text[place:].split()
    bare = next((n for n, word in enumerate(following) if _ends_name(word.strip(","))), -1)
    if bare < 1 or not _may_be_given(following[0]):
        return ""
    surnames = {who.split()[-1] for who, _, _ in people.message.earlier if " " in who}
    surnames.add(people.message.speaker.split(" ")[-1])
    second = following[1] if bare > 1 else ""
    if second and (second in surnames or "surname" in hints(sound(second))):
        return " ".join(following[:2])
    body = stem_of(following[bare].strip(","))
    if bare == 1 and ("org" in hints(sound(body)) or _BODY_END.search(body)):
        return ""  # मेरी श्रीमती हिमाल बैंकमा
    return following[0]


_BODY_AFTER = re.compile(
    rf"\s{LETTER}{{0,20}}?(?:ालय|बोर्डिङ|स्कुल|कलेज|क्याम्पस|बैंक|अस्पताल|सहकारी|क्लिनिक|कारखाना|उद्योग|डेरी|प्रेस)मा(?!{LETTER})"
)
_WHERE_AFTER = re.compile(
    rf"(?:को|का|की)\s+(?:{LETTER}{{1,40}}\s){{0,3}}?{LETTER}{{1,40}}मा(?!{LETTER})"
)


def is_whereabouts(text: str, name: str, end: int) -> bool:
    """Whether a word after a tie only says in which place a body is: मेरी श्रीमती बजारको प्रेसमा."""
    is_given = " " in name or "given" in hints(sound(name))
    in_body = _WHERE_AFTER.match(text, end) or _BODY_AFTER.match(text, end)
    return not is_given and bool(in_body)


def relative_of(
    people: NepaliPeople, text: str, start: int, tie: re.Match[str]
) -> tuple[Referent | None, Referent]:
    """The owner of a tie and the relative, with the name that follows the word if there is one."""
    words = tie["owner"].split()
    stops = [number for number, word in enumerate(words[:-1], start=1) if word in STOP_WORDS]
    whose = " ".join(words[stops[-1] if stops else 0 :])
    owner = people.speaker() if whose in SPEAKER else people.person(whose)
    after = start + tie.end()
    named = [
        each
        for each in people.mentions
        if KINDS[each.kind] is EntityKind.PERSON
        and not tie["case"]
        and not text[tie.end() : each.start - start].strip()
        and each.start >= after
    ]
    if named and owner and not is_whereabouts(text, named[0].text, named[0].end - start):
        return owner, people.person(named[0].text) or people.relative(owner, tie["tie"])
    follows = re.match(
        rf"\s+({LETTER}+?(?:\s{LETTER}+?)?)(?:(?:ले|लाई)(?!{LETTER})|\s+(?:जन्म|नाम|हो(?!{LETTER})|हुन्|हुनुहुन्छ))",
        text[tie.end() :],
    )
    name = follows[1] if follows and not set(follows[1].split()) & STOP_WORDS else ""
    name = name or _name_after(people, text, tie.end())
    if name and owner and not tie["case"]:
        return owner, people.person(name) or people.relative(owner, tie["tie"])
    return owner, people.relative(owner or Referent(""), tie["tie"])
