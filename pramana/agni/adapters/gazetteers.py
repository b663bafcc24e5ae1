"""The registry's names as a file that the CPU pool's children read once."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from uuid import UUID

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.language.tagging import Gazetteer, Kind
from pramana.registry.contracts import EntityType
from pramana.registry.selectors import gazetteer, gazetteer_stamp

FOLDER = "gazetteers"
KINDS = {
    EntityType.PERSON: Kind.PERSON,
    EntityType.ORGANIZATION: Kind.ORGANIZATION,
    EntityType.LOCATION: Kind.LOCATION,
}


def gazetteer_file(tenant_id: UUID) -> str:
    """A file of the tenant's names as they stand now; made when a record has changed since."""
    scope = Scope(tenant_id=tenant_id)
    folder = Path(settings.PRAMANA.data) / FOLDER
    file = folder / f"{tenant_id}.{gazetteer_stamp(scope)}"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _write(scope, file)
        _forget_older(file)
    return str(file)


def _write(scope: Scope, file: Path) -> None:
    """Whole or not at all: another worker may write the same file at the same moment."""
    names = (
        (str(name.record_id), name.text, KINDS[name.type])
        for name in gazetteer(scope)
        if name.type in KINDS
    )
    with NamedTemporaryFile(dir=file.parent, delete=False) as part:
        made = Path(part.name)
    Gazetteer(names).save(made)
    os.replace(made, file)


def _forget_older(file: Path) -> None:
    for other in file.parent.glob(f"{file.name.split('.')[0]}.*"):
        if other != file:
            other.unlink(missing_ok=True)
