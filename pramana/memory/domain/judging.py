"""What is left open, judged without a model: cautiously, and only on evidence."""

from pramana.language.names import normalise
from pramana.memory.contracts.extraction import OpenPair, ResolveInput, Verdicts
from pramana.memory.domain.resolution import PERSON


def judge_plainly(asked: ResolveInput) -> Verdicts:
    """A first name is the one person of that name whom the conversation has just named in full.

    Nothing else is joined, and no fact is ended: for that, words would have to be understood.
    """
    said = "\n".join((asked.body, *(each.body for each in asked.previous)))
    written = f" {normalise(said)} "
    same = [_same(pair, written) for pair in asked.pairs]
    return Verdicts(same=same, contradicted=[[] for _ in asked.facts])


def _same(pair: OpenPair, said: str) -> int:
    if pair.type.casefold() != PERSON:
        return 0
    begins = f"{normalise(pair.name)} "
    full = [
        (number, normalise(name))
        for number, name in enumerate(pair.candidates, start=1)
        if normalise(name).startswith(begins)
    ]
    if len(full) != 1:
        return 0
    number, name = full[0]
    return number if f" {name} " in said else 0
