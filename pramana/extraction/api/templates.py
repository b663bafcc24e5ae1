"""Templates: fields kept for a type of document, and their JSON Schema."""

from typing import Any
from uuid import UUID

from ninja import Router
from ninja import Status as Answer

from pramana.extraction.api.shapes import SchemaIn, TemplateIn
from pramana.extraction.contracts.views import TemplateView
from pramana.extraction.domain.schemas import from_schema, to_schema
from pramana.extraction.selectors import templates
from pramana.extraction.services import templates as services
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


@router.get("/templates", response=list[TemplateView], auth=needs(Role.VIEWER))
def list_templates(request: ScopedRequest, document_type: str = "") -> list[TemplateView]:
    """The tenant's templates by name, of all types or of one."""
    return templates.templates_of(request.scope, document_type=document_type)


@router.post("/templates", response={201: TemplateView}, auth=needs(Role.REVIEWER))
def create(request: ScopedRequest, body: TemplateIn) -> Answer[TemplateView]:
    """Keep fields under a name. 409 if the name is taken."""
    made = services.create_template(request.scope, _draft(body))
    return Answer(201, made)


@router.post("/templates/import", response={201: TemplateView}, auth=needs(Role.REVIEWER))
def import_schema(request: ScopedRequest, body: SchemaIn) -> Answer[TemplateView]:
    """Make a template from a JSON Schema of an object."""
    schema = body.definition.model_dump(exclude_none=True)
    draft = services.Draft(
        name=body.name,
        document_type=body.document_type,
        description=str(schema.get("description", ""))[:2000],
        fields=from_schema(schema),
    )
    return Answer(201, services.create_template(request.scope, draft))


@router.get("/templates/{uuid:template_id}", response=TemplateView, auth=needs(Role.VIEWER))
def get_template(request: ScopedRequest, template_id: UUID) -> TemplateView:
    """One template."""
    return templates.get_template(request.scope, template_id)


@router.get(
    "/templates/{uuid:template_id}/schema", response=dict[str, Any], auth=needs(Role.VIEWER)
)
def export_schema(request: ScopedRequest, template_id: UUID) -> dict[str, Any]:
    """The template as JSON Schema, which can be imported again."""
    found = templates.get_template(request.scope, template_id)
    return to_schema(found.fields, title=found.name, description=found.description)


@router.put("/templates/{uuid:template_id}", response=TemplateView, auth=needs(Role.REVIEWER))
def replace(request: ScopedRequest, template_id: UUID, body: TemplateIn) -> TemplateView:
    """Put other fields in a template's place. Extractions keep those they were made with."""
    return services.replace_template(request.scope, template_id, _draft(body))


@router.delete("/templates/{uuid:template_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, template_id: UUID) -> Answer[None]:
    """Remove a template."""
    services.delete_template(request.scope, template_id)
    return Answer(204, None)


def _draft(body: TemplateIn) -> services.Draft:
    return services.Draft(body.name, body.document_type, body.description, tuple(body.fields))
