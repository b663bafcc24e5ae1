"""Research runs, started and looked at as a client does."""

import json
from typing import Any
from uuid import UUID

from django.test import Client

from pramana.external.contracts import ResearchRequest, Stage
from pramana.external.models import Candidate, ResearchRun
from pramana.external.services import start_research
from pramana.external.services.schedules import create_schedule
from pramana.kit.scope import Scope


def start(client: Client, **asked: Any) -> Any:
    return client.post("/api/research/", json.dumps(asked), content_type="application/json")


def decide(client: Client, research_id: object, decision: str, **asked: Any) -> Any:
    body = json.dumps({"decision": decision, **asked})
    address = f"/api/research/{research_id}/decision"
    return client.post(address, body, content_type="application/json")


def look(client: Client, research_id: object) -> Any:
    return client.get(f"/api/research/{research_id}").json()


def make_research(scope: Scope) -> dict[str, UUID]:
    """A run that waits for a decision and a schedule, for tests that need them to exist."""
    request = ResearchRequest(text="who opened the bridge", is_question=True)
    made = start_research(scope, request)
    ResearchRun.objects.in_scope(scope).filter(pk=made.id).update(
        stage=Stage.AWAITING_APPROVAL, results=[]
    )
    Candidate.objects.create(
        tenant_id=scope.tenant_id,
        research_id=made.id,
        url="https://a.example/",
        source="searxng",
        position=0,
    )
    schedule = create_schedule(scope, request, weekday=0)
    return {"research_id": made.id, "schedule_id": schedule.id}
