"""Memory without a language model: messages are read by grammar and by the statement model, and
undecided names stay separate."""

from django.conf import settings

from pramana.jobs.cpu import stream_cpu
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.memory.contracts.extraction import (
    CommunitySummary,
    MessageExtraction,
    ResolutionRequest,
    SummaryRequest,
    Verdicts,
)
from pramana.memory.domain.communities import summarize_from_facts
from pramana.memory.domain.reading.extraction_parts import join_extractions
from pramana.memory.domain.short_names import judge_by_conversation
from pramana.memory.statement_model import model_folder


@offline_answer("memory.extract")
def extract(prompt: Prompt[MessageExtraction]) -> MessageExtraction:
    """Read a message piece by piece in the CPU pool, which bounds time and memory of each piece."""
    folder = model_folder(str(settings.PRAMANA.assets))
    if not folder:
        grammar = "pramana.memory.domain.reading.reader.read_pieces"
        return join_extractions(stream_cpu(grammar, prompt.input))
    both = "pramana.memory.statement_model.read_with_model"
    return join_extractions(stream_cpu(both, prompt.input, folder))


@offline_answer("memory.resolve")
def resolve(prompt: Prompt[Verdicts]) -> Verdicts:
    request: ResolutionRequest = prompt.input
    return judge_by_conversation(request)


@offline_answer("memory.tell")
def summarize(prompt: Prompt[CommunitySummary]) -> CommunitySummary:
    request: SummaryRequest = prompt.input
    return summarize_from_facts(request)
