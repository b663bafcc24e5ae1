"""Filters as the cluster understands them. The tenant comes first, always."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pramana.kit.scope import Scope
from pramana.retrieval.filters import Filters

if TYPE_CHECKING:
    from qdrant_client.models import FieldCondition, Filter


def condition(scope: Scope, spaces: Sequence[str], filters: Filters) -> "Filter":
    """What a point must be to pass. Prefixes of urls are not asked of the cluster."""
    from qdrant_client.models import Filter

    must = [
        one_of("tenant_id", [str(scope.tenant_id)]),
        one_of("space", list(spaces)),
        *(
            one_of(name, sorted(map(str, ids)))
            for name, ids in (
                ("collection_id", filters.collection_ids),
                ("parent_id", filters.parent_ids),
            )
            if ids is not None
        ),
        *(
            one_of(name, [word])
            for name in ("section", "kind", "language")
            if (word := getattr(filters, name)) is not None
        ),
        *_days(filters),
    ]
    return Filter(must=list(must))


def one_of(name: str, values: list[str]) -> "FieldCondition":
    """The field is one of these."""
    from qdrant_client.models import FieldCondition, MatchAny

    return FieldCondition(key=name, match=MatchAny(any=values))


def _days(filters: Filters) -> "list[FieldCondition]":
    from qdrant_client.models import FieldCondition, Range

    if filters.date_from is None and filters.date_to is None:
        return []
    first = filters.date_from and filters.date_from.toordinal()
    last = filters.date_to and filters.date_to.toordinal()
    return [FieldCondition(key="day", range=Range(gte=first, lte=last))]
