"""A fastembed cross-encoder, by its name or from a folder, in the CPU pool."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings

from pramana.kit.errors import Misconfigured
from pramana.retrieval.ports import Opinion, Scorer

LOAD_WITHIN_S = 600.0
"""fastembed downloads a model when it is first used."""

MODEL_FILE = "model.onnx"
"""The name a model in a folder of one's own must have."""

_loaded: dict[str, Any] = {}


def cross_encoder(name: str) -> Scorer:
    """The scorer behind `fastembed:NAME`; raises Misconfigured where it cannot be there."""
    if find_spec("fastembed") is None:
        raise Misconfigured(
            f"PRAMANA_RERANK=fastembed:{name} needs the package fastembed: "
            "pip install 'pramana[fastembed]'."
        )

    def opinions(question: str, texts: Sequence[str]) -> list[Opinion]:
        from pramana.jobs.cpu import run_cpu

        cache = str(settings.PRAMANA.assets / "models" / "fastembed")
        given = (name, cache, question, list(texts))
        scores = run_cpu(f"{__name__}.cross_encode", *given, timeout=LOAD_WITHIN_S)
        return [Opinion(score) for score in scores]

    return opinions


def cross_encode(name: str, cache: str, question: str, texts: list[str]) -> list[float]:
    """Scores from the model, which stays loaded in this child of the pool."""
    if name not in _loaded:
        _loaded[name] = _load(name, cache)
    return [float(score) for score in _loaded[name].rerank(question, texts)]


def _load(name: str, cache: str) -> Any:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    if not Path(name).is_dir():
        return TextCrossEncoder(name, cache_dir=cache, threads=2)
    from fastembed.common.model_description import ModelSource

    TextCrossEncoder.add_custom_model(name, ModelSource(hf=name), model_file=MODEL_FILE)
    return TextCrossEncoder(name, cache_dir=cache, threads=2, specific_model_path=name)
