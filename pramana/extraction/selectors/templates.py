from uuid import UUID

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.contracts.views import TemplateView
from pramana.extraction.errors.extractions import TemplateNotFound
from pramana.extraction.models import Template
from pramana.kit.scope import Scope

MOST = 1_000


def templates_of(scope: Scope, *, document_type: str = "") -> list[TemplateView]:
    """The tenant's templates, by name."""
    rows = Template.objects.in_scope(scope)
    if document_type:
        rows = rows.filter(document_type=document_type)
    return [template_view(row) for row in rows[:MOST]]


def get_template(scope: Scope, template_id: UUID) -> TemplateView:
    row = Template.objects.in_scope(scope).filter(pk=template_id).first()
    if row is None:
        raise TemplateNotFound()
    return template_view(row)


def template_view(row: Template) -> TemplateView:
    return TemplateView(
        id=row.id,
        name=row.name,
        document_type=row.document_type,
        description=row.description,
        fields=tuple(FieldSpec.model_validate(each) for each in row.fields),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
