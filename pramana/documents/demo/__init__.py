"""The library's scene in the demonstration: papers of a municipality that does not exist."""

from importlib.resources import files

from django.core.files.base import ContentFile

from pramana.documents.contracts import DocumentView
from pramana.documents.services import add_files
from pramana.kit.scope import Scope

OPENING = "press-release-bridge-tender.txt"
"""The paper the story begins with."""


def scene(scope: Scope) -> list[DocumentView]:
    """Take in the demonstration's papers."""
    papers = sorted(
        (paper for paper in files(__package__).iterdir() if paper.name.endswith(".txt")),
        key=lambda paper: paper.name,
    )
    return add_files(scope, [(paper.name, ContentFile(paper.read_bytes())) for paper in papers])
