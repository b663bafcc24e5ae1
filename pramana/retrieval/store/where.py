"""Filters as SQL. Every value is a parameter; only the conditions themselves are text."""

from typing import Any

from pramana.retrieval.filters import Filters

ALWAYS = "entry.tenant_id = %(tenant)s AND entry.space = ANY(%(spaces)s)"

CONDITIONS = {
    "collection_ids": "entry.collection_id = ANY(%(collection_ids)s)",
    "parent_ids": "entry.parent_id = ANY(%(parent_ids)s)",
    "section": "entry.section = %(section)s",
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
    if filters.source_url_prefix is not None:
        column = "path" if filters.source_url_prefix.startswith("/") else "url"
        clauses.append(f"entry.url > '' AND entry.{column} LIKE %(prefix)s")
        given["prefix"] = beginning_with(filters.source_url_prefix)
    return " AND ".join(clauses), given


def beginning_with(prefix: str) -> str:
    """A LIKE pattern for exactly this beginning: its own % and _ are only themselves.

    >>> beginning_with("/100%_sure")
    '/100\\\\%\\\\_sure%'
    """
    escaped = prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return escaped + "%"
