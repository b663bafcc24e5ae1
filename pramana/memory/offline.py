"""Memory without a model: messages are read by their grammar, and what is open stays apart."""

from pramana.jobs.cpu import run_cpu
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.memory.contracts.extraction import Extraction, ResolveInput, Verdicts


@offline_answer("memory.extract")
def extract(prompt: Prompt[Extraction]) -> Extraction:
    read: Extraction = run_cpu(
        "pramana.memory.domain.reading.extracting.read_message", prompt.input
    )
    return read


@offline_answer("memory.resolve")
def resolve(prompt: Prompt[Verdicts]) -> Verdicts:
    """Nothing that code left open is joined or ended: a wrong merge costs more than a twin."""
    asked: ResolveInput = prompt.input
    return Verdicts(same=[0] * len(asked.pairs), contradicted=[[] for _ in asked.facts])
