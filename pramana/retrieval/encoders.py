"""The encoder of each model, and the vectors of questions, which are cached."""

import logging
from collections import OrderedDict
from threading import Lock
from uuid import UUID

from django.conf import settings

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.embeddings.encoder import (
    ENGLISH,
    PACKAGED,
    Encoder,
    configured_encoder,
    encoder_for,
)
from pramana.llm.embeddings.local_encoders import ENGLISH_ID
from pramana.llm.embeddings.local_encoders import ID as PACKAGED_ID
from pramana.retrieval.contracts import Flag, Vector

logger = logging.getLogger(__name__)

CACHE_SIZE = 512
"""How many question vectors are cached, so that paging through results costs no embedding."""

_cache: OrderedDict[tuple[UUID, str, str], Vector | None] = OrderedDict()
_lock = Lock()


def encoder_for_model(model: str, scope: Scope | None = None) -> Encoder:
    """The encoder that made a model's vectors, even if the settings name another one now."""
    configured = configured_encoder(scope)
    if configured is not None and configured.id == model:
        return configured
    setting = {PACKAGED_ID: PACKAGED, ENGLISH_ID: ENGLISH}.get(model, model)
    encoder = encoder_for(setting, assets=settings.PRAMANA.assets)
    if encoder is None:
        raise AppError(f"There is no encoder for {model}.")
    return encoder


def interchangeable_models(setting: str, encoder: Encoder) -> tuple[str, ...]:
    """The models that a space may have under this setting.

    A library that was made with the English encoder keeps it under `packaged`, because embedding
    it again takes hours of work. `packaged:multilingual` is the operator's word to do it.
    """
    return (encoder.id, ENGLISH_ID) if setting.strip() == PACKAGED else (encoder.id,)


def question_vector(scope: Scope, model: str, text: str) -> tuple[Vector | None, Flag | None]:
    """The question's vector; or None, with a flag that says why only words are searched."""
    key = (scope.tenant_id, model, text)
    try:
        vector = _cached_vector(key) or _cache_vector(
            key, encoder_for_model(model, scope).embed_queries([text]).vectors[0]
        )
    except AppError as error:
        logger.warning("questions are not embedded by %s: %s", model, error.code)
        return None, Flag.ENCODER_UNAVAILABLE
    return vector, None if vector is not None else Flag.WORDS_ONLY


def calibration_id(model: str, text: str) -> str:
    """Under which name matches of the model to a question are calibrated."""
    try:
        return encoder_for_model(model).calibration_id(text)
    except AppError:
        return model


def _cached_vector(key: tuple[UUID, str, str]) -> Vector | None:
    with _lock:
        if key in _cache:
            _cache.move_to_end(key)
        return _cache.get(key)


def _cache_vector(key: tuple[UUID, str, str], vector: Vector | None) -> Vector | None:
    with _lock:
        _cache[key] = vector
        while len(_cache) > CACHE_SIZE:
            _cache.popitem(last=False)
    return vector
