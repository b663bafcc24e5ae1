"""Creating, replacing and deleting templates, and the starter templates that a person can copy."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from pydantic import BaseModel, ConfigDict

from pramana.extraction.contracts.extractions import TemplateView
from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.errors import TemplateExists, TemplateNotFound
from pramana.extraction.models import Template
from pramana.extraction.selectors.extractions import get_template
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.tenancy.services import audit


class StarterTemplate(BaseModel):
    """The fields of one kind of paper, under a key that does not change."""

    model_config = ConfigDict(frozen=True)

    key: str
    name: str
    document_type: str
    description: str
    fields: tuple[FieldSpec, ...]


@cache
def starter_templates() -> tuple[StarterTemplate, ...]:
    """Return the templates in the order in which they are offered."""
    text = files(__package__).joinpath("starter_templates.json").read_text("utf-8")
    return tuple(StarterTemplate.model_validate(each) for each in json.loads(text))


def starter_template(key: str) -> StarterTemplate | None:
    """Return the template with this key.

    >>> starter_template("lease").document_type
    'contract'
    """
    return next((each for each in starter_templates() if each.key == key), None)


@dataclass(frozen=True)
class TemplateDraft:
    """A template as it is requested."""

    name: str
    document_type: str
    description: str
    fields: tuple[FieldSpec, ...]

    def columns(self) -> dict[str, object]:
        return {
            "name": with_visible_overrides(self.name.strip())[:200],
            "document_type": self.document_type,
            "description": self.description,
            "fields": [spec.model_dump(mode="json") for spec in self.fields],
        }


@transaction.atomic
def create_template(scope: Scope, draft: TemplateDraft) -> TemplateView:
    row = Template(tenant_id=scope.tenant_id, created_by_id=scope.actor_id, **draft.columns())
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise TemplateExists(draft.name) from None
    audit(scope, "template.created", "template", row.id)
    return get_template(scope, row.id)


def copy_starter_template(scope: Scope, key: str) -> TemplateView:
    """Make a built-in template the tenant's own. Raises TemplateNotFound for an unknown key."""
    starter = starter_template(key)
    if starter is None:
        raise TemplateNotFound()
    draft = TemplateDraft(starter.name, starter.document_type, starter.description, starter.fields)
    return create_template(scope, draft)


@transaction.atomic
def replace_template(scope: Scope, template_id: UUID, draft: TemplateDraft) -> TemplateView:
    rows = Template.objects.in_scope(scope).filter(pk=template_id)
    try:
        with transaction.atomic():
            count = rows.update(**draft.columns(), updated_at=Now())
    except IntegrityError:
        raise TemplateExists(draft.name) from None
    if not count:
        raise TemplateNotFound()
    audit(scope, "template.replaced", "template", template_id)
    return get_template(scope, template_id)


@transaction.atomic
def delete_template(scope: Scope, template_id: UUID) -> None:
    count, _ = Template.objects.in_scope(scope).filter(pk=template_id).delete()
    if not count:
        raise TemplateNotFound()
    audit(scope, "template.deleted", "template", template_id)
