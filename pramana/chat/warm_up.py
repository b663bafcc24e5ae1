"""Loads what a first question needs, before anyone asks it."""

import logging
import threading

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.ports import passage_reader
from pramana.chat.prompts.compose import NumberedPassage
from pramana.kit.errors import AppError
from pramana.kit.heap import trim_heap
from pramana.postgres.loans import release_connections
from pramana.retrieval.encoders import encoder_for_model
from pramana.retrieval.selectors import models_in_use

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 10.0
QUESTION, PASSAGE = "When does the office open?", "The office opens at nine."


def start_warm_up() -> threading.Thread:
    """Load the models in the background as soon as something is indexed.

    An empty product stays small: its models are loaded after its first document.
    """
    thread = threading.Thread(target=_wait_and_load, name="warm-up", daemon=True)
    thread.start()
    return thread


def _wait_and_load() -> None:
    pause = threading.Event()
    try:
        while not (models := _models()):
            pause.wait(LOOK_EVERY_S)
        load_models(models)
    except Exception:  # a question loads what is missing, and says what is wrong
        logger.warning("the models were not loaded before a question", exc_info=True)


def _models() -> list[str]:
    try:
        return models_in_use()
    finally:
        release_connections()


def load_models(models: list[str]) -> None:
    """Answer one example with each, which loads it and the word lists that answers need."""
    for model in models:
        try:
            encoder_for_model(model).embed_queries([QUESTION])
        except AppError as error:
            logger.info("the encoder of %s is not loaded: %s", model, error.code)
    compose_answer(QUESTION, [NumberedPassage(1, PASSAGE)], passage_reader())
    trim_heap()
