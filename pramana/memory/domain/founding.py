"""Which facts of an extraction rest on the message they were read from.

A model is given earlier messages to understand this one, and small ones repeat what those say, or
put one person's sentence on another. What cannot be found here was not said here.
"""

from collections.abc import Iterable, Sequence

from pramana.kit.evidence import Text
from pramana.language.scripts import language_by_script
from pramana.language.stems import stems
from pramana.memory.contracts.extraction import FactFound, Spoken


def founded(
    facts: Iterable[FactFound], body: str, earlier: Sequence[Spoken] = ()
) -> list[FactFound]:
    """Facts whose words stand in the message, and whose sentence names both of its ends."""
    message = Message(body, earlier)
    return [each for each in facts if names_both(each) and message.says(each)]


class Message:
    """What is said in a message, and in those before it."""

    def __init__(self, body: str, earlier: Sequence[Spoken]) -> None:
        self._text = Text(body)
        self._words = set(stems(body))
        self._earlier = [each.body for each in earlier]

    def says(self, fact: FactFound) -> bool:
        """By its quote; where that is not to be found, by naming both ends, unless the quote was
        taken from an earlier message."""
        quote = fact.quote.strip()
        if quote and self._text.locate(quote):
            return True
        if quote and any(quote in body for body in self._earlier):
            return False
        return all(self._names(name) for name in (fact.subject, fact.object))

    def _names(self, name: str) -> bool:
        return not self._words.isdisjoint(stems(name))


def names_both(fact: FactFound) -> bool:
    """Whether the sentence can be read alone: it names its subject and its object.

    Words are compared by their stems: Nepali writes its cases onto a name, काठमाडौंमा. A sentence
    in another script than the name is believed: it may say the name in its own.
    """
    said = set(stems(fact.fact))
    return all(
        not said.isdisjoint(stems(name)) or _foreign(name, fact.fact)
        for name in (fact.subject, fact.object)
    )


def _foreign(name: str, sentence: str) -> bool:
    return language_by_script(name) != language_by_script(sentence)
