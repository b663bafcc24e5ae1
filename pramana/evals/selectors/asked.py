"""Which version of a prompt a run was asked with, from the ledger of the gateway."""

from collections.abc import Collection
from uuid import UUID

from pramana.evals.postgres import rows
from pramana.kit.scope import Scope

MOST = 5_000
"""Subjects of one kind that are read at once, the newest of them."""

VERSIONS = """
    SELECT DISTINCT ON (run_id) run_id, prompt, prompt_version
      FROM llm_modelcall
     WHERE tenant_id = %(tenant)s AND run_id = ANY(%(runs)s::uuid[]) AND prompt = ANY(%(prompts)s)
     ORDER BY run_id, array_position(%(prompts)s::text[], prompt::text), at DESC
"""

Asked = tuple[str, int | None]


def asked_with(
    scope: Scope, prompts: Collection[str], runs: Collection[UUID | None]
) -> dict[UUID | None, Asked]:
    """Prompt and version by run; of several prompts, the one named first."""
    known = sorted({run for run in runs if run is not None})
    if not known:
        return {}
    found = rows(scope, VERSIONS, runs=known, prompts=list(prompts))
    return {row["run_id"]: (row["prompt"], row["prompt_version"]) for row in found}
