"""The documents of the demonstration, from a municipality that does not exist."""

from importlib.resources import files

from django.core.files.base import ContentFile

from pramana.documents.contracts import DocumentView
from pramana.documents.services import add_files
from pramana.kit.scope import Scope

OPENING = "press-release-bridge-tender.txt"
"""The document that the demonstration begins with."""


def add_demo_documents(scope: Scope) -> list[DocumentView]:
    """Add the documents of the demonstration."""
    papers = sorted(
        (paper for paper in files(__package__).iterdir() if paper.name.endswith(".txt")),
        key=lambda paper: paper.name,
    )
    return add_files(scope, [(paper.name, ContentFile(paper.read_bytes())) for paper in papers])
