"""Nepali clauses: who does what, by case endings, pronouns and the words for relatives."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from pramana.language.tagging import NameMention
from pramana.language.tagging.words import is_known, words
from pramana.language.times import Cue, TimeExpression, find_times
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, times_calendar
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali_grammar import (
    CASES,
    FIRST_PERSON,
    HUMAN,
    KIN_RANK,
    LAZY,
    LETTER,
    OWN_RELATIVES,
    SHORT_FORMS,
    SPEAKER,
    STOP_WORDS,
    THIRD_PERSON,
    TIES,
    TITLES,
    UNITS,
)
from pramana.memory.domain.reading.referents import KINDS

CONFIDENCE = 0.75
LONGEST_NAME = 5
FAR, NEAR = timedelta(days=240), timedelta(days=100)
"""A day this long ago is more likely to be the same day to come, if that is this near."""
_STOP, _STOP_WORD = "\x00", "र"
_TIE_WORDS = "|".join(sorted(TIES, key=len, reverse=True))
TIE = re.compile(
    rf"(?<!\S)(?P<owner>मेर[ोीा]|हाम्र[ोीा]|{LAZY}(?:\s{LAZY}){{0,2}}?(?:को|का|की))\s+(?:{KIN_RANK}\s+)?"
    rf"(?P<tie>{_TIE_WORDS})(?P<case>ले|लाई|को|का|की)?(?!{LETTER})"
)

_TIE_WORD = re.compile(rf"(?<!\S)(?:{_TIE_WORDS})(?=ले|लाई|को|का|की|\s|[,।!]|$)")
_VERBAL = re.compile(r"(?:ेर|एर|ेपछि|एपछि|छन्|छु|छ|न्न|ँदा|्दा|दै)$")
"""The ends of verbs, which no name contains."""
_KIN_OPENING = re.compile(
    rf"\s*(?:(?:अब|अहिले|हाल|त|अनि|तर|र)\s+)*(?:{KIN_RANK}\s+)?(?P<tie>{_TIE_WORDS})(?:हरू)?(?:ले|लाई|को)?(?=\s|$)"
)
NAMED = re.compile(
    rf"(?:(?P<tie>{_TIE_WORDS})को\s+|(?:उहाँ|उन|उस)को\s+|(?<!\S))नाम\s+(?:(?:चाहिँ|त|\S+मा)\s+)?"
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

    def __post_init__(self) -> None:
        content = self.message.content
        for match in NAMED.finditer(content):
            ties = [each.group() for each in _TIE_WORD.finditer(content, 0, match.start())]
            tie = match["tie"] or (ties[-1] if ties else "")
            name = match["name"].strip()
            if tie and name and name not in STOP_WORDS:
                self.names[tie] = name

    def speaker(self) -> Referent | None:
        name = self.message.speaker
        return Referent(name, EntityKind.PERSON, 0.9, is_named=True) if name else None

    def person(self, words: str) -> Referent | None:
        """The person that words name, without titles and case endings."""
        name = clean_name(words)
        if not name:
            return self._own_relative(words)
        self.last = name
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


def clean_name(words: str) -> str:
    """A name without words around it, titles and case endings.

    >>> clean_name("अब गीता म्याडमले")
    'गीता'
    """
    parts = [each.strip("\"“”'()-।,") for each in words.split()]
    while parts and (parts[0] in STOP_WORDS or parts[0] in TIES or parts[0][0].isdigit()):
        parts = parts[1:]
    if parts:
        parts[-1] = stem_of(parts[-1])
    while parts and (parts[-1] in TITLES or parts[-1] in STOP_WORDS):
        parts = parts[:-1]
        if parts:
            parts[-1] = stem_of(parts[-1])
    if parts and len(parts[-1]) > 4 and parts[-1].endswith(("ज्यू", "जी")):
        parts[-1] = parts[-1].removesuffix("ज्यू").removesuffix("जी")
    return " ".join(parts) if len(parts) <= LONGEST_NAME else ""


def stem_of(word: str) -> str:
    if is_known(word):
        return word  # पूर्णिमा is a name, and मा no ending of it
    for case in CASES:
        if word.endswith(case) and len(word) > len(case) + 1:
            return word.removesuffix(case)
    return word


@dataclass(frozen=True)
class NepaliClause:
    """A clause of a Nepali sentence; `start` and `end` locate it in the message."""

    people: NepaliPeople
    text: str
    start: int
    sentence: tuple[int, int]

    def times(self) -> list[TimeExpression]:
        """The times of the clause. A day without a year is the nearest one, also to come."""
        at = self.people.message.at
        past = find_times(self.text, at, ahead=False)
        if not past or min(each.begins for each in past) > at - FAR:
            return past
        ahead = find_times(self.text, at, ahead=True)
        near = len(past) == len(ahead) and all(each.begins < at + NEAR for each in ahead)
        return ahead if near else past

    def dates(self) -> list[TimeExpression]:
        """The times of the clause, or else the only one of its sentence."""
        own = [each for each in self.times() if each.cue is not Cue.FOR]
        first, last = self.sentence
        words = self.people.message.content[first:last]
        others = [] if own else find_times(words, self.people.message.at)
        return own or (others if len(others) == 1 else [])

    def interval(self, meaning: str) -> Interval:
        """When the clause's relation held: `state`, `start`, `end` or `over`."""
        at = self.people.message.at
        times = self.dates()
        ends = meaning in ("end", "over")
        time = times[0] if times else None
        if meaning == "over":
            return dated_interval(None, None, at, ends=True)
        return dated_interval(None, time, at, ends=True) if ends else dated_interval(time, None, at)

    def subject(self, before: int) -> Referent | None:
        """Who does it: the first name of the clause up to a place, a pronoun, or the speaker."""
        head = self.text[:before]
        tie = TIE.search(head)
        if tie:
            owner, relative = relative_of(self.people, self.text, self.start, tie)
            return relative if owner else None
        words = head.split()
        name = self._tagged_person(before) if not set(words) & SPEAKER else None
        name = name or self._first_name(self._without_times(head).split())
        if name is not None:
            return name
        if set(words) & SPEAKER or set(self.text.split()) & SPEAKER:
            return self.people.speaker()
        if set(words) & THIRD_PERSON:
            return self.people.pronoun()
        return self._unnamed_subject(head)

    def named_subject(self, before: int) -> Referent | None:
        """The person that the clause names before a place: by name, tie, or as म."""
        head = self.text[:before]
        if tie := TIE.search(head):
            owner, relative = relative_of(self.people, self.text, self.start, tie)
            return relative if owner else None
        words = head.split()
        if set(words) & SPEAKER:
            return self.people.speaker()
        name = self._tagged_person(before) or self._first_name(self._without_times(head).split())
        if name is None and set(words) & THIRD_PERSON:
            return self.people.pronoun()
        return name or self._own_kin(head)

    def _own_kin(self, head: str) -> Referent | None:
        """The speaker's relative that opens the clause: दाजु कतारमा, कान्छी फुपू इलामकी."""
        opening = _KIN_OPENING.match(self._without_times(head))
        if opening is None or FIRST_PERSON.search(self.text):
            return None
        return self.people.person(opening["tie"])

    def _unnamed_subject(self, head: str) -> Referent | None:
        """Whom the verb agrees with, if the clause names nobody: the speaker, or who came last."""
        kin = [each.group() for each in _TIE_WORD.finditer(head) if each.group() in OWN_RELATIVES]
        if kin and kin[0] in self._without_times(head).split():
            return self.people.person(kin[0])
        if FIRST_PERSON.search(self.text):
            return self.people.speaker()
        if relative := self._own_kin(head):
            return relative
        words = [each.strip(',"“”') for each in self._without_times(head).split()]
        others = [each for each in words if each not in STOP_WORDS and not has_case(each)]
        return self.people.pronoun() if HUMAN.search(self.text) and not others else None

    def _tagged_person(self, before: int) -> Referent | None:
        """The first person that the tagger found before a place, unless a case excludes them."""
        for mention in self.people.mentions:
            start, end = mention.start - self.start, mention.end - self.start
            if KINDS[mention.kind] is EntityKind.PERSON and start >= 0 and end <= before:
                ending = re.match(rf"\s(?:को|का|की|मा|बाट)(?!{LETTER})|{LETTER}*", self.text[end:])
                if not ending or ending.group() in ("", "ले", "लाई", "जी", "ज्यू", "जीले"):
                    return self.people.person(mention.text)
        return None

    def _without_times(self, head: str) -> str:
        for time in self.times():
            if time.end <= len(head):
                head = f"{head[: time.start]}{' ' * (time.end - time.start)}{head[time.end :]}"
        return re.sub(r"(?<!\S)देखि(?!\S)", "    ", head)

    def _first_name(self, words: list[str]) -> Referent | None:
        taken: list[str] = []
        for word in words:
            plain = word.strip("\"“”',")
            if plain in SPEAKER or plain in THIRD_PERSON:
                break
            if not taken and (plain in STOP_WORDS or plain[:1].isdigit() or plain.endswith("देखि")):
                continue
            if plain in STOP_WORDS:
                break
            taken.append(plain)
            if plain.endswith(("ले", "लाई")) or plain in TITLES or has_case(plain):
                break
        if not taken or (has_case(taken[-1]) and not taken[-1].endswith(("ले", "लाई"))):
            return None
        name = clean_name(" ".join(taken))
        place = self.text.find(taken[0])
        tagged = self.people.tagged_as_person(
            self.start + place, self.start + place + len(" ".join(taken))
        )
        agent = taken[-1].endswith("ले") or taken[-1] in TITLES
        known = any(
            name.split()[:1] == who.split()[:1] for who, _, _ in self.people.message.earlier
        )
        return self.people.person(name) if name and (tagged or agent or known) else None

    def object_in(self, case: str, before: int) -> str:
        """The last noun phrase with a case ending, or without one, before a place."""
        words = self._plain_words(before)
        while words and words[-1].strip(",") in STOP_WORDS:
            words = words[:-1]
        if case:
            at = [n for n, word in enumerate(words) if _carries(word.strip(","), case)]
            if not at:
                return ""
            words = words[: at[-1] + 1]
        elif not words or has_case(words[-1]):
            return ""
        taken: list[str] = []
        for number, word in enumerate(reversed(words)):
            plain = word.strip("\"“”'")
            first = number == 0
            ends = (
                plain.endswith(",")
                or _VERBAL.search(plain)
                or plain in STOP_WORDS
                or plain in TITLES
                or plain in TIES
            )
            if not first and (ends or has_case(plain)):
                break
            taken.insert(0, plain.strip(","))
            if len(taken) == LONGEST_NAME:
                break
        if case:
            taken[-1] = _without(taken[-1], case)
            taken = [*self._owner_words(words[: len(words) - len(taken)], taken), *taken]
        return " ".join(SHORT_FORMS.get(each, each) for each in taken)

    @staticmethod
    def _owner_words(before: list[str], taken: list[str]) -> list[str]:
        """The words of what a unit belongs to: नगरपालिकाको in नगरपालिकाको योजना शाखा."""
        owner: list[str] = []
        if taken[-1] not in UNITS or not before or not before[-1].endswith(("को", "का")):
            return []
        for number, word in enumerate(reversed(before)):
            if word in STOP_WORDS or word in TIES or (number and has_case(word)):
                break
            owner.insert(0, word)
        return owner if len(owner) + len(taken) <= LONGEST_NAME else []

    def _plain_words(self, before: int) -> list[str]:
        """The words up to a place, with a stop in place of each time and each person."""
        text = self.text
        for time in self.times():
            text = f"{text[: time.start]}{_STOP * (time.end - time.start)}{text[time.end :]}"
        for mention in self.people.mentions:
            start, end = mention.start - self.start, mention.end - self.start
            if KINDS[mention.kind] is EntityKind.PERSON and start >= 0 and end <= len(text):
                text = f"{text[:start]}{_STOP * (end - start)}{text[end:]}"
        text = re.sub(
            rf"(?<=[\w\u0900-\u097F])\s+(?=(?:{'|'.join(CASES)})(?:\s|$))", "", text[:before]
        )
        words = [_STOP_WORD if _STOP in word else word for word in text.split()]
        return [word for word in words if word.strip(_STOP)]

    def claim(
        self,
        subject: Referent,
        relation: str,
        other: Referent,
        interval: Interval,
        *,
        is_false: bool = False,
    ) -> RelationClaim:
        first, last = self.sentence
        words = self.people.message.content[first:last].strip()
        text = f"{self.text.strip(' ,।.')}।"
        if not _stands_in(subject.name, text):
            text = f"{subject.name}: {text}"
        if not _stands_in(other.name, text):
            text = f"{text} ({other.name})"
        begin = first + self.people.message.content[first:last].index(words) if words else first
        kind = lexicon.OBJECT_KINDS.get(relation, other.kind)
        confidence = round(min(0.9, CONFIDENCE * subject.confidence / 0.8), 2)
        return RelationClaim(
            subject,
            relation,
            replace(other, kind=kind),
            text,
            begin,
            begin + len(words),
            interval,
            confidence,
            calendar=times_calendar(self.times()),
            is_false=is_false,
        )

    def since_message(self) -> Interval:
        """Since the telling, at the latest: what the clause's times do not date."""
        return Interval(self.people.message.at)

    def ending(self, subject: Referent, relations: tuple[str, ...], interval: Interval) -> EndClaim:
        return EndClaim(subject, relations, interval, *self.sentence)


