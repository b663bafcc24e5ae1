"""Files of records over HTTP: what an import would do, and the import itself."""

from typing import Annotated, Any, Literal

from ninja import File, Form, Router, Schema
from ninja.files import UploadedFile

from pramana.registry.api.schemas import Type
from pramana.registry.exchange import MAX_IMPORT_BYTES, FileFormat, import_content
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class ImportConflictOut(Schema):
    nes_id: str
    title: str
    lines: list[str]


class ImportOut(Schema):
    is_preview: bool
    created: int
    updated: int
    unchanged: int
    kept: int
    linked: int
    skipped: int
    refused: int
    problems: list[str]
    conflicts: list[ImportConflictOut]


@router.post("/api/registry/import", response=ImportOut, auth=needs(Role.ADMIN))
def import_file(
    request: ScopedRequest,
    file: Annotated[UploadedFile, File()],
    format: Annotated[Literal["jsonl", "nes", "csv", "ftm"] | None, Form()] = None,
    entity_type: Annotated[Type | None, Form()] = None,
    preview: Annotated[bool, Form()] = False,
) -> dict[str, Any]:
    """Import a file of records, up to 10 MB; with `preview`, only say what that would do.

    `kept` counts records that people or reviews changed: they stay, and `conflicts` lists what the
    file says otherwise. `entity_type` applies to CSV files without that column.
    """
    tally = import_content(
        request.scope,
        file.name or "",
        file.read(MAX_IMPORT_BYTES + 1),
        FileFormat(format) if format else None,
        type=entity_type or "",
        author=request.principal.user_name,
        is_preview=preview,
    )
    return {"is_preview": preview, **vars(tally)}
