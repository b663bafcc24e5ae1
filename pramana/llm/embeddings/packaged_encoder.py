"""The encoder that comes with the product and needs no network: gte-small and e5 side by side.

gte-small reads English best; multilingual-e5-small reads Nepali, Hindi and English, and so finds a
paper in another language than the question's. A passage has one vector: the part of gte-small, if
the passage is in Latin script, the part of e5, and a number that says that the first part is
missing. On a part of SciFact (700 abstracts) nDCG@10 is .878, by gte-small alone .866, by e5 .792.

A passage's vector has length one. A question's may not: its inner product with a passage is the
similarity. A question in Latin script counts the part that a passage lacks as `EXPECTED`; any other
question is compared by e5 alone.

A short question is encoded in the process that asks. Everything longer runs in the CPU pool, whose
processes keep the models in a global.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from pramana.language.scripts import Script, script_shares
from pramana.llm.embeddings.encoder import (
    KNOWN_SHARE,
    Encoder,
    EncoderMissing,
    TextKind,
    Vector,
)

ID = "gte-e5-small-int8"
ENGLISH_ID = "gte-small-int8"
"""The encoder of libraries that were made before e5 joined."""
ENGLISH, MULTILINGUAL = "gte-small", "multilingual-e5-small"
WIDTH = 384
DIMENSION = 2 * WIDTH + 1
SHARE_OF_E5 = 1 / 3
"""What e5 counts for in Latin script; a quarter to a half measured the same."""
EXPECTED = 0.8
"""gte-small's cosine of an English question and a passage that it cannot read: between the .75 of
unrelated texts and the .86 of related ones."""
MOST_TOKENS = 512
BEGIN, END = 0, 2
"""e5's tokens around a text."""
THREADS = 2
SHORT = 1_000
"""Questions up to this many characters are encoded in this process. A longer one takes memory and
time, which the pool limits."""
SLICE = 12
"""Texts per call of the pool: a few seconds of work, so that questions need not wait long."""

MODEL = "model.int8.onnx"
TOKENIZER = "tokenizer.json"

_loaded: dict[str, tuple[Any, Any]] = {}
_loading = Lock()


class PackagedEncoder(Encoder):
    id = ID
    scripts = frozenset({Script.LATIN, Script.DEVANAGARI})
    dimension = DIMENSION
    models: tuple[str, ...] = (ENGLISH, MULTILINGUAL)

    def __init__(self, assets: Path) -> None:
        self._folder = assets / "models"
        names = [(model, name) for model in self.models for name in (MODEL, TOKENIZER)]
        files = [self._folder / model / name for model, name in names]
        missing = [file for file in files if not file.is_file()]
        if missing:
            raise EncoderMissing(
                f"The packaged embedding model is not set up: {missing[0]} is missing. Run ./run "
                "once with network; until then search is by words alone."
            )

    def calibration_id(self, question: str) -> str:
        return ID if _is_latin(question) else f"{ID}/e5"

    def _encode(self, texts: Sequence[str], kind: TextKind) -> list[Vector]:
        if kind is TextKind.QUERY and len(texts) == 1 and len(texts[0]) <= SHORT:
            return embed_texts(self.id, str(self._folder), list(texts), kind.value, threads=1)
        from pramana.jobs.cpu import run_cpu

        vectors: list[Vector] = []
        for start in range(0, len(texts), SLICE):
            batch = list(texts[start : start + SLICE])
            vectors += run_cpu(
                f"{__name__}.embed_texts", self.id, str(self._folder), batch, kind.value
            )
        return vectors


class EnglishEncoder(PackagedEncoder):
    """gte-small alone, for the vectors of libraries that have not been switched."""

    id = ENGLISH_ID
    scripts = frozenset({Script.LATIN})
    dimension = WIDTH
    models = (ENGLISH,)

    def calibration_id(self, question: str) -> str:
        return ENGLISH_ID


def choose_packaged_encoder(assets: Path, *, multilingual: bool | None) -> Encoder:
    """The encoder of both models, or of gte-small alone; None: both, if both are set up."""
    if multilingual is None:
        multilingual = (assets / "models" / MULTILINGUAL / MODEL).is_file()
    return PackagedEncoder(assets) if multilingual else EnglishEncoder(assets)


def embed_texts(
    encoder: str, folder: str, texts: list[str], kind: str, threads: int = THREADS
) -> list[Vector]:
    """Vectors of the texts, one text at a time.

    Not in batches, on purpose: int8 activations are scaled over a whole batch, so a text's vector
    would depend on its neighbours; and without padding it is faster too (18 passages a second
    against 12 on one core).
    """
    if encoder == ENGLISH_ID:
        return [_english(folder, text, threads).tolist() for text in texts]
    return [_joined(folder, text, TextKind(kind), threads) for text in texts]


def _joined(folder: str, text: str, kind: TextKind, threads: int) -> Vector:
    """The vector of both models, as the module's description says."""
    import numpy

    own, other = math.sqrt(1 - SHARE_OF_E5), math.sqrt(SHARE_OF_E5)
    shared = _multilingual(folder, text, kind, threads)
    nothing = numpy.zeros(WIDTH, dtype=shared.dtype)
    if _is_latin(text):
        gap = own * EXPECTED if kind is TextKind.QUERY else 0.0
        parts = [own * _english(folder, text, threads), other * shared, [gap]]
    elif kind is TextKind.QUERY:
        parts = [nothing, shared / other, [0.0]]
    else:
        parts = [nothing, other * shared, [own]]
    vector: Vector = numpy.concatenate(parts).tolist()
    return vector


def _is_latin(text: str) -> bool:
    """Whether gte-small can read the text for the most part; signs and digits it can."""
    shares = script_shares(text)
    return not shares or shares.get(Script.LATIN, 0) >= KNOWN_SHARE


def _english(folder: str, text: str, threads: int) -> Any:
    import numpy

    session, tokenizer = _model(f"{folder}/{ENGLISH}", threads)
    ids = numpy.array([tokenizer.encode(text).ids], dtype=numpy.int64)
    inputs = {
        "input_ids": ids,
        "attention_mask": numpy.ones_like(ids),
        "token_type_ids": numpy.zeros_like(ids),
    }
    return _mean(session.run(None, inputs)[0][0])


def _multilingual(folder: str, text: str, kind: TextKind, threads: int) -> Any:
    import numpy

    session, tokenizer = _model(f"{folder}/{MULTILINGUAL}", threads)
    words = tokenizer.encode(f"{kind.value}: {text}", add_special_tokens=False).ids
    ids = numpy.array([[BEGIN, *words[: MOST_TOKENS - 2], END]], dtype=numpy.int64)
    inputs = {"input_ids": ids, "attention_mask": numpy.ones_like(ids)}
    return _mean(session.run(None, inputs)[0][0])


def _mean(hidden: Any) -> Any:
    import numpy

    mean = hidden.mean(axis=0)
    return mean / numpy.linalg.norm(mean)


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
