"""The encoder behind a model's id, and questions as it sees them."""

import logging
from collections import OrderedDict
from threading import Lock
from uuid import UUID

from django.conf import settings

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import PACKAGED, configured_encoder, encoder_for
from pramana.llm.embeddings.packaged import ID as PACKAGED_ID
from pramana.llm.embeddings.port import Encoder
from pramana.retrieval.contracts import Flag, Vector

logger = logging.getLogger(__name__)

REMEMBERED = 512
"""Questions whose vectors are kept: a page turned or a word added must not cost an embedding."""

Remembered = OrderedDict[tuple[UUID, str, str], Vector | None]
_remembered: Remembered = OrderedDict()
_lock = Lock()


def encoder_of(model: str) -> Encoder:
    """The encoder that made a model's vectors, also when the settings name another by now."""
    configured = configured_encoder()
    if configured is not None and configured.id == model:
        return configured
    written = PACKAGED if model == PACKAGED_ID else model
    found = encoder_for(written, assets=settings.PRAMANA.assets)
    if found is None:
        raise AppError(f"There is no encoder for {model}.")
    return found


def question_vector(scope: Scope, model: str, text: str) -> tuple[Vector | None, Flag | None]:
    """The question's vector; or None, and a flag that says why it is searched by words alone."""
    key = (scope.tenant_id, model, text)
    try:
        vector = _recall(key) or _remember(key, encoder_of(model).embed_queries([text]).vectors[0])
    except AppError as error:
        logger.warning("questions are not embedded by %s: %s", model, error.code)
        return None, Flag.ENCODER_UNAVAILABLE
    return vector, None if vector is not None else Flag.WORDS_ONLY


def _recall(key: tuple[UUID, str, str]) -> Vector | None:
    with _lock:
        if key in _remembered:
            _remembered.move_to_end(key)
        return _remembered.get(key)


def _remember(key: tuple[UUID, str, str], vector: Vector | None) -> Vector | None:
    with _lock:
        _remembered[key] = vector
        while len(_remembered) > REMEMBERED:
            _remembered.popitem(last=False)
    return vector
