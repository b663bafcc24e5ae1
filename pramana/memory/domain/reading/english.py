"""The claims of English text, sentence by sentence, so that pronouns look back and not ahead."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pramana.language.tagging import Kind as Tagged
from pramana.language.tagging import Mention
from pramana.memory.domain.reading.message import Message
from pramana.memory.domain.reading.nouns import copula_claims
from pramana.memory.domain.reading.things import Things
from pramana.memory.domain.reading.ties import noun_claims
from pramana.memory.domain.reading.values import Claim
from pramana.memory.domain.reading.verbs import verb_claims


def without_verbs(doc: Any, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that the grammar allows: "Ram joined Acme" is no name, though tagged as one.

    A full stop that was taken for the beginning of a name is not part of it.
    """
    mentions = [_trimmed(each) for each in mentions]
    spans = [doc.char_span(each.start, each.end, alignment_mode="expand") for each in mentions]
    return [
        mention
        for mention, span in zip(mentions, spans, strict=True)
        if not any(token.tag_ in ("VBD", "VBZ") for token in span or ())
    ]


def _trimmed(mention: Mention) -> Mention:
    words = mention.text.lstrip("।॥.,;:!?- \n")
    lost = len(mention.text) - len(words)
    return replace(mention, start=mention.start + lost, text=words) if lost and words else mention


def english_claims(message: Message, doc: Any, mentions: Sequence[Mention]) -> list[Claim]:
    things = Things(message, doc, mentions)
    found: list[Claim] = []
    for sentence in doc.sents:
        found += _claims(things, sentence)
    return found


def _claims(things: Things, sentence: Any) -> Iterator[Claim]:
    for token in sentence:
        mention = things.mention_at(token)
        if mention and mention.kind is Tagged.PERSON and token.i:
            meant = things.meant_by(token)
            if meant:
                things.saw(token, meant)
    for token in sentence:
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            yield from copula_claims(things, token)
            yield from verb_claims(things, token)
        elif token.pos_ == "NOUN":
            yield from noun_claims(things, token)
