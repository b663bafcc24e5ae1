"""English sentences with their grammar, from the pipeline that tagging checks and loads."""

from functools import cache
from typing import Any

from pramana.language.tagging.english_model import english_model

UNUSED = ["ner", "senter", "vocab"]
"""Names are tagging's business, and its vocabulary is shared rather than loaded again."""


@cache
def parser() -> Any:
    """The parser, loaded once per process."""
    import warnings

    import spacy

    known = english_model()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"\[W095\]")  # made by 3.7, tried with 3.8
        return spacy.load(known.path, vocab=known.vocab, exclude=UNUSED)


def parsed(text: str) -> Any:
    return parser()(text)
