"""What the details of the audit trail are called on a page, and their values that are codes."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.retrieval.scoring.contracts import Effect
from pramana.web.figures import figure
from pramana.web.views.research_words import VERDICTS
from pramana.web.words import KINDS, ROLES, Words, task_name

DETAILS: dict[str, Words] = {
    "after": later("now"),
    "before": later("before"),
    "cases": later("cases"),
    "column": later("column"),
    "conversations": later("conversations"),
    "correction": later("correction"),
    "count": later("documents"),
    "description": later("because"),
    "document_id": later("document"),
    "documents": later("documents"),
    "effect": later("what happens"),
    "entity": later("entity"),
    "from_id": later("from the review"),
    "groups": later("groups"),
    "index": later("entity no."),
    "kind": later("kind"),
    "let_in": later("pages let in"),
    "most": later("at most"),
    "name": later("job"),
    "nes_id": later("record"),
    "record": later("record"),
    "records": later("records"),
    "research": later("research runs"),
    "role": later("role"),
    "shared": later("shared"),
    "stacks": later("stacks"),
    "verdict": later("verdict"),
    "whole_site": later("the whole site"),
}

CODES: dict[str, Words] = {
    **{str(role): word for role, word in ROLES.items()},
    **{str(kind): word for kind, word in KINDS.items()},
    **{str(verdict): word for verdict, word in VERDICTS.items()},
    Effect.BOOST: later("Favour it"),
    Effect.REJECT: later("Never offer it"),
}
CODED = ("role", "before", "after", "kind", "verdict", "effect")
"""Details whose value is one of a few."""


def detail_words(name: str, value: object) -> tuple[str, str]:
    """A detail as people read it. Whatever has no words here stands as it was written."""
    return str(DETAILS.get(name, name)), _value(name, value)


def _value(name: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return figure(value + 1 if name == "index" else value)
    if name == "name":
        return task_name(str(value))
    return str(CODES.get(str(value), value)) if name in CODED else str(value)
