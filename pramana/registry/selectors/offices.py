"""The offices of a body, each with those who held it over time."""

from uuid import UUID

from pramana.kit.scope import Scope
from pramana.registry.contracts import Office, OfficeHolder
from pramana.registry.models import Relationship
from pramana.registry.selectors.records import get_row, record_view

POSITION = "position"
"""The attribute of a relationship that names the office someone holds."""


def offices_of(scope: Scope, record_id: str | UUID) -> list[Office]:
    """The offices that relationships to this body name, by name; the newest holder first."""
    body = get_row(scope, record_id)
    rows = Relationship.objects.in_scope(scope).filter(target=body, source__merged_into=None)
    named = rows.filter(attributes__has_key=POSITION).select_related("source")
    holders: dict[str, list[OfficeHolder]] = {}
    titles: dict[str, str] = {}
    for row in named.order_by("start_date", "created_at"):
        title = str(row.attributes[POSITION]).strip()
        if title:
            titles.setdefault(title.casefold(), title)
            holder = OfficeHolder(record_view(row.source), row.start_date, row.end_date)
            holders.setdefault(title.casefold(), []).append(holder)
    return [Office(titles[key], tuple(holders[key][::-1])) for key in sorted(holders)]
