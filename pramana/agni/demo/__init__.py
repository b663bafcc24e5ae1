"""The review's scene in the demonstration: a release with people and offices to decide about."""

from importlib.resources import files

from django.core.files.base import ContentFile

from pramana.agni.contracts.views import SessionView
from pramana.agni.services import open_session
from pramana.kit.scope import Scope
from pramana.registry.services import create_record

MAYOR = {
    "type": "person",
    "names": [
        {
            "kind": "PRIMARY",
            "en": {"full": "Hari Prasad Khanal"},
            "ne": {"full": "हरिप्रसाद खनाल"},
        }
    ],
    "attributes": {"position": "Mayor"},
}
"""Somebody the registry already knows, so that there is a match to decide."""


def scene(scope: Scope) -> SessionView:
    """A session that will wait for a review."""
    create_record(scope, MAYOR, description="Known before.", source_key="demo:mayor")
    release = files(__package__).joinpath("release.txt").read_bytes()
    return open_session(scope, "contract-signed.txt", ContentFile(release))
