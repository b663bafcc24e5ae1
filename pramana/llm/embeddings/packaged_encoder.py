"""gte-small, quantised to int8: the encoder that comes with the product and needs no network.

A question is encoded in the process that asks, in 4 ms with a loaded model. Everything longer runs
in the CPU pool, whose processes keep the model in a global.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from pramana.language.scripts import Script
from pramana.llm.embeddings.encoder import Encoder, EncoderMissing, TextKind, Vector

ID = "gte-small-int8"
DIMENSION = 384
MOST_TOKENS = 512
THREADS = 2
SHORT = 1_000
"""Questions up to this many characters are encoded in this process. A longer one takes memory and
time, which the pool limits."""
SLICE = 32
"""Texts per call of the pool: a few seconds of work, so that questions need not wait long."""

MODEL = "model.int8.onnx"
TOKENIZER = "tokenizer.json"

_loaded: dict[str, tuple[Any, Any]] = {}
_loading = Lock()


class PackagedEncoder(Encoder):
    id = ID
    scripts = frozenset({Script.LATIN})
    dimension = DIMENSION

    def __init__(self, assets: Path) -> None:
        self._folder = assets / "models" / "gte-small"
        missing = [name for name in (MODEL, TOKENIZER) if not (self._folder / name).is_file()]
        if missing:
            raise EncoderMissing(
                f"The packaged embedding model is not set up: {self._folder / missing[0]} is "
                "missing. Run ./run once with network; until then search is by words alone."
            )

    def _encode(self, texts: Sequence[str], kind: TextKind) -> list[Vector]:
        if kind is TextKind.QUERY and len(texts) == 1 and len(texts[0]) <= SHORT:
            return embed_texts(str(self._folder), list(texts), threads=1)
        from pramana.jobs.cpu import run_cpu

        vectors: list[Vector] = []
        for start in range(0, len(texts), SLICE):
            batch = list(texts[start : start + SLICE])
            vectors += run_cpu(f"{__name__}.embed_texts", str(self._folder), batch)
        return vectors


def embed_texts(folder: str, texts: list[str], threads: int = THREADS) -> list[Vector]:
    """Vectors of the texts, one text at a time.

    Not in batches, on purpose: int8 activations are scaled over a whole batch, so a text's vector
    would depend on its neighbours; and without padding it is faster too (18 passages a second
    against 12 on one core).
    """
    session, tokenizer = _model(folder, threads)
    return [_embed(session, tokenizer, text) for text in texts]


def _embed(session: Any, tokenizer: Any, text: str) -> Vector:
    import numpy

    ids = numpy.array([tokenizer.encode(text).ids], dtype=numpy.int64)
    inputs = {
        "input_ids": ids,
        "attention_mask": numpy.ones_like(ids),
        "token_type_ids": numpy.zeros_like(ids),
    }
    mean = session.run(None, inputs)[0][0].mean(axis=0)
    vector: Vector = (mean / numpy.linalg.norm(mean)).tolist()
    return vector


def _model(folder: str, threads: int) -> tuple[Any, Any]:
    with _loading:
        if folder not in _loaded:
            _loaded[folder] = _load(Path(folder), threads)
        return _loaded[folder]


def _load(folder: Path, threads: int) -> tuple[Any, Any]:
    try:
        return _opened(folder, threads)
    except Exception as error:  # a broken file, or a processor it was not made for
        raise EncoderMissing(
            f"The packaged embedding model cannot be loaded ({type(error).__name__}). Remove "
            f"{folder} and run ./run once with network; until then search is by words alone."
        ) from error


def _opened(folder: Path, threads: int) -> tuple[Any, Any]:
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(
        str(folder / MODEL), options, providers=["CPUExecutionProvider"]
    )
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    return session, tokenizer
