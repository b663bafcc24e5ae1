"""Referents: whom or what names, nouns and pronouns of a message refer to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention, tag
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EntityKind, Referent, Token
from pramana.memory.domain.reading.lexicon import CLEAR_ROMANISED
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.phrases import (
    activity_phrase,
    appositive_name,
    noun_phrase,
    proper_name,
)

KINDS = {
    MentionKind.PERSON: EntityKind.PERSON,
    MentionKind.ORGANIZATION: EntityKind.ORGANIZATION,
    MentionKind.LOCATION: EntityKind.LOCATION,
}
FIRST_PERSON = frozenset(("i", "me", "my", "mine", "myself"))
FIRST_PERSON_PLURAL = frozenset(("we", "us", "our", "ours"))
SECOND_PERSON = frozenset(("you", "your", "yours", "yourself"))
THIRD_PERSON_GENDERS = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f", "hers": "f"}
DOUBTFUL_TAG = 0.8
"""Below this confidence, only the tagger's model supports a tag."""
PRONOUN_FACTOR, PLURAL_FACTOR, COMMON_NOUN_FACTOR = 0.8, 0.85, 0.9
"""Factors by which confidence falls for each step away from a plain name."""

WORKPLACE = re.compile(
    r"\b(?:works?|working|worked|job|teach(?:es)?) (?:at|for|with) (?:the )?"
    r"(?P<body>[A-Z][\w’'&-]*(?: [A-Z][\w’'&-]*){0,3})"
)
"""Names at which an earlier message says that somebody works, however they are tagged."""
HOME = re.compile(
    r"\b(?:lives?|living|lived|moved|based|is|are|still|back|home) (?:in|to)"
    r" (?P<place>[A-Z][\w’'-]*)"
)
"""Names that an earlier message takes for places."""
TITLE = re.compile(r"[\"“]([A-Z][^\"“”\n]{1,60}?)[,.!]?[\"”]")
"""The title of a book or song: a few words in quotation marks, beginning with a capital."""

SPOKEN = re.compile(r"\b(?:I|I['’]m|we|my|our|you|is|am|are|was|were)\b")
"""Words in quotation marks that somebody said, which are no title."""


