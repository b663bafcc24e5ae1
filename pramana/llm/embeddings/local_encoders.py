"""Encoders on this machine: the one that comes with the product, and any model of fastembed.

The packaged encoder joins gte-small and e5. gte-small reads English best; multilingual-e5-small
reads Nepali, Hindi and English, and so finds a paper in another language than the question's. A
passage has one vector: the part of gte-small, if the passage is in Latin script, the part of e5,
and a number that says that the first part is missing. On a part of SciFact (700 abstracts) nDCG@10
is .878, by gte-small alone .866, by e5 .792.

A passage's vector has length one. A question's may not: its inner product with a passage is the
similarity. A question in Latin script counts the part that a passage lacks as `EXPECTED`; any other
question is compared by e5 alone.

A short question is encoded in the process that asks. Everything longer runs in the CPU pool, whose
processes keep the models in a global. fastembed downloads its models on first use.
"""

import math
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
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
    normalise,
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


FASTEMBED_SLICE = 32
TIMEOUT_S = 600.0
"""The first call may have to download the model."""

_fastembed_models: dict[tuple[str, str], Any] = {}


class FastembedEncoder(Encoder):
    """Runs in the CPU pool. A model not described as multilingual is used for Latin script only."""

    def __init__(self, name: str, cache: str) -> None:
        if find_spec("fastembed") is None:
            raise EncoderMissing(
                f"PRAMANA_EMBEDDINGS=fastembed:{name} needs the package fastembed: "
                "pip install 'pramana[fastembed]'."
            )
        self.id = f"fastembed:{name}"
        self._name = name
        self._cache = cache

    @cached_property
    def _description(self) -> tuple[int, bool]:
        from pramana.jobs.cpu import run_cpu

        description: tuple[int, bool] | None = run_cpu(f"{__name__}.describe_model", self._name)
        if description is None:
            raise EncoderMissing(
                f"fastembed does not know the model {self._name}; see its list of models."
            )
        return description

    @property
    def dimension(self) -> int:
        return self._description[0]

    @property
    def scripts(self) -> frozenset[Script] | None:  # type: ignore[override]  # known once it is asked
        return None if self._description[1] else frozenset({Script.LATIN})

    def _encode(self, texts: Sequence[str], kind: TextKind) -> list[Vector]:
        from pramana.jobs.cpu import run_cpu

        vectors: list[Vector] = []
        for start in range(0, len(texts), FASTEMBED_SLICE):
            batch = list(texts[start : start + FASTEMBED_SLICE])
            vectors += run_cpu(
                f"{__name__}.embed_with_fastembed",
                self._name,
                self._cache,
                batch,
                kind.value,
                timeout=TIMEOUT_S,
            )
        return vectors


def describe_model(name: str) -> tuple[int, bool] | None:
    """The model's dimension, and whether it reads many languages; None if it is not known."""
    from fastembed import TextEmbedding

    for model in TextEmbedding.list_supported_models():
        if model["model"].lower() == name.lower():
            return int(model["dim"]), "multilingual" in model["description"].lower()
    return None


def embed_with_fastembed(name: str, cache: str, texts: list[str], kind: str) -> list[Vector]:
    """Vectors of the texts, as questions or as passages."""
    from fastembed import TextEmbedding

    if (name, cache) not in _fastembed_models:
        try:
            _fastembed_models[name, cache] = TextEmbedding(name, cache_dir=cache, threads=2)
        except Exception as error:
            raise EncoderMissing(
                f"fastembed cannot load {name} ({type(error).__name__}); it is downloaded on first "
                "use, which needs network. Until then search is by words alone."
            ) from None
    model = _fastembed_models[name, cache]
    embed = model.query_embed if kind == TextKind.QUERY else model.passage_embed
    return [normalise(vector) for vector in embed(texts)]
