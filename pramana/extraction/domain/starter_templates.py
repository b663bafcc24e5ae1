"""Templates that every tenant can start from: the fields of common papers, as data.

They are not rows: a person copies one, and the copy is theirs to change.
"""

import json
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from pramana.extraction.contracts.fields import FieldSpec


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
