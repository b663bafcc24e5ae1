"""Nepali clauses: who does what, by case endings, pronouns and the words for relatives."""

import re
from dataclasses import dataclass, replace
from datetime import timedelta

from pramana.language.times import Cue, TimeExpression
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.chat_times import SINCE_THEN, find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, times_calendar
from pramana.memory.domain.reading.nepali_grammar import (
    CASES,
    FIRST_PERSON,
    HUMAN,
    KIN_RANK,
    LETTER,
    OWN_RELATIVES,
    SHORT_FORMS,
    SPEAKER,
    STOP_WORDS,
    THIRD_PERSON,
    THIRD_SINGULAR,
    TIES,
    TITLES,
    UNITS,
    NepaliTense,
    verb_tense,
)
from pramana.memory.domain.reading.nepali_people import (
    LONGEST_NAME,
    TIE,
    TIE_NAMES,
    TIE_WORD,
    NepaliPeople,
    clean_name,
    has_case,
    names_given,
    relative_of,
)
from pramana.memory.domain.reading.referents import KINDS

CONFIDENCE = 0.75
FAR, NEAR = timedelta(days=240), timedelta(days=100)
"""A day this long ago is more likely to be the same day to come, if that is this near."""
_LEAVES_LATER = re.compile(r"(?<!\S)(?:छो|छा)(?:ड|डि|ड्)\S*")
_STOP, _STOP_WORD = "\x00", "र"
_VERBAL = re.compile(r"(?:ेर|एर|ेपछि|एपछि|छन्|छु|छ|न्न|ँदा|्दा|दै)$")
"""The ends of verbs, which no name contains."""
_KIN_OPENING = re.compile(
    rf"\s*(?:(?:अब|अहिले|हाल|त|अनि|तर|र)\s+)*(?:{KIN_RANK}\s+)?(?P<tie>{TIE_NAMES})(?:हरू)?(?:ले|लाई|को)?(?=\s|$)"
)


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
        past = find_chat_times(self.text, at, ahead=False)
        if verb_tense(self.text) in (NepaliTense.PAST, NepaliTense.OVER):
            return past
        if not past or min(each.begins for each in past) > at - FAR:
            return past
        ahead = find_chat_times(self.text, at, ahead=True)
        near = len(past) == len(ahead) and all(each.begins < at + NEAR for each in ahead)
        return ahead if near else past

    def dates(self) -> list[TimeExpression]:
        """The times of the clause, or else the only one of its sentence."""
        own = [each for each in self.times() if each.cue is not Cue.FOR]
        first, last = self.sentence
        words = self.people.message.content[first:last]
        others = [] if own else find_chat_times(words, self.people.message.at)
        return own or (others if len(others) == 1 else [])

    def interval(self, meaning: str) -> Interval:
        """When the clause's relation held: `state`, `start`, `end` or `over`."""
        at = self.people.message.at
        times = self.dates()
        ends = meaning in ("end", "over")
        time = times[0] if times else None
        if not ends and time and time.cue is Cue.UNTIL:
            return dated_interval(None, time, at, ends=True)
        if meaning == "over":
            return dated_interval(None, self._leaving_time(), at, ends=True)
        return dated_interval(None, time, at, ends=True) if ends else dated_interval(time, None, at)

    def _leaving_time(self) -> TimeExpression | None:
        """When it ended, if a later clause of the sentence says so: "…, चैतमा छोडेँ"."""
        end = self.sentence[1]
        later = self.people.message.content[self.start + len(self.text) : end]
        if not _LEAVES_LATER.search(later):
            return None
        times = find_chat_times(later, self.people.message.at)
        return times[0] if len(times) == 1 else None

    def subject(self, before: int) -> Referent | None:
        """Who does it: the first name of the clause up to a place, a pronoun, or the speaker."""
        head = self.text[:before]
        if ties := list(TIE.finditer(head)):  # of मेरी बहिनी सीताकी छोरी रिया, the last
            owner, relative = relative_of(self.people, self.text, self.start, ties[-1])
            return relative if owner else None
        words = head.split()
        name = self._tagged_person(before) if not set(words) & SPEAKER else None
        name = name or self._first_name(self.without_times(head).split())
        if name is not None:
            return name
        if set(words) & SPEAKER or set(self.text.split()) & SPEAKER:
            return self.people.speaker()
        if set(words) & THIRD_PERSON:
            return self.people.pronoun()
        return self._unnamed_subject(head)

    def subject_by_name(self, before: int) -> Referent | None:
        """The person that the clause names before a place: by name, tie, or as म."""
        head = self.text[:before]
        if ties := list(TIE.finditer(head)):
            owner, relative = relative_of(self.people, self.text, self.start, ties[-1])
            return relative if owner else None
        words = head.split()
        if set(words) & SPEAKER:
            return self.people.speaker()
        name = self._tagged_person(before) or self._first_name(self.without_times(head).split())
        if name is None and set(words) & THIRD_PERSON:
            return self.people.pronoun()
        return name or self._own_kin(head)

    def _own_kin(self, head: str) -> Referent | None:
        """The speaker's relative that opens the clause: दाजु कतारमा, कान्छी फुपू इलामकी."""
        opening = _KIN_OPENING.match(self.without_times(head))
        if opening is None or FIRST_PERSON.search(self.text):
            return None
        return self.people.person(opening["tie"])

    def _unnamed_subject(self, head: str) -> Referent | None:
        """Whom the verb agrees with, if the clause names nobody: the speaker, or who came last."""
        kin = [each.group() for each in TIE_WORD.finditer(head) if each.group() in OWN_RELATIVES]
        if kin and kin[0] in self.without_times(head).split():
            return self.people.person(kin[0])
        if FIRST_PERSON.search(self.text) or SINCE_THEN.search(self.text):
            return self.people.speaker()
        if relative := self._own_kin(head):
            return relative
        words = [each.strip(',"“”') for each in self.without_times(head).split()]
        others = [each for each in words if each not in STOP_WORDS and not has_case(each)]
        follows = self.text.strip() != self._sentence_words()[: len(self.text.strip())]
        is_person = HUMAN.search(self.text) or (follows and THIRD_SINGULAR.search(self.text))
        return self.people.pronoun() if is_person and not others else None

    def _sentence_words(self) -> str:
        first, last = self.sentence
        return self.people.message.content[first:last].strip()

    def _tagged_person(self, before: int) -> Referent | None:
        """The first person that the tagger found before a place, unless a case excludes them."""
        for mention in self.people.mentions:
            start, end = mention.start - self.start, mention.end - self.start
            if KINDS[mention.kind] is EntityKind.PERSON and start >= 0 and end <= before:
                ending = re.match(rf"\s(?:को|का|की|मा|बाट)(?!{LETTER})|{LETTER}*", self.text[end:])
                if not ending or ending.group() in ("", "ले", "लाई", "जी", "ज्यू", "जीले"):
                    return self.people.person(mention.text)
        return None

    def without_times(self, head: str) -> str:
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
        name = clean_name(" ".join(taken), self.people.known)
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
        earlier = words[: len(words) - len(taken)]
        if len(taken) > 1 and earlier and earlier[-1] in TIES and names_given(taken[0]):
            taken = taken[1:]  # छोरी सीता काठमाडौँमा: the name of the relative
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
        spoken = set(text.split())
        is_own = bool(spoken & {"म", "मैले"} or FIRST_PERSON.search(text))
        is_own = is_own and not spoken & {"र", *TITLES}
        for name in () if is_own else self.people.called:
            text = re.sub(rf"(?<!\S){re.escape(name)}(?=\s)", _STOP * len(name), text)
        for mention in () if is_own else self.people.mentions:  # म अरुण सिमेन्टमा काम गर्छु
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
    """Whether a text contains a name, and not only with what hides it: हरिजी, बजारमै."""
    return bool(re.search(rf"{re.escape(name)}(?!जी|ज्यू|मै)", text))


def _carries(word: str, case: str) -> bool:
    forms = ("मा", "मै") if case == "मा" else (case,)
    return any(word.endswith(form) and len(word) > len(form) for form in forms)


def _without(word: str, case: str) -> str:
    forms = ("मा", "मै") if case == "मा" else (case,)
    return next((word.removesuffix(form) for form in forms if word.endswith(form)), word)
