from pramana.external.services.deciding import decide
from pramana.external.services.deleting import delete_research, forget_documents, forget_tenant
from pramana.external.services.ending import (
    fail_research,
    finish_answer,
    note_reading,
    settle,
    try_again,
)
from pramana.external.services.policies import add_policy, remove_policy
from pramana.external.services.starting import start_research

__all__ = [
    "add_policy",
    "decide",
    "delete_research",
    "fail_research",
    "finish_answer",
    "forget_documents",
    "forget_tenant",
    "note_reading",
    "remove_policy",
    "settle",
    "start_research",
    "try_again",
]
