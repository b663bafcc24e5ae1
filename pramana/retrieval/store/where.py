"""Filters as SQL. Every value is a parameter; only the conditions themselves are text."""

from typing import Any

from pramana.kit.sections import PATH
from pramana.retrieval.filters import Filters

ALWAYS = "entry.tenant_id = %(tenant)s AND entry.space = ANY(%(spaces)s)"

CONDITIONS = {
    "collection_ids": "entry.collection_id = ANY(%(collection_ids)s)",
    "parent_ids": "entry.parent_id = ANY(%(parent_ids)s)",
    "section": "(entry.section = %(section)s OR entry.section LIKE %(section_end)s)",
    "kind": "entry.kind = %(kind)s",
    "date_from": "entry.date >= %(date_from)s",
    "date_to": "entry.date <= %(date_to)s",
    "language": "entry.language = %(language)s",
}


def conditions(filters: Filters) -> tuple[str, dict[str, Any]]:
    """The WHERE of an entry that passes, and its parameters."""
    clauses, given = [ALWAYS], {}
    for name, condition in CONDITIONS.items():
        value = getattr(filters, name)
        if value is not None:
            clauses.append(condition)
            given[name] = sorted(value) if isinstance(value, frozenset) else value
    if filters.section is not None:
        given["section_end"] = f"%{_literal(PATH + filters.section)}"
    if filters.source_url_prefix is not None:
        column = "path" if filters.source_url_prefix.startswith("/") else "url"
        clauses.append(f"entry.url > '' AND entry.{column} LIKE %(prefix)s")
        given["prefix"] = beginning_with(filters.source_url_prefix)
    return " AND ".join(clauses), given


def beginning_with(prefix: str) -> str:
    """A LIKE pattern for exactly this beginning.

    >>> beginning_with("/100%_sure")
    '/100\\\\%\\\\_sure%'
    """
    return _literal(prefix) + "%"


def _literal(text: str) -> str:
    """The text in a LIKE pattern, where its own % and _ are only themselves."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
