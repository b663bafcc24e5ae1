"""Every decision of a tenant as a case, read from where it was decided."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pramana.evals.contracts.cases import Case, Kind
from pramana.evals.selectors.agni_cases import candidate_cases, entity_cases
from pramana.evals.selectors.cell_cases import cell_cases
from pramana.evals.selectors.field_cases import field_cases
from pramana.evals.selectors.other_cases import duplicate_cases, link_cases, source_cases
from pramana.kit.scope import Scope

Reader = Callable[[Scope, datetime | None], list[Case]]

READERS: dict[Kind, Reader] = {
    Kind.ENTITY: entity_cases,
    Kind.CANDIDATE: candidate_cases,
    Kind.FIELD: field_cases,
    Kind.CELL: cell_cases,
    Kind.SOURCE: source_cases,
    Kind.DUPLICATE: duplicate_cases,
    Kind.LINK: link_cases,
}


def cases_of(
    scope: Scope, *, kinds: Sequence[Kind] = tuple(Kind), since: datetime | None = None
) -> list[Case]:
    """The newest decisions of each kind. A decision that was taken back is no longer one."""
    return [case for kind in kinds for case in READERS[kind](scope, since)]