class Referents:
    """The people and things of one message, with the people remembered in reading order."""

    def __init__(self, message: SpokenMessage, doc: Any, mentions: Sequence[NameMention]) -> None:
        self.message = message
        self.mentions = mentions
        self._by_token: dict[int, NameMention] = {}
        for mention in mentions:
            span = doc.char_span(mention.start, mention.end, alignment_mode="expand")
            self._by_token.update((token.i, mention) for token in span or ())
        self._people: list[tuple[int, Referent, str]] = []
        self._titles: dict[int, str] = {}
        self._bodies = frozenset(
            match["body"] for _, words, _ in message.earlier for match in WORKPLACE.finditer(words)
        )
        self._places = frozenset(
            match["place"] for _, words, _ in message.earlier for match in HOME.finditer(words)
        )
        for title in TITLE.finditer(doc.text):
            if SPOKEN.search(title[1]):
                continue
            span = doc.char_span(*title.span(1), alignment_mode="expand")
            self._titles.update((token.i, title[1]) for token in span or ())
        self._present = frozenset(
            part.casefold()
            for name in (message.speaker, message.listener)
            for part in (name, name.split(" ")[0])
            if part
        )

    def resolve(self, token: Token) -> Referent | None:
        """What a noun or pronoun refers to, or None if that is not clear."""
        word = token.lower_
        if word in lexicon.GREETINGS or self.is_vocative(token):
            return None
        if contains_devanagari(word) and token.i not in self._by_token:
            return None  # the parser does not know Nepali
        if word in FIRST_PERSON or word in FIRST_PERSON_PLURAL:
            confidence = 0.9 if word in FIRST_PERSON else 0.9 * PLURAL_FACTOR
            return _person(self.message.speaker, confidence)
        if word in SECOND_PERSON:
            return _person(self.message.listener, 0.7)
        if word in THIRD_PERSON_GENDERS:
            return self._last_person(token, THIRD_PERSON_GENDERS[word])
        if word in lexicon.FAMILY_NAMES and self._stands_alone(token):
            return self._own_relative(word)
        if token.i in self._titles:
            return Referent(self._titles[token.i], EntityKind.OTHER, 0.8, is_named=True)
        if token.i in self._by_token:
            return self._referent_by_name(token)
        if token.pos_ == "PROPN":
            kind = EntityKind.LOCATION if token.text in self._places else EntityKind.OTHER
            return Referent(proper_name(token), kind, 0.6, is_named=True)
        return self._noun_referent(token) if token.pos_ in ("NOUN", "NUM", "ADJ", "VERB") else None

    def _stands_alone(self, token: Token) -> bool:
        """Whether a word for a relative has neither an owner, nor an article, nor a name."""
        beside = {child.dep_ for child in token.children} & {"poss", "det", "compound", "appos"}
        return token.is_title and not beside and token.dep_ != "compound"

    def _own_relative(self, word: str) -> Referent | None:
        owner = self.message.speaker
        if not owner:
            return None
        name = f"{owner}'s {word}"
        return Referent(name, EntityKind.PERSON, 0.75, owner=owner, tie=word)

    def mention_at(self, token: Token) -> NameMention | None:
        return self._by_token.get(token.i)

    def is_vocative(self, token: Token) -> bool:
        """Whether a name only addresses somebody: "Hey Ram, …", "…, Ram!"."""
        if token.pos_ != "PROPN" and token.i not in self._by_token:
            return False
        if any(child.dep_ == "conj" for child in token.children) or token.dep_ in ("conj", "appos"):
            return False  # the first of several
        first, last = self._edges(token)
        before = token.doc[first - 1] if first > token.sent.start else None
        after = token.doc[last + 1] if last + 1 < token.sent.end else None
        if after is not None and not (after.is_punct or after.text in "-–—"):
            return False
        if before is None or before.lower_ in lexicon.GREETINGS:
            name = str(token.doc[first : last + 1].text).casefold()
            return before is not None or name in self._present
        return before.text == "," and (token.dep_ in ("npadvmod", "nsubj", "vocative", "intj"))

    def _edges(self, token: Token) -> tuple[int, int]:
        """The first and last token of the name that a token is part of."""
        first = last = token.i
        while first - 1 >= token.sent.start and token.doc[first - 1].pos_ == "PROPN":
            first -= 1
        while last + 1 < token.sent.end and token.doc[last + 1].pos_ == "PROPN":
            last += 1
        return first, last

    def remember_person(self, token: Token, referent: Referent, gender: str = "") -> None:
        """Remember a person, so that a later pronoun may refer to them.

        The speaker and the listener are never "he" or "she".
        """
        if referent.kind is EntityKind.PERSON and referent.name.casefold() not in self._present:
            self._people.append((token.i, replace(referent, phrase=""), gender))

    def owner_of(self, token: Token) -> Referent | None:
        """The owner of a noun: my, Ram's, Nepal's."""
        owners = [child for child in token.children if child.dep_ == "poss"]
        return self.resolve(owners[0]) if owners else None

    def _referent_by_name(self, token: Token) -> Referent:
        mention = self._by_token[token.i]
        whole = proper_name(token)
        if self._is_part_of(mention, whole):
            return Referent(
                whole, EntityKind.OTHER, mention.confidence * COMMON_NOUN_FACTOR, is_named=True
            )
        kind = KINDS[mention.kind]
        if mention.text in self._bodies and kind is not EntityKind.LOCATION:
            kind = EntityKind.ORGANIZATION
        elif mention.confidence < DOUBTFUL_TAG and (_is_in(token) or mention.text in self._places):
            kind = EntityKind.LOCATION
        return Referent(mention.text, kind, mention.confidence, is_named=True)

    def _is_part_of(self, mention: NameMention, whole: str) -> bool:
        """Whether a doubtful tag caught only the end of a name: Sewa in Himchuli Nirman Sewa."""
        before = whole.removesuffix(mention.text).split()
        titled = {each.lower() for each in before} & {*lexicon.OFFICES, *lexicon.GREETINGS}
        longer = len(whole) > len(mention.text) and whole.endswith(f" {mention.text}")
        return longer and mention.confidence < DOUBTFUL_TAG and not titled

    def _noun_referent(self, token: Token) -> Referent | None:
        """A noun with its modifiers (red car, Sita's sister), or the name beside it."""
        name = appositive_name(token)
        kind = EntityKind.PERSON if token.lemma_ in lexicon.TIES else EntityKind.OTHER
        if name is not None:
            referent = self.resolve(name)
            if referent is None:
                return None
            attributes = (("kind", token.lemma_),) if token.lemma_ in lexicon.POSSESSIONS else ()
            keeps_kind = kind is not EntityKind.PERSON and not attributes
            kind = referent.kind if keeps_kind else kind
            return replace(referent, kind=kind, attributes=attributes)
        words = noun_phrase(token) if token.tag_ != "VBG" else activity_phrase(token)
        if not words or token.lemma_.lower() in lexicon.VAGUE_NOUNS:
            return None
        if (
            token.tag_ == "VBG"
            and {words.rsplit(" ", 1)[-1], *words.split()[1:2]} & lexicon.VAGUE_NOUNS
        ):
            return None
        owner = self.owner_of(token)
        if any(child.dep_ == "poss" for child in token.children):
            if owner is None:
                return None
            if _is_our_post(token):
                name = f"the {words}"
                return Referent(name, EntityKind.PERSON, 0.7, name, tie=words.lower())
            tie = token.lower_ if token.lemma_ in lexicon.TIES and token.tag_ != "NNS" else ""
            return Referent(
                f"{owner.name}'s {words}",
                kind,
                owner.confidence * COMMON_NOUN_FACTOR,
                owner=owner.name if tie else "",
                tie=tie,
            )
        article = next((c.lower_ for c in token.children if c.dep_ == "det"), "")
        phrase = f"{article} {words}".strip()
        is_post = token.tag_ == "NN" and lexicon.is_occupation(token.lemma_)
        if article == "the" and (is_post or words.lower() in lexicon.DEFINITE_OFFICES):
            return Referent(phrase, EntityKind.PERSON, 0.7, phrase, tie=words.lower())
        return Referent(words, kind, 0.8 * COMMON_NOUN_FACTOR, phrase)

    def _last_person(self, pronoun: Token, gender: str) -> Referent | None:
        """The person of the nearest sentence that names one: the only one, or else its subject.

        This message is searched first, then the few before it.
        """
        known = [(i, each, sex) for i, each, sex in self._people if i < pronoun.i]
        fitting = [(i, each) for i, each, sex in known if sex in ("", gender)]
        if fitting:
            begins = pronoun.doc[fitting[-1][0]].sent.start
            near = [(i, each) for i, each in fitting if i >= begins]
            return _only_person({each.name: each for _, each in near}) or _subject(pronoun, near)
        return None if known else self.last_person_before()

    def last_person_named(self) -> str:
        """The last person this message names, or else the one an earlier message is about."""
        named = [
            each.text
            for each in self.mentions
            if each.kind is MentionKind.PERSON and each.text.casefold() not in self._present
        ]
        person = None if named else self.last_person_before(or_speaker=False)
        return named[-1] if named else person.name if person else ""

    def last_person_before(self, *, or_speaker: bool = True) -> Referent | None:
        """Whom the nearest earlier message that names somebody is about, else who said the last."""
        for words in self.message.before:
            near = {
                each: Referent(each, EntityKind.PERSON, 0.8, is_named=True)
                for each in self._people_spoken_of(words)
            }
            if near:
                return _only_person(near)
            kin = [each for each in KIN_WORD.findall(words) if each.lower() in lexicon.FAMILY_NAMES]
            if kin and (relative := self._own_relative(kin[-1].lower())):
                return relative
        for speaker in self.message.speakers_before if or_speaker else ():
            if speaker and speaker.casefold() not in self._present:
                person = Referent(speaker, EntityKind.PERSON, 0.8, is_named=True)
                return replace(person, confidence=person.confidence * PRONOUN_FACTOR)
        return None

    def _people_spoken_of(self, words: str) -> list[str]:
        """The people an earlier text is about: not who is addressed, and not who only reports."""
        text = REPORTER.sub(lambda match: " " * len(match.group()), words)
        named = [
            each.text
            for each in tag(text)
            if each.kind is MentionKind.PERSON
            and each.text.casefold() not in self._present
            and _is_name(each.text, text)
        ]
        named = [each for each in named if not _is_addressed(each, text)]
        return named or [each for each in self._earlier_names() if _names_first(each, text)]

    def _earlier_names(self) -> Iterator[str]:
        """Those who wrote before, and those whom they named in full."""
        known = [who for who, _, _ in self.message.earlier if who]
        known += [name for _, text, _ in self.message.earlier for name in full_names(text)]
        for name in dict.fromkeys(known):
            if name.casefold() not in self._present:
                yield name


