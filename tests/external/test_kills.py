"""Workers that die in the search, at the pause and in the ingest: all is there, nothing twice."""

import threading
from collections.abc import Iterator

import pytest

from pramana.documents.models import Document, Passage
from pramana.external.models import Candidate, ResearchRun
from pramana.external.testing import ListedPage, SearchServer, finds, hangs
from pramana.jobs.models import Job
from pramana.tenancy.models import ToolCall
from tests.documents.fetching.server import Served, page, serving
from tests.external.conftest import BRIDGE, QUESTION
from tests.external.runs import decide, look, start
from tests.jobs.processes import worker_process
from tests.waiting import wait_until

PATIENCE_S = 180.0


@pytest.fixture
def let_go() -> threading.Event:
    return threading.Event()


@pytest.fixture
def pages(let_go: threading.Event) -> Iterator[Served]:
    def slow(handler) -> None:
        let_go.wait(120)
        page(f"<title>Two</title><p>{BRIDGE * 2} Second.</p>")(handler)

    first = page(f"<title>One</title><p>{BRIDGE * 2}</p>")
    with serving({"/one": first, "/two": slow}) as served:
        yield served
        let_go.set()


@pytest.fixture
def environment(monkeypatch, provider: SearchServer, pages: Served) -> None:
    for name, value in {
        "SEARCH": "searxng",
        "SEARCH_URL": provider.url,
        "SEARCH_TIMEOUT_S": "100",
        "FETCH_ALLOW": pages.host,
        "EMBEDDINGS": "none",
    }.items():
        monkeypatch.setenv(f"PRAMANA_{name}", value)


@pytest.mark.django_db(transaction=True)
def test_a_run_outlives_three_workers(
    admin, scope, database_url, environment, provider, pages: Served, let_go
):
    provider.otherwise = hangs()
    research = start(admin, question=QUESTION).json()["id"]

    def stage() -> str:
        return ResearchRun.objects.in_scope(scope).values_list("stage", flat=True).get(pk=research)

    with worker_process(database_url) as worker:
        wait_until(lambda: provider.asked, PATIENCE_S)
        assert stage() == "searching"
        worker.kill()
        provider.otherwise = finds(
            *(ListedPage(f"{pages.url}/{name}", snippet=BRIDGE) for name in ("one", "two"))
        )
        worker.start_again()
        wait_until(lambda: stage() == "awaiting_approval", PATIENCE_S)
        worker.kill()
        searches = len(provider.asked)

        assert decide(admin, research, "approved").status_code == 202
        assert decide(admin, research, "approved").status_code == 409
        worker.start_again()
        wait_until(lambda: "/two" in pages.asked, PATIENCE_S)
        assert stage() == "ingesting"
        worker.kill()
        let_go.set()
        worker.start_again()
        wait_until(lambda: stage() in ("done", "failed"), PATIENCE_S)

    done = look(admin, research)
    assert (done["stage"], done["error"]) == ("done", "")
    assert "Sita Rai" in done["answer"]["answer"]
    assert len(provider.asked) == searches
    assert Candidate.objects.in_scope(scope).count() == 2
    assert Document.objects.in_scope(scope).count() == 2
    assert pages.asked.count("/one") == 1
    assert Passage.objects.in_scope(scope).count() == 2
    searched = ToolCall.objects.in_scope(scope).filter(tool="web_search")
    assert [call.status for call in searched] == ["ok"] * 2
    assert not Job.objects.in_scope(scope).exclude(state="done").exists()
