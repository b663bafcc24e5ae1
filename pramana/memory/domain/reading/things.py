"""Whom or what the words of a message mean: names, the speaker, and pronouns where one fits."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pramana.language.scripts import holds_devanagari
from pramana.language.tagging import Kind as Tagged
from pramana.language.tagging import Mention, tag
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.message import Message
from pramana.memory.domain.reading.phrases import doing, given_name, phrase, proper_name
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
DOUBTFUL = 0.8
"""Below this a tag is the model's word alone."""
BY_PRONOUN, AS_GROUP, COMMON = 0.8, 0.85, 0.9
"""What is left of the confidence for each step away from a plain name."""

TITLE = re.compile(r"[\"“]([A-Z][^\"“”\n]{1,60}?)[,.!]?[\"”]")
"""A book or a song: a few words in quotation marks that begin with a capital."""


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
        self._titles: dict[int, str] = {}
        for title in TITLE.finditer(doc.text):
            span = doc.char_span(*title.span(1), alignment_mode="expand")
            self._titles.update((token.i, title[1]) for token in span or ())
        self._present = frozenset(
            part.casefold()
            for name in (message.speaker, message.listener)
            for part in (name, name.split(" ")[0])
            if part
        )

    def meant_by(self, token: Token) -> Thing | None:
        """The thing a noun or pronoun means, or None where that is not plain."""
        word = token.lower_
        if word in lexicon.GREETINGS or self.is_called(token):
            return None
        if holds_devanagari(word) and token.i not in self._by_token:
            return None  # the parser knows no Nepali
        if word in FIRST or word in FIRST_OF_SEVERAL:
            sure = 0.9 if word in FIRST else 0.9 * AS_GROUP
            return _person(self.message.speaker, sure)
        if word in SECOND:
            return _person(self.message.listener, 0.7)
        if word in THIRD:
            return self._last_person(token, THIRD[word])
        if token.i in self._titles:
            return Thing(self._titles[token.i], Kind.OTHER, 0.8, is_named=True)
        if token.i in self._by_token:
            return self._named(token)
        if token.pos_ == "PROPN":
            return Thing(proper_name(token), Kind.OTHER, 0.6, is_named=True)
        return self._common(token) if token.pos_ in ("NOUN", "NUM", "ADJ", "VERB") else None

    def mention_at(self, token: Token) -> Mention | None:
        return self._by_token.get(token.i)

    def is_called(self, token: Token) -> bool:
        """Whether a name only calls somebody: "Hey Ram, …", "…, Ram!"."""
        if token.pos_ != "PROPN" and token.i not in self._by_token:
            return False
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

    def saw(self, token: Token, thing: Thing, gender: str = "") -> None:
        """Remember a person, so that a later pronoun may mean them.

        Whoever speaks or is spoken to is I and you, not he or she.
        """
        if thing.kind is Kind.PERSON and thing.name.casefold() not in self._present:
            self._people.append((token.i, replace(thing, shown=""), gender))

    def owner_of(self, token: Token) -> Thing | None:
        """Whose it is: my, Ram's, Nepal's."""
        owners = [child for child in token.children if child.dep_ == "poss"]
        return self.meant_by(owners[0]) if owners else None

    def _named(self, token: Token) -> Thing:
        mention = self._by_token[token.i]
        whole = proper_name(token)
        if self._is_part_of(mention, whole):
            return Thing(whole, Kind.OTHER, mention.confidence * COMMON, is_named=True)
        return Thing(mention.text, KINDS[mention.kind], mention.confidence, is_named=True)

    def _is_part_of(self, mention: Mention, whole: str) -> bool:
        """Whether a doubtful tag caught only the end of a name: Sewa in Himchuli Nirman Sewa."""
        before = whole.removesuffix(mention.text).split()
        titled = {each.lower() for each in before} & {*lexicon.OFFICES, *lexicon.GREETINGS}
        longer = len(whole) > len(mention.text) and whole.endswith(f" {mention.text}")
        return longer and mention.confidence < DOUBTFUL and not titled

    def _common(self, token: Token) -> Thing | None:
        """A noun with what describes it: red car, Sita's sister. A name given to it comes first."""
        named = given_name(token)
        kind = Kind.PERSON if token.lemma_ in lexicon.TIES else Kind.OTHER
        if named is not None:
            found = self.meant_by(named)
            told = (("kind", token.lemma_),) if token.lemma_ in lexicon.OWNED else ()
            keeps = kind if kind is Kind.PERSON or told else found.kind if found else kind
            return replace(found, kind=keeps, attributes=told) if found else None
        words = phrase(token) if token.tag_ != "VBG" else doing(token)
        if not words or token.lemma_.lower() in lexicon.VAGUE:
            return None
        if token.tag_ == "VBG" and {words.rsplit(" ", 1)[-1], *words.split()[1:2]} & lexicon.VAGUE:
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
                if each.kind is Tagged.PERSON and each.text.casefold() not in self._present
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
