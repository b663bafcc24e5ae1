"""Any model of fastembed, by its name. fastembed downloads it on first use."""

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from pramana.language.scripts import Script
from pramana.llm.embeddings.encoder import Encoder, EncoderMissing, TextKind, Vector, normalise

SLICE = 32
TIMEOUT_S = 600.0
"""The first call may have to download the model."""

_loaded: dict[tuple[str, str], Any] = {}


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
        for start in range(0, len(texts), SLICE):
            batch = list(texts[start : start + SLICE])
            vectors += run_cpu(
                f"{__name__}.embed_texts",
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


def embed_texts(name: str, cache: str, texts: list[str], kind: str) -> list[Vector]:
    """Vectors of the texts, as questions or as passages."""
    from fastembed import TextEmbedding

    if (name, cache) not in _loaded:
        try:
            _loaded[name, cache] = TextEmbedding(name, cache_dir=cache, threads=2)
        except Exception as error:
            raise EncoderMissing(
                f"fastembed cannot load {name} ({type(error).__name__}); it is downloaded on first "
                "use, which needs network. Until then search is by words alone."
            ) from None
    model = _loaded[name, cache]
    embed = model.query_embed if kind == TextKind.QUERY else model.passage_embed
    return [normalise(vector) for vector in embed(texts)]
