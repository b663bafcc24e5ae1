"""Schedules, annexes and appendices: a clause says "the fixtures named in Schedule 2", and the list
itself stands at the end of the paper."""

import re
from collections.abc import Sequence

from pramana.chat.contracts.blocks import BlockShape
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.named_things import ANNEX, DIGITS, NamedThing, ThingKind, is_in

UNNUMBERED = re.compile(r"\b(?:the|this|that|following) (?P<name>schedule|annex|appendix)\b", re.I)


def annex_references(text: str) -> list[NamedThing]:
    """The annexes that a text names; one without a number has none beside it.

    >>> [each.text for each in annex_references("the tools in Schedule 2 and in the Annex")]
    ['Schedule 2', 'Annex']
    """
    plain = text.translate(DIGITS)
    names = [match.group() for match in ANNEX.finditer(plain)]
    names += [match["name"] for match in UNNUMBERED.finditer(ANNEX.sub(" ", plain))]
    return [NamedThing(ThingKind.IDENTIFIER, name) for name in dict.fromkeys(names)]


def names_annex(annexes: Sequence[NamedThing], title: str) -> bool:
    """Whether a heading begins one of these annexes.

    >>> names_annex(annex_references("see Schedule 2"), "SCHEDULE 2 – Tools")
    True
    """
    begin = title.lstrip("#*_ ")
    return any(is_in(each, begin[: len(each.text) + 4]) for each in annexes)


def blocks_of_annex(
    evidence: QuestionEvidence, annex: NamedThing, document: str
) -> list[BlockPlace]:
    """The lists, tables and paragraphs of an annex of a document."""
    return [
        place
        for place in evidence.blocks
        if place.passage.document == document
        and place.block.kind is not BlockShape.HEADING
        and any(names_annex([annex], title) for title in place.block.path)
    ]
