"""Runs that found pages and stopped until somebody says which may come in."""

from functools import partial

from pramana.external.contracts.stages import Stage
from pramana.external.selectors.page_research import pages_of_runs
from pramana.external.selectors.research import research_page, waiting_count
from pramana.kit.scope import Scope
from pramana.kit.waiting import Waiting, WaitingKind, WaitingPage, waiting_page


def waiting(scope: Scope, *, limit: int) -> list[WaitingPage]:
    runs = research_page(scope, stage=Stage.AWAITING_APPROVAL, limit=limit).runs
    pages = pages_of_runs(scope, [run.id for run in runs]) if runs else {}
    offered = {run: number for run, (number, _came_in) in pages.items()}
    found = (
        Waiting(
            WaitingKind.SOURCES,
            run.id,
            run.text,
            run.created_at,
            open=offered.get(run.id, 0),
            parts=offered.get(run.id, 0),
        )
        for run in runs
    )
    count = partial(waiting_count, scope)
    return [waiting_page(WaitingKind.SOURCES, found, limit=limit, count=count)]
