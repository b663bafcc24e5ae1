"""Memory without a model: messages are read by their grammar, and what is open stays apart."""

from pramana.jobs.cpu import stream_cpu
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.memory.contracts.communities import TellInput, Told
from pramana.memory.contracts.extraction import Extraction, ResolveInput, Verdicts
from pramana.memory.domain.communities import tell_plainly
from pramana.memory.domain.judging import judge_plainly
from pramana.memory.domain.reading.extracting import joined


@offline_answer("memory.extract")
def extract(prompt: Prompt[Extraction]) -> Extraction:
    """Piece by piece in the CPU pool, so that no length of message takes long or much at once."""
    read = stream_cpu("pramana.memory.domain.reading.extracting.read_pieces", prompt.input)
    return joined(read)


@offline_answer("memory.resolve")
def resolve(prompt: Prompt[Verdicts]) -> Verdicts:
    """Joined is only what the conversation itself joins: a wrong merge costs more than a twin."""
    asked: ResolveInput = prompt.input
    return judge_plainly(asked)


@offline_answer("memory.tell")
def tell(prompt: Prompt[Told]) -> Told:
    asked: TellInput = prompt.input
    return tell_plainly(asked)
