"""Which version of a prompt a run was asked with, from the ledger of the gateway."""

from collections.abc import Collection, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.llm.selectors import prompts_asked

MOST = 5_000
"""Subjects of one kind that are read at once, the newest of them."""

Asked = tuple[str, int | None]


def asked_with(
    scope: Scope, prompts: Sequence[str], runs: Collection[UUID | None]
) -> dict[UUID | None, Asked]:
    """Prompt and version by run; of several prompts, the one named first."""
    known = {run for run in runs if run is not None}
    return dict(prompts_asked(scope, prompts, known).items()) if known else {}
