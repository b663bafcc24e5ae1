"""What people changed in a memory, as its pages show it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import EditKind, EntityView, Grain, GraphEditView
from pramana.memory.selectors.evidence import edits_of
from pramana.memory.selectors.explorer import FactLine, fact_lines_by_id
from pramana.memory.selectors.graph import entities_by_id
from pramana.web.access import member_names
from pramana.web.memory.wording import date_text, entity_type_name, relation_name

EDITS_LISTED = 50
SHOWN_COLUMNS: Mapping[str, Callable[[str], str]] = {
    "name": str,
    "type": entity_type_name,
    "text": str,
    "relation": relation_name,
}
"""The columns of an edit that are shown, and the words for their values."""


def edit_lines(
    scope: Scope, group_id: str, *, fact_id: UUID | None = None, entity_id: UUID | None = None
) -> list[dict[str, Any]]:
    """What people changed, each with who did it."""
    edits = edits_of(scope, group_id, fact_id=fact_id, entity_id=entity_id, limit=EDITS_LISTED)
    people = member_names(scope) if edits else {}
    facts = fact_lines_by_id(scope, {each.fact_id for each in edits if each.fact_id})
    entities = entities_by_id(scope, {each.entity_id for each in edits if each.entity_id})
    return [
        {
            "edit": each,
            "who": people.get(each.actor_id, "") if each.actor_id else "",
            "before": _edited_values(each, each.before, facts),
            "after": _edited_values(each, each.after, facts),
            "about": _subject_of(each, facts, entities),
        }
        for each in edits
    ]


def _subject_of(
    edit: GraphEditView, facts: Mapping[UUID, FactLine], entities: Mapping[UUID, EntityView]
) -> str:
    """The words of the fact that was edited, or the name of the entity."""
    if edit.fact_id:
        return facts[edit.fact_id].text if edit.fact_id in facts else ""
    entity = entities.get(edit.entity_id) if edit.entity_id else None
    return entity.name if entity else ""


def _edited_values(
    edit: GraphEditView, values: Mapping[str, Any], facts: Mapping[UUID, FactLine]
) -> list[str]:
    """One side of an edit as people read it."""
    words = [name(values[column]) for column, name in SHOWN_COLUMNS.items() if column in values]
    fact = facts.get(edit.fact_id) if edit.fact_id else None
    if fact is None or edit.kind is not EditKind.FACT_CORRECTED:
        return words
    if "valid_at" in values or "start_grain" in values:
        grain = Grain(values.get("start_grain", fact.start_grain))
        words.append(
            _("from %s") % _edited_date(fact, values.get("valid_at", fact.valid_at), grain)
        )
    if "invalid_at" in values or "end_grain" in values:
        grain = Grain(values.get("end_grain", fact.end_grain))
        end = _edited_date(fact, values.get("invalid_at", fact.invalid_at), grain)
        words.append(_("until %s") % end)
    return words


def _edited_date(fact: FactLine, value: str | datetime | None, grain: Grain) -> str:
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    shown = fact.local(moment)
    if shown is None or grain is Grain.UNKNOWN:
        return _("an unknown date")
    return date_text(shown, grain, fact.calendar)
