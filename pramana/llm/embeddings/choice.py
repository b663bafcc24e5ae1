"""Which encoder the settings name."""

import logging
from functools import cache
from pathlib import Path

from django.conf import settings

from pramana.kit.errors import Misconfigured
from pramana.llm.embeddings.errors import EncoderMissing
from pramana.llm.embeddings.packaged import PackagedEncoder
from pramana.llm.embeddings.port import Encoder

logger = logging.getLogger(__name__)

PACKAGED = "packaged"
NONE = "none"
API_PROVIDERS = ("openai", "google", "cohere", "ollama")


@cache
def encoder_for(written: str, *, assets: Path) -> Encoder | None:
    """The encoder of PRAMANA_EMBEDDINGS; None for `none`. Raises EncoderMissing, Misconfigured."""
    provider, _, model = written.strip().partition(":")
    if written.strip() == NONE:
        return None
    if written.strip() == PACKAGED:
        return PackagedEncoder(assets)
    if provider == "fastembed" and model:
        from pramana.llm.embeddings.fast import FastembedEncoder

        return FastembedEncoder(model, str(assets / "models" / "fastembed"))
    if provider in API_PROVIDERS and model:
        from pramana.llm.embeddings.api import ApiEncoder

        return ApiEncoder(provider, model)
    raise Misconfigured(
        f"PRAMANA_EMBEDDINGS does not know {written!r}. Write packaged, none, fastembed:NAME, or "
        f"a provider and its model; providers: {', '.join(API_PROVIDERS)}."
    )


def configured_encoder() -> Encoder | None:
    """The encoder to use, or None where search goes by words alone; why is said once in the log."""
    written, assets = settings.PRAMANA.embeddings, settings.PRAMANA.assets
    try:
        return encoder_for(written, assets=assets)
    except EncoderMissing as error:
        _say_once(error.message)
        return None


@cache
def _say_once(sentence: str) -> None:
    logger.warning("%s", sentence)