KIN_WORD = re.compile(r"\b[A-Z][a-z]+\b")
REPORTER = re.compile(
    r"\b(?:(?:Cousin|Uncle|Aunt|Auntie|Mr|Mrs|Ms|Dr)\.? )?[A-Z][\w’-]+(?: [A-Z][\w’-]+)?"
    r" (?:told (?:me|us)|says|said|thinks|reckons|heard|asks?|asked)(?: that| whether| if)? "
)
"""Who only passes something on, whom the next "he" or "she" hardly means."""


def _is_addressed(name: str, text: str) -> bool:
    """Whether a text only talks to somebody: "Oh Ana!", "…, Ana?"."""
    place = re.escape(name)
    if name.casefold().split()[-1] in ("ji", "dai", "didi", "bhai", "bahini", "sir", "madam"):
        return True
    return bool(
        re.search(
            rf"(?:^|[.!?] )(?:\w+ )?{place}(?:,|!)|, {place}[.!?]|{place} (?:ji|dai|didi)\b", text
        )
    )


def _names_first(name: str, text: str) -> bool:
    """Whether a text contains the first name of a person."""
    return name.split()[0].casefold() in {stem_of_word(each) for each in text.casefold().split()}


def stem_of_word(word: str) -> str:
    return re.sub(r"(?:['’]s|ले|लाई|को|जी|ज्यू|सँग)?[.,!?।\"]*$", "", word)


