"""Facts about whom a document names, where a person linked the record to a memory."""

from collections.abc import Iterable
from uuid import UUID

from pramana.evals.contracts.threads import Drawn, Strand
from pramana.evals.selectors.links import links_of_record
from pramana.kit.scope import Scope
from pramana.memory.contracts.views import FactView
from pramana.memory.selectors.timeline import history_of
from pramana.registry.contracts import RecordView

MOST_RECORDS = 5
MOST_FACTS = 10


def facts_about(scope: Scope, records: Iterable[RecordView]) -> list[Drawn]:
    """A memory's facts rest on messages; to a document they lead through the record it names."""
    ids = list(dict.fromkeys(record.id for record in records))[:MOST_RECORDS]
    return [fact for record_id in ids for fact in facts_of_record(scope, record_id)]


def facts_of_record(scope: Scope, record_id: UUID, *, limit: int = MOST_FACTS) -> list[Drawn]:
    """What memories say over time of the entities a record is linked to."""
    links = links_of_record(scope, record_id)
    return [
        fact_drawn(fact)
        for link in links
        for fact in history_of(scope, link.entity.id, limit=limit)
    ]


def fact_drawn(fact: FactView) -> Drawn:
    return Drawn(
        kind=Strand.FACT,
        name=fact.relation,
        value=fact.text,
        state="ended" if fact.invalid_at else "holds",
        subject_id=fact.id,
        place=fact.group_id,
        at=fact.valid_at or fact.created_at,
    )
