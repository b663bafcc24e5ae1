"""A run is asked for: kept, and queued, in one transaction."""

from django.db import transaction

from pramana.documents.selectors import get_collection
from pramana.external.contracts.requests import Wanted
from pramana.external.contracts.stages import Stage
from pramana.external.contracts.views import ResearchView
from pramana.external.domain.queries import cleaned
from pramana.external.errors import NothingAsked
from pramana.external.models import ResearchRun
from pramana.external.selectors import get_research
from pramana.external.services.rows import RUN_TASK
from pramana.jobs.services import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit, start_run

RUN_KIND = "external.research"


@transaction.atomic
def start_research(scope: Scope, wanted: Wanted) -> ResearchView:
    """Begin a run. Case and workflow are the caller's; the run's own id is new each time."""
    if not cleaned(wanted.text):
        raise NothingAsked()
    if wanted.collection_id:
        get_collection(scope, wanted.collection_id)
    run_id = start_run(scope, RUN_KIND, wanted.matter)
    row = ResearchRun(
        tenant_id=scope.tenant_id,
        run_id=run_id,
        text=wanted.text.strip(),
        is_question=wanted.is_question,
        collection_id=wanted.collection_id,
        enable_hitl=wanted.enable_hitl,
        auto_ingest=wanted.auto_ingest,
        rules=wanted.rules.model_dump(),
        budget=wanted.budget.model_dump(),
        stages=[{"stage": Stage.QUEUED.value, "at": utcnow().isoformat()}],
        created_by_id=scope.actor_id,
    )
    row.save(force_insert=True)
    enqueue(scope, RUN_TASK, run_id=run_id, research_id=row.id)
    audit(scope, "research.started", "research", row.id)
    return get_research(scope, row.id)