@lru_cache(maxsize=512)
def full_names(text: str) -> tuple[str, ...]:
    """The people that a text names in full."""
    people = [each.text for each in tag(text) if each.kind is MentionKind.PERSON]
    return tuple(each for each in people if " " in each and _is_name(each, text))


def _is_name(words: str, text: str) -> bool:
    """Whether a tag is no mistake: neither words of romanised Nepali, nor a place after "in"."""
    if set(words.casefold().split()) & CLEAR_ROMANISED:
        return False
    return not re.search(rf"\bin {re.escape(words)}\b", text)


def _is_our_post(token: Token) -> bool:
    """Whether "our manager" means whoever manages the group's body."""
    ours = any(child.dep_ == "poss" and child.lower_ == "our" for child in token.children)
    is_post = token.lemma_ in lexicon.OFFICES or lexicon.TIES.get(token.lemma_) == "REPORTS_TO"
    is_post = is_post or lexicon.is_occupation(token.lemma_)
    return bool(ours and token.tag_ == "NN" and is_post)


def _is_in(token: Token) -> bool:
    """Whether a name follows "in", as people do not."""
    return bool(token.dep_ == "pobj" and token.head.lower_ == "in")


def _only_person(people: dict[str, Referent]) -> Referent | None:
    """The only person. Mr Ugo Ferri and Ugo Ferri are one."""
    shortest = min(people, key=len, default="")
    if not shortest or not all(set(shortest.split()) <= set(name.split()) for name in people):
        return None
    person = people[max(people, key=len)]
    return replace(person, confidence=person.confidence * PRONOUN_FACTOR)


def _subject(pronoun: Token, near: Sequence[tuple[int, Referent]]) -> Referent | None:
    """The one who is the subject of the sentence before, if the pronoun is a subject too."""
    tokens = [(pronoun.doc[i], each) for i, each in near]
    subjects = {
        each.name: each
        for token, each in tokens
        if token.dep_ in ("nsubj", "nsubjpass")
        and not any(c.dep_ == "conj" for c in token.children)
    }
    is_subject = pronoun.dep_ in ("nsubj", "nsubjpass")
    is_next = bool(tokens) and tokens[-1][0].sent.start < pronoun.sent.start
    return _only_person(subjects) if is_subject and is_next else None


def _person(name: str, confidence: float) -> Referent | None:
    return Referent(name, EntityKind.PERSON, confidence, is_named=True) if name else None
