from pramana.external.policies import add_policy, remove_policy
from pramana.external.services.decisions import decide
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
    "decide",
    "delete_checkpoints_of_tenant",
    "delete_research",
    "fail_research",
    "finish_answer",
    "record_reading",
    "release_documents",
    "remove_policy",
    "retry_research",
    "settle_graph",
    "start_research",
]
