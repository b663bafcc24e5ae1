from pramana.external.policies import add_policy, remove_policy
from pramana.external.services.decisions import decide
from pramana.external.services.plans import approve_plan, offer_plan
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

__all__ = [
    "add_policy",
    "approve_plan",
    "decide",
    "delete_checkpoints_of_tenant",
    "delete_research",
    "fail_research",
    "finish_answer",
    "offer_plan",
    "record_reading",
    "release_documents",
    "remove_policy",
    "retry_research",
    "settle_graph",
    "start_research",
]
