from pramana.external.policies import add_policy, remove_policy
from pramana.external.services.decisions import approve_plan, decide, offer_plan
from pramana.external.services.runs import (
    delete_checkpoints_of_tenant,
    delete_research,
    fail_research,
    finish_answer,
    record_reading,
    release_documents,
    retry_research,
    settle_graph,
    start_research,
)
from pramana.external.services.schedules import create_schedule, delete_schedule, schedules_of

__all__ = [
    "add_policy",
    "approve_plan",
    "create_schedule",
    "decide",
    "delete_checkpoints_of_tenant",
    "delete_research",
    "delete_schedule",
    "fail_research",
    "finish_answer",
    "offer_plan",
    "record_reading",
    "release_documents",
    "remove_policy",
    "retry_research",
    "schedules_of",
    "settle_graph",
    "start_research",
]