def _stands_in(name: str, text: str) -> bool:
    """Whether a text contains a name, and not only with an honorific joined to it: हरिजी."""
    return bool(re.search(rf"{re.escape(name)}(?!जी|ज्यू)", text))


def _carries(word: str, case: str) -> bool:
    forms = ("मा", "मै") if case == "मा" else (case,)
    return any(word.endswith(form) and len(word) > len(form) for form in forms)


def _without(word: str, case: str) -> str:
    forms = ("मा", "मै") if case == "मा" else (case,)
    return next((word.removesuffix(form) for form in forms if word.endswith(form)), word)


def has_case(word: str) -> bool:
    """Whether a word carries a case ending, which कालिका does not although it ends in का."""
    found = list(words(word, 0, len(word)))
    if not found or not found[0].ending:
        return False
    unsure = found[0].ending in ("का", "की")
    return not unsure or is_known(word[: found[0].stem_end]) or word.endswith(("लाका", "ाको"))


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
    if named and owner:
        return owner, people.person(named[0].text) or people.relative(owner, tie["tie"])
    follows = re.match(
        rf"\s+({LETTER}+?(?:\s{LETTER}+?)?)(?:(?:ले|लाई)(?!{LETTER})|\s+(?:जन्म|नाम|हो(?!{LETTER})|हुन्|हुनुहुन्छ))",
        text[tie.end() :],
    )
    if follows and owner and not set(follows[1].split()) & STOP_WORDS and not tie["case"]:
        return owner, people.person(follows[1]) or people.relative(owner, tie["tie"])
    return owner, people.relative(owner or Referent(""), tie["tie"])
