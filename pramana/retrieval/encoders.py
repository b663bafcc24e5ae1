"""The encoder of each model, and the vectors of questions, which are cached."""

import logging
from collections import OrderedDict
from threading import Lock
from uuid import UUID

from django.conf import settings

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.embeddings.encoder import PACKAGED, Encoder, configured_encoder, encoder_for
from pramana.llm.embeddings.packaged_encoder import ID as PACKAGED_ID
from pramana.retrieval.contracts import Flag, Vector

logger = logging.getLogger(__name__)

CACHE_SIZE = 512
"""How many question vectors are cached, so that paging through results costs no embedding."""

_cache: OrderedDict[tuple[UUID, str, str], Vector | None] = OrderedDict()
_lock = Lock()


def encoder_for_model(model: str) -> Encoder:
    """The encoder that made a model's vectors, even if the settings name another one now."""
    configured = configured_encoder()
    if configured is not None and configured.id == model:
        return configured
    setting = PACKAGED if model == PACKAGED_ID else model
    encoder = encoder_for(setting, assets=settings.PRAMANA.assets)
    if encoder is None:
        raise AppError(f"There is no encoder for {model}.")
    return encoder


def question_vector(scope: Scope, model: str, text: str) -> tuple[Vector | None, Flag | None]:
    """The question's vector; or None, with a flag that says why only words are searched."""
    key = (scope.tenant_id, model, text)
    try:
        vector = _cached_vector(key) or _cache_vector(
            key, encoder_for_model(model).embed_queries([text]).vectors[0]
        )
    except AppError as error:
        logger.warning("questions are not embedded by %s: %s", model, error.code)
        return None, Flag.ENCODER_UNAVAILABLE
    return vector, None if vector is not None else Flag.WORDS_ONLY


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
