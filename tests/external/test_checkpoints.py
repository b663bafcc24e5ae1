"""Checkpoints of runs that are over, or gone, are thrown away; the others stay."""

from datetime import timedelta

import pytest

from pramana.external.checkpoints import checkpoint_saver, stored_threads
from pramana.external.graph import build_graph
from pramana.external.models import ResearchRun
from pramana.external.tasks import prune_checkpoints
from pramana.kit.clock import utcnow
from tests.external.runs import make_research

pytestmark = pytest.mark.django_db


def keep_checkpoint(thread: str) -> None:
    with checkpoint_saver() as saver:
        graph = build_graph().compile(checkpointer=saver)
        graph.update_state(
            {"configurable": {"thread_id": thread}},
            {"query": "q", "enable_hitl": False, "candidates": []},
            as_node="select",
        )


def test_only_checkpoints_that_may_be_needed_are_kept(scope):
    runs = [
        ResearchRun.objects.in_scope(scope).get(pk=make_research(scope)["research_id"])
        for _ in range(3)
    ]
    open_run, fresh, old = (str(run.run_id) for run in runs)
    for run, ended in zip(runs[1:], (timedelta(hours=1), timedelta(days=2)), strict=True):
        run.ended_at = utcnow() - ended
        run.save()
    for thread in (open_run, fresh, old, "a-run-that-is-gone"):
        keep_checkpoint(thread)

    prune_checkpoints()

    assert set(stored_threads()) >= {open_run, fresh}
    assert not {old, "a-run-that-is-gone"} & set(stored_threads())
    prune_checkpoints()
