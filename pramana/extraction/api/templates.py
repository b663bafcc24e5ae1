"""Endpoints for templates: saved fields for a type of document, and their JSON Schema."""

from typing import Any
from uuid import UUID

from ninja import Status as Answer

from pramana.extraction.api.schemas import SchemaIn, TemplateIn
from pramana.extraction.contracts.extractions import TemplateView
from pramana.extraction.contracts.fields import LearnedLabelView
from pramana.extraction.domain.json_schema import from_json_schema, to_json_schema
from pramana.extraction.selectors import extractions
from pramana.extraction.services import templates as services
from pramana.extraction.services.lessons import all_learned_labels, remove_learned_label
from pramana.extraction.services.templates import StarterTemplate, starter_templates
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("extraction_templates")


@router.get("/templates", response=list[TemplateView], auth=needs(Role.VIEWER))
def list_templates(request: ScopedRequest, document_type: str = "") -> list[TemplateView]:
    """The tenant's templates by name, for all document types or for one."""
    return extractions.all_templates(request.scope, document_type=document_type)


@router.post("/templates", response={201: TemplateView}, auth=needs(Role.REVIEWER))
def create(request: ScopedRequest, body: TemplateIn) -> Answer[TemplateView]:
    """Save fields as a template. 409 if the name is taken."""
    template = services.create_template(request.scope, _draft(body))
    return Answer(201, template)


@router.get("/templates/starters", response=list[StarterTemplate], auth=needs(Role.VIEWER))
def list_starters(request: ScopedRequest) -> list[StarterTemplate]:
    """The built-in templates: fields of common papers, to copy and change."""
    return list(starter_templates())


@router.post("/templates/starters/{key}", response={201: TemplateView}, auth=needs(Role.REVIEWER))
def copy_starter(request: ScopedRequest, key: str) -> Answer[TemplateView]:
    """Copy a built-in template. 409 if a template has its name already."""
    return Answer(201, services.copy_starter_template(request.scope, key))


@router.post("/templates/import", response={201: TemplateView}, auth=needs(Role.REVIEWER))
def import_schema(request: ScopedRequest, body: SchemaIn) -> Answer[TemplateView]:
    """Create a template from the JSON Schema of an object."""
    schema = body.definition.model_dump(exclude_none=True)
    draft = services.TemplateDraft(
        name=body.name,
        document_type=body.document_type,
        description=str(schema.get("description", ""))[:2000],
        fields=from_json_schema(schema),
    )
    return Answer(201, services.create_template(request.scope, draft))


@router.get("/templates/{uuid:template_id}", response=TemplateView, auth=needs(Role.VIEWER))
def get_template(request: ScopedRequest, template_id: UUID) -> TemplateView:
    """One template."""
    return extractions.get_template(request.scope, template_id)


@router.get(
    "/templates/{uuid:template_id}/schema", response=dict[str, Any], auth=needs(Role.VIEWER)
)
def export_schema(request: ScopedRequest, template_id: UUID) -> dict[str, Any]:
    """The template as JSON Schema. It can be imported again."""
    template = extractions.get_template(request.scope, template_id)
    return to_json_schema(template.fields, title=template.name, description=template.description)


@router.put("/templates/{uuid:template_id}", response=TemplateView, auth=needs(Role.REVIEWER))
def replace(request: ScopedRequest, template_id: UUID, body: TemplateIn) -> TemplateView:
    """Replace a template's fields. Existing extractions keep theirs."""
    return services.replace_template(request.scope, template_id, _draft(body))


@router.delete("/templates/{uuid:template_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, template_id: UUID) -> Answer[None]:
    """Delete a template."""
    services.delete_template(request.scope, template_id)
    return Answer(204, None)


@router.get("/lessons", response=list[LearnedLabelView], auth=needs(Role.VIEWER))
def list_lessons(request: ScopedRequest) -> list[LearnedLabelView]:
    """What approved and corrected values taught: at which labels the values of a field stand."""
    return all_learned_labels(request.scope)


@router.delete("/lessons/{uuid:lesson_id}", response={204: None}, auth=needs(Role.REVIEWER))
def remove_lesson(request: ScopedRequest, lesson_id: UUID) -> Answer[None]:
    """Forget a label for a field and a sender. Values stay as they are."""
    remove_learned_label(request.scope, lesson_id)
    return Answer(204, None)


def _draft(body: TemplateIn) -> services.TemplateDraft:
    return services.TemplateDraft(
        body.name, body.document_type, body.description, tuple(body.fields)
    )
