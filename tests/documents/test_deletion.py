"""What is deleted is nowhere any more: not in a table, a file, an index, a job or a run's story."""

import pytest
from django.core.files.base import ContentFile

from pramana.documents import page_images, selectors, services
from pramana.documents.errors import CollectionNotFound
from pramana.documents.search import search
from pramana.jobs.registry import JobContext
from pramana.jobs.runner import execute
from pramana.jobs.selectors import active_jobs, jobs_page
from pramana.jobs.testing import claim_job, drain_jobs
from pramana.tenancy.models import Run, StoredFile
from tests.documents.reading.papers import column, pdf, sentence
from tests.documents.traces import traces_of

WORD = "Quixotl"
PUBLIC = "https://93.184.216.34"
"""An address that may be fetched; nobody does."""
PAPER = f"""# The {WORD} report

The {WORD} bridge was opened by the council.

| place | cost |
|---|---|
| {WORD} | 12 |

```
{WORD.lower()} = 1
```
"""
pytestmark = pytest.mark.usefixtures("transactional_db")


def add(scope, text=PAPER, name=f"{WORD}.md", **options):
    return services.add_file(scope, name, ContentFile(text.encode()), **options)


def nothing_left(scope) -> bool:
    assert traces_of(WORD, scope) == []
    assert not StoredFile.objects.in_scope(scope).exists()
    assert not Run.objects.in_scope(scope).exclude(kind__startswith="retrieval").exists()
    return True


def test_this_test_notices_a_word_that_is_left_behind(scope):
    add(scope)
    drain_jobs()
    seen = set(traces_of(WORD, scope))
    assert {"public.documents_document", "public.documents_page", "public.retrieval_term"} <= seen
    assert len([place for place in seen if place.startswith("/")]) == 1


def test_a_deleted_document_leaves_no_trace(scope):
    document = add(scope)
    drain_jobs()
    assert search(scope, WORD)
    services.delete_document(scope, document.id)
    drain_jobs()
    assert nothing_left(scope)
    assert search(scope, WORD) == []


def test_a_deleted_document_whose_page_images_were_opened_leaves_no_trace(scope):
    paper = pdf(column(60, [f"The {WORD} bridge", sentence(12)]))
    document = services.add_file(scope, f"{WORD}.pdf", ContentFile(paper))
    drain_jobs()
    assert page_images.page_image(scope, document.id, 0)
    assert WORD in [box[0] for box in page_images.word_boxes(scope, document.id, 0)]
    services.delete_document(scope, document.id)
    drain_jobs()
    assert nothing_left(scope)


def test_a_deleted_document_that_failed_or_was_read_twice_leaves_no_trace(scope, monkeypatch):
    document = add(scope)

    def breaks(*arguments, **named):
        raise OSError(f"the disk with {WORD} is away")

    with monkeypatch.context() as patch:
        patch.setattr("pramana.documents.tasks.stored_file", breaks)
        drain_jobs()
    assert WORD in selectors.get_document(scope, document.id).error
    services.retry_document(scope, document.id)
    drain_jobs()
    assert "public.jobs_job" in traces_of(WORD, scope)  # the first reading's error
    services.delete_document(scope, document.id)
    drain_jobs()
    assert nothing_left(scope)


def test_deleting_a_document_before_it_is_read_raises_nothing(scope):
    document = add(scope)
    services.delete_document(scope, document.id)
    drain_jobs()
    assert nothing_left(scope)
    assert not active_jobs(scope)


def test_a_running_reading_stores_nothing_of_a_deleted_document(scope, monkeypatch):
    document = add(scope)
    [job] = jobs_page(scope).jobs
    claim = claim_job(scope, job.id, None)
    tell = JobContext.progress

    def deletes(self, stage, *arguments):
        if stage == "passages":
            services.delete_document(scope, document.id)
        tell(self, stage, *arguments)

    monkeypatch.setattr(JobContext, "progress", deletes)
    execute(claim)
    drain_jobs()
    assert nothing_left(scope)


def test_a_deleted_collection_takes_its_documents_and_sources_with_it(scope):
    papers = services.create_collection(scope, f"{WORD} papers")
    for number in range(3):
        add(scope, f"{PAPER} {number}", f"{WORD} {number}.md", collection_id=papers)
    add(scope, f"{PAPER} again", f"{WORD} waiting.md", collection_id=papers)
    services.add_source(scope, f"{PUBLIC}/{WORD}", whole_site=False, collection_id=papers)
    drain_jobs(at_most=3)
    assert services.delete_collection(scope, papers) == 4
    drain_jobs()
    assert nothing_left(scope)
    assert not active_jobs(scope)


def test_documents_can_stay_when_their_collection_is_deleted(scope):
    papers = services.create_collection(scope, "papers")
    document = add(scope, collection_id=papers)
    drain_jobs()
    source = services.add_source(scope, PUBLIC, whole_site=False, collection_id=papers)
    assert services.delete_collection(scope, papers, with_documents=False) == 1
    assert selectors.get_document(scope, document.id).collection_id is None
    assert selectors.get_source(scope, source.id).collection_id is None
    assert [hit.document_id for hit in search(scope, WORD)] == [document.id]
    with pytest.raises(CollectionNotFound):
        selectors.get_collection(scope, papers)


def test_another_tenants_copy_of_the_same_paper_is_untouched(scope, other_scope):
    ours, theirs = add(scope), add(other_scope)
    drain_jobs()
    services.delete_document(scope, ours.id)
    drain_jobs()
    assert search(scope, WORD) == []
    assert [hit.document_id for hit in search(other_scope, WORD)] == [theirs.id]
    assert selectors.document_text(other_scope, theirs.id) == PAPER


def test_a_shared_file_is_deleted_with_its_last_document(scope):
    first, second = add(scope), add(scope)
    drain_jobs()
    services.delete_document(scope, first.id)
    drain_jobs()
    assert search(scope, WORD)[0].document_id == second.id
    services.delete_document(scope, second.id)
    drain_jobs()
    assert nothing_left(scope)
