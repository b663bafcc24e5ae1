"""What a person does to an extraction: edit, undo, stop, approve, lock, share."""

from uuid import UUID

from ninja import Router

from pramana.extraction.api.shapes import FieldEditIn, FieldPathIn, SharedIn
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.services import editing
from pramana.extraction.services.stopping import stop_run
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


@router.patch(
    "/extractions/{uuid:extraction_id}/fields",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def edit(request: ScopedRequest, extraction_id: UUID, body: FieldEditIn) -> ExtractionView:
    """Write a value by hand, at a path like `items[2].price`. No run overwrites it unless asked."""
    return editing.edit_field(request.scope, extraction_id, body.path, body.value)


@router.post(
    "/extractions/{uuid:extraction_id}/fields/remove",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def drop(request: ScopedRequest, extraction_id: UUID, body: FieldPathIn) -> ExtractionView:
    """Remove a field by hand. No run puts it back unless asked."""
    return editing.drop_field(request.scope, extraction_id, body.path)


@router.post(
    "/extractions/{uuid:extraction_id}/changes/{uuid:field_change_id}/undo",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def undo(request: ScopedRequest, extraction_id: UUID, field_change_id: UUID) -> ExtractionView:
    """Put back what stood there before a change. 409 if that path was changed again since."""
    return editing.undo_change(request.scope, extraction_id, field_change_id)


@router.post(
    "/extractions/{uuid:extraction_id}/stop", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def stop(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Call off the run under way; what it saved stays. 409 if there is none."""
    return stop_run(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/approve",
    response=ExtractionView,
    auth=needs(Role.REVIEWER),
)
def approve(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Say that an extraction is right. 409 unless it is complete."""
    return editing.approve(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/lock", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def lock(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Let nobody change an extraction, by hand or by run."""
    return editing.lock(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/unlock", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def unlock(request: ScopedRequest, extraction_id: UUID) -> ExtractionView:
    """Let an extraction be changed again."""
    return editing.unlock(request.scope, extraction_id)


@router.post(
    "/extractions/{uuid:extraction_id}/share", response=ExtractionView, auth=needs(Role.REVIEWER)
)
def share(request: ScopedRequest, extraction_id: UUID, body: SharedIn) -> ExtractionView:
    """Let everyone in the tenant see an extraction of yours, or no longer."""
    return editing.share(request.scope, extraction_id, shared=body.shared)
