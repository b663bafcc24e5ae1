"""Research in the folders of a tenant: what is found, what is read, and what stays closed."""

import os
from pathlib import Path

import pytest

from pramana.documents.fetching import FetchError, FetchOptions
from pramana.documents.models import Document
from pramana.external.adapters.providers import configured_worker
from pramana.external.contracts import Rationale
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.sources.connectors.folder import FolderProvider, folder_fetcher, folder_provider
from pramana.tenancy.models import Tenant
from pramana.tenancy.testing import make_tenant
from tests.external.runs import decide, look, start
from tests.external.test_worker import ids
from tests.settings import change

OPENING = "The ropeway to Chisapani was opened in April by the chairperson Maya Gurung.\n"


@pytest.fixture
def papers(tmp_path: Path, scope: Scope, settings) -> Path:
    folder = tmp_path / "papers"
    (folder / "2082").mkdir(parents=True)
    slug = Tenant.objects.get(pk=scope.tenant_id).slug
    change(settings, watch_folders=(f"{slug}:{folder}",), search="folder")
    (folder / "2082" / "meeting 4.txt").write_text(f"Fourth meeting\n\n{OPENING}")
    (folder / "ropeway-tender.md").write_text("# Tender\n\nBids are opened on Friday.\n")
    (folder / "school.txt").write_text("The school has nine rooms.")
    return folder


@pytest.fixture
def provider(papers: Path, scope: Scope) -> FolderProvider:
    return folder_provider(scope)


@pytest.mark.django_db
def test_files_are_found_by_name_and_by_what_they_say(provider, papers: Path) -> None:
    found = provider.search("Who opened the ropeway to Chisapani?", most=10)

    assert [each.title for each in found] == ["2082/meeting 4.txt", "ropeway-tender.md"]
    assert found[0].url == (papers / "2082" / "meeting 4.txt").as_uri()
    assert found[0].snippet.startswith("The ropeway to Chisapani was opened")
    assert len(provider.search("ropeway", most=1)) == 1
    assert provider.search("hydropower licence", most=10) == []


@pytest.mark.django_db
def test_a_changed_file_is_read_again(provider, papers: Path) -> None:
    assert provider.search("hydropower", most=5) == []
    (papers / "school.txt").write_text("The school is lit by hydropower since the autumn.")

    assert [each.title for each in provider.search("hydropower", most=5)] == ["school.txt"]


@pytest.mark.django_db
def test_without_time_files_are_found_by_their_names(papers: Path) -> None:
    found = FolderProvider([str(papers)], seconds=0.0).search("ropeway", most=5)

    assert [each.title for each in found] == ["ropeway-tender.md"]


@pytest.mark.django_db
def test_a_damaged_file_does_not_stop_the_search(provider, papers: Path) -> None:
    (papers / "ropeway.pdf").write_bytes(b"%PDF-1.4 and then nothing")

    assert "ropeway.pdf" in [each.title for each in provider.search("ropeway", most=5)]


@pytest.mark.django_db
def test_links_that_lead_out_are_neither_found_nor_read(
    scope: Scope, papers: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "ropeway.txt").write_text("The secret ropeway.")
    (papers / "link.txt").symlink_to(outside / "ropeway.txt")
    (papers / "linked").symlink_to(outside)
    fetcher = folder_fetcher(scope, FetchOptions())

    assert "secret" not in str(folder_provider(scope).search("ropeway secret", most=10))
    for url in (
        (papers / "link.txt").as_uri(),
        (papers / "linked" / "ropeway.txt").as_uri(),
        f"{papers.as_uri()}/../outside/ropeway.txt",
        f"{papers.as_uri()}/%2e%2e/outside/ropeway.txt",
        (outside / "ropeway.txt").as_uri(),
        f"file://elsewhere{papers}/school.txt",
        f"{papers.as_uri()}/school.txt%00.md",
        papers.as_uri(),
        "file:///etc/passwd",
        "http://127.0.0.1/school.txt",
    ):
        with pytest.raises(AppError):
            fetcher.fetch(url)


@pytest.mark.django_db
def test_a_pipe_is_not_waited_for(scope: Scope, papers: Path) -> None:
    os.mkfifo(papers / "ropeway.txt")

    with pytest.raises(AppError, match="not a file"):
        folder_fetcher(scope, FetchOptions()).fetch((papers / "ropeway.txt").as_uri())


@pytest.mark.django_db
def test_another_tenant_finds_and_reads_nothing(papers: Path) -> None:
    other = make_tenant("other")
    outcome = configured_worker(other).run(query="ropeway", context=ids())

    assert outcome.error.code == Rationale.PROVIDER_ERROR
    assert "No folder is open to your tenant" in outcome.error.message
    with pytest.raises(FetchError, match="not in a folder"):
        folder_fetcher(other, FetchOptions()).fetch((papers / "school.txt").as_uri())


@pytest.mark.django_db(transaction=True)
def test_a_run_offers_files_reads_the_approved_one_and_answers(admin, scope, papers) -> None:
    started = start(admin, question="Who opened the ropeway to Chisapani?").json()
    drain_jobs()
    offered = look(admin, started["id"])["candidates"]
    assert offered[0]["url"] == (papers / "2082" / "meeting 4.txt").as_uri()

    decide(admin, started["id"], "partial", candidate_ids=[offered[0]["id"]])
    drain_jobs()
    run = look(admin, started["id"])

    assert "Maya Gurung" in run["answer"]["answer"]
    assert Document.objects.in_scope(scope).get().filename == "meeting 4.txt"


@pytest.mark.django_db(transaction=True)
def test_a_person_cannot_add_the_address_of_a_file(admin, papers: Path) -> None:
    started = start(admin, question="Who opened the ropeway to Chisapani?").json()
    drain_jobs()
    response = decide(admin, started["id"], "partial", added_urls=["file:///etc/passwd"])

    assert response.status_code in (400, 422), response.content
