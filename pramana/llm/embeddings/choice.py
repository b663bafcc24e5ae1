"""The encoder that the settings name."""

import logging
from functools import cache
from pathlib import Path

from django.conf import settings

from pramana.kit.errors import Misconfigured
from pramana.llm.embeddings.encoder import Encoder, EncoderMissing
from pramana.llm.embeddings.packaged_encoder import PackagedEncoder

logger = logging.getLogger(__name__)

PACKAGED = "packaged"
NONE = "none"
API_PROVIDERS = ("openai", "google", "cohere", "ollama")


@cache
def encoder_for(setting: str, *, assets: Path) -> Encoder | None:
    """The encoder of PRAMANA_EMBEDDINGS; None for `none`. Raises EncoderMissing, Misconfigured."""
    provider, _, model = setting.strip().partition(":")
    if setting.strip() == NONE:
        return None
    if setting.strip() == PACKAGED:
        return PackagedEncoder(assets)
    if provider == "fastembed" and model:
        from pramana.llm.embeddings.fastembed_encoder import FastembedEncoder

        return FastembedEncoder(model, str(assets / "models" / "fastembed"))
    if provider in API_PROVIDERS and model:
        from pramana.llm.embeddings.api_encoder import ApiEncoder

        return ApiEncoder(provider, model)
    raise Misconfigured(
        f"PRAMANA_EMBEDDINGS does not know {setting!r}. Write packaged, none, fastembed:NAME, or "
        f"a provider and its model; providers: {', '.join(API_PROVIDERS)}."
    )


def configured_encoder() -> Encoder | None:
    """The encoder to use, or None when search uses words alone; the reason is logged once."""
    setting, assets = settings.PRAMANA.embeddings, settings.PRAMANA.assets
    try:
        return encoder_for(setting, assets=assets)
    except EncoderMissing as error:
        _warn_once(error.message)
        return None


@cache
def _warn_once(sentence: str) -> None:
    logger.warning("%s", sentence)
