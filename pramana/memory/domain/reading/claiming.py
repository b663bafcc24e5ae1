"""Making a claim: who it is about, and the sentence it quotes."""

from dataclasses import replace

from pramana.memory.domain.reading.values import Claim, Held, Kind, Thing, Token


def as_kind(thing: Thing, kind: Kind | None) -> Thing:
    """A bare name is what the relation says it is, whatever a tagger took it for."""
    return replace(thing, kind=kind) if kind and thing.kind is not kind else thing


def claim_of(
    token: Token, subject: Thing, relation: str, other: Thing, text: str, said: Held, sure: float
) -> Claim:
    """A claim that quotes the sentence of the token."""
    quoted = token.sent
    start = quoted.start_char + len(quoted.text) - len(quoted.text.lstrip())
    end = start + len(quoted.text.strip())
    confidence = round(min(0.95, sure), 2)
    return Claim(subject, relation, other, text, start, end, said, confidence)
