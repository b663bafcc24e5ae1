"""Slugs that no other record of the same kind has."""

from pramana.kit.scope import Scope
from pramana.language.names import to_latin
from pramana.registry.contracts import NewRecord
from pramana.registry.domain.ids import PREFIXES
from pramana.registry.domain.slugs import numbered, slug_for
from pramana.registry.models import Record


def wanted_slug(new: NewRecord, serial: int) -> str:
    """From its name in Latin letters; from its serial where a name has none."""
    latin = to_latin(new.title("ne"))
    return slug_for(new, latin, otherwise=f"{PREFIXES[new.type]}-{serial}")


def free_slug(scope: Scope, new: NewRecord, serial: int) -> str:
    """The wanted slug, numbered where namesakes have it."""
    slug, number = wanted_slug(new, serial), 1
    while is_taken(scope, new, numbered(slug, number)):
        number += 1
    return numbered(slug, number)


def is_taken(scope: Scope, new: NewRecord, slug: str) -> bool:
    rows = Record.objects.in_scope(scope).filter(entity_type=new.type, slug=slug)
    return rows.filter(sub_type=new.sub_type or "").exists()
