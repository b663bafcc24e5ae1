"""Every kind of file, from its bytes to the place that a citation names."""

import pytest
from django.core.files.base import ContentFile

from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.documents.reading.contracts import FileKind
from pramana.documents.search import search
from pramana.documents.selectors.structure import kinds_with_places, place_name
from pramana.documents.selectors.text import page_rows
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from tests.documents.many_kinds import Sample, samples

pytestmark = pytest.mark.usefixtures("transactional_db", "words_only")


def test_every_file_is_read_found_and_named_at_its_place(scope) -> None:
    files = samples()
    for each in files:
        add_file(scope, each.name, ContentFile(each.content))
    drain_jobs()
    rows = Document.objects.in_scope(scope)
    kinds = {FileKind(kind) for kind in rows.values_list("kind", flat=True)}

    assert len(files) >= 60
    assert kinds == set(FileKind)
    assert not list(rows.exclude(status=Status.COMPLETED).values_list("filename", "error"))
    assert not [pair for each in files if len(set(pair := (seen(scope, each), wanted(each)))) > 1]


def wanted(sample: Sample) -> tuple[str, int, str]:
    return (sample.found_in or sample.name, sample.page, sample.place)


def seen(scope, sample: Sample) -> tuple[str, int, str]:
    """File name, page and place of the first hit for the sample's own word."""
    hits = search(scope, sample.word)
    if not hits:
        return ("nothing", 0, sample.word)
    hit = hits[0]
    start = hit.start + hit.text.rindex(sample.word)
    kind = kinds_with_places(scope, {hit.document_id}).get(hit.document_id)
    end = start + len(sample.word)
    place = place_name(scope, hit.document_id, kind, start, end) if kind else ""
    page = page_rows(scope, hit.document_id).filter(start__lte=start).latest("number")
    return (hit.filename, 0 if place else page.number, place)
