"""The statement model in memory: a message and the two before it in, its likely statements out.

It runs in the CPU pool, whose processes keep it. How it is made and what it cannot do is in
training/statements/README.md.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pramana.memory.contracts.extraction import ExtractionRequest, MessageExtraction
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.reader import read_pieces
from pramana.memory.domain.reading.statement_head import Proposal, StatementHead, message_tokens

FOLDER = "multilingual-e5-small"
ENCODER, HEAD, TOKENIZER = "statements.int8.onnx", "statements.npz", "tokenizer.json"
MOST_BEFORE = 2
"""Messages before this one that are read with it, as in training."""


def model_folder(assets: str) -> str:
    """The folder with the model's files; empty if they are not on this machine."""
    folder = Path(assets) / "models" / FOLDER
    return str(folder) if all((folder / n).is_file() for n in (ENCODER, HEAD, TOKENIZER)) else ""


def read_with_model(request: ExtractionRequest, folder: str) -> Iterator[MessageExtraction]:
    """The extraction of each piece of a message, by grammar and statement model together."""
    yield from read_pieces(request, lambda message: propose_statements(folder, message))


def propose_statements(folder: str, message: SpokenMessage) -> list[Proposal]:
    return _model(folder).propose(message)


class StatementModel:
    def __init__(self, folder: Path) -> None:
        import numpy
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / ENCODER), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        with numpy.load(folder / HEAD) as stored:
            weights = {name: stored[name].astype(numpy.float32) for name in stored.files}
        self._head = StatementHead(weights)

    def propose(self, message: SpokenMessage) -> list[Proposal]:
        import numpy

        before = zip(message.speakers_before, message.before, strict=False)
        earlier = [f"{who or 'Someone'}: {words}" for who, words in before][:MOST_BEFORE]
        prefix = f"{message.speaker or 'Someone'}: "
        texts = [prefix + message.content, *earlier]
        tokens, pieces = message_tokens(self._tokenizer, texts)
        ids = numpy.array([tokens], dtype=numpy.int64)
        inputs = {"input_ids": ids, "attention_mask": numpy.ones_like(ids)}
        states = self._session.run(None, inputs)[0][0]
        found = self._head.propose(states, pieces, texts)
        return [
            each.moved(-len(prefix)) for each in found if not each.object.is_before(len(prefix))
        ]


@cache
def _model(folder: str) -> StatementModel:
    return StatementModel(Path(folder))
