"""Whom or what the words of a message mean: names, the speaker, and pronouns where one fits."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pramana.language.tagging import Kind as Tagged
from pramana.language.tagging import Mention, tag
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.message import Message
from pramana.memory.domain.reading.values import Kind, Thing, Token

KINDS = {
    Tagged.PERSON: Kind.PERSON,
    Tagged.ORGANIZATION: Kind.ORGANIZATION,
    Tagged.LOCATION: Kind.LOCATION,
}
FIRST = frozenset(("i", "me", "my", "mine", "myself"))
FIRST_OF_SEVERAL = frozenset(("we", "us", "our", "ours"))
SECOND = frozenset(("you", "your", "yours", "yourself"))
THIRD = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f", "hers": "f"}
BY_PRONOUN, AS_GROUP, COMMON = 0.8, 0.85, 0.9
"""What is left of the confidence for each step away from a plain name."""

LEFT_OUT = frozenset(("det", "poss", "predet", "punct", "cc", "preconj", "advmod", "case", "mark"))


class Things:
    """The things of one message. Remembers people in the order in which they are read."""

    def __init__(self, message: Message, doc: Any, mentions: Sequence[Mention]) -> None:
        self.message = message
        self.mentions = mentions
        self._by_token: dict[int, Mention] = {}
        for mention in mentions:
            span = doc.char_span(mention.start, mention.end, alignment_mode="expand")
            self._by_token.update((token.i, mention) for token in span or ())
        self._people: list[tuple[int, Thing, str]] = []

    def meant_by(self, token: Token) -> Thing | None:
        """The thing a noun or pronoun means, or None where that is not plain."""
        word = token.lower_
        if word in FIRST or word in FIRST_OF_SEVERAL:
            sure = 0.9 if word in FIRST else 0.9 * AS_GROUP
            return _person(self.message.speaker, sure)
        if word in SECOND:
            return _person(self.message.listener, 0.7)
        if word in THIRD:
            return self._last_person(token, THIRD[word])
        if token.i in self._by_token:
            return self._named(token)
        if token.pos_ == "PROPN" and word not in lexicon.GREETINGS:
            return Thing(_proper(token), Kind.OTHER, 0.6, is_named=True)
        return self._common(token) if token.pos_ in ("NOUN", "NUM", "ADJ", "VERB") else None

    def mention_at(self, token: Token) -> Mention | None:
        return self._by_token.get(token.i)

    def saw(self, token: Token, thing: Thing, gender: str = "") -> None:
        """Remember a person, so that a later pronoun may mean them."""
        if thing.kind is Kind.PERSON and thing.name != self.message.speaker:
            self._people.append((token.i, replace(thing, shown=""), gender))

    def owner_of(self, token: Token) -> Thing | None:
        """Whose it is: my, Ram's, Nepal's."""
        owners = [child for child in token.children if child.dep_ == "poss"]
        return self.meant_by(owners[0]) if owners else None

    def _named(self, token: Token) -> Thing:
        mention = self._by_token[token.i]
        return Thing(mention.text, KINDS[mention.kind], mention.confidence, is_named=True)

    def _common(self, token: Token) -> Thing | None:
        """A noun with what describes it: red car, Sita's sister. A name given to it comes first."""
        named = given_name(token)
        kind = Kind.PERSON if token.lemma_ in lexicon.TIES else Kind.OTHER
        if named is not None:
            found = self.meant_by(named)
            told = (("kind", token.lemma_),) if token.lemma_ in lexicon.OWNED else ()
            keeps = kind if kind is Kind.PERSON or told else found.kind if found else kind
            return replace(found, kind=keeps, attributes=told) if found else None
        words = phrase(token)
        if not words or token.lemma_.lower() in lexicon.VAGUE:
            return None
        owner = self.owner_of(token)
        if any(child.dep_ == "poss" for child in token.children):
            if owner is None:
                return None
            return Thing(f"{owner.name}'s {words}", kind, owner.confidence * COMMON)
        article = next((c.lower_ for c in token.children if c.dep_ == "det"), "")
        return Thing(words, kind, 0.8 * COMMON, f"{article} {words}".strip())

    def _last_person(self, pronoun: Token, gender: str) -> Thing | None:
        """The one person of the nearest sentence that names any; of two, neither.

        In this message first, then in the few before it.
        """
        known = [(i, each, sex) for i, each, sex in self._people if i < pronoun.i]
        fitting = [(i, each) for i, each, sex in known if sex in ("", gender)]
        if fitting:
            begins = pronoun.doc[fitting[-1][0]].sent.start
            near = {each.name: each for i, each in fitting if i >= begins}
            return _only(near)
        if known:
            return None
        for words in self.message.before:
            near = {
                each.text: Thing(each.text, Kind.PERSON, each.confidence, is_named=True)
                for each in tag(words)
                if each.kind is Tagged.PERSON
            }
            if near:
                return _only(near)
        return None


def _only(people: dict[str, Thing]) -> Thing | None:
    if len(people) != 1:
        return None
    [person] = people.values()
    return replace(person, confidence=person.confidence * BY_PRONOUN)


def _person(name: str, confidence: float) -> Thing | None:
    return Thing(name, Kind.PERSON, confidence, is_named=True) if name else None


def given_name(token: Token) -> Token | None:
    """The name in "my sister Maya", "a dog named Rex" or "Rex, a dog"."""
    for child in token.children:
        if child.dep_ == "appos" and child.pos_ == "PROPN":
            return child
        if child.dep_ == "acl" and child.lemma_ in ("name", "call"):
            return next((c for c in child.children if c.dep_ in ("oprd", "dobj", "attr")), None)
    return None


def _proper(token: Token) -> str:
    first = token
    while (
        first.i > first.sent.start
        and first.nbor(-1).pos_ == "PROPN"
        and (first.nbor(-1).dep_ in ("compound", "nmod", "flat"))
    ):
        first = first.nbor(-1)
    return str(token.doc[first.i : token.i + 1].text)


def phrase(token: Token) -> str:
    """A noun with its adjectives and its "of", without article and owner."""
    first = token.i
    for child in sorted(token.lefts, key=lambda each: -each.i):
        if child.dep_ in LEFT_OUT:
            break
        first = child.left_edge.i
    last = token.i
    for child in token.rights:
        if child.dep_ == "prep" and child.lower_ == "of" and child.i == last + 1:
            last = child.right_edge.i
    return str(token.doc[first : last + 1].text)
