"""Memory without a model: messages are read by grammar, and undecided names stay separate."""

from pramana.jobs.cpu import stream_cpu
from pramana.language.names import normalise
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.memory.contracts.extraction import (
    CommunitySummary,
    MessageExtraction,
    OpenPair,
    ResolutionRequest,
    SummaryRequest,
    Verdicts,
)
from pramana.memory.domain.communities import summarize_from_facts
from pramana.memory.domain.reading.reader import join_extractions
from pramana.memory.domain.resolution import PERSON


@offline_answer("memory.extract")
def extract(prompt: Prompt[MessageExtraction]) -> MessageExtraction:
    """Read a message piece by piece in the CPU pool, which bounds time and memory of each piece."""
    pieces = stream_cpu("pramana.memory.domain.reading.reader.read_pieces", prompt.input)
    return join_extractions(pieces)


@offline_answer("memory.resolve")
def resolve(prompt: Prompt[Verdicts]) -> Verdicts:
    request: ResolutionRequest = prompt.input
    return judge_by_conversation(request)


@offline_answer("memory.tell")
def summarize(prompt: Prompt[CommunitySummary]) -> CommunitySummary:
    request: SummaryRequest = prompt.input
    return summarize_from_facts(request)


def judge_by_conversation(request: ResolutionRequest) -> Verdicts:
    """Merge a first name with the one known person whom the conversation names in full.

    Nothing else is merged and no fact is closed, because that needs understanding. A wrong merge
    costs more than a duplicate.
    """
    text = "\n".join((request.body, *(each.body for each in request.previous)))
    conversation = f" {normalise(text)} "
    same = [_same_person(pair, conversation) for pair in request.pairs]
    return Verdicts(same=same, contradicted=[[] for _ in request.facts])


def _same_person(pair: OpenPair, conversation: str) -> int:
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
    return number if f" {name} " in conversation else 0
