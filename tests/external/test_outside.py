"""Outside material is marked, can be left out of an answer or be all of it, and says so."""

from io import BytesIO

import pytest

from pramana.chat.admission import search_filters
from pramana.chat.contracts.questions import Asker, ChatQuestion, PassageFilter
from pramana.documents.contracts import Continuation
from pramana.documents.fetching import FetchedPage
from pramana.documents.search import search
from pramana.documents.selectors import OutsideFilter, allowed_document_ids, get_document
from pramana.documents.services import ingest_approved_page
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from tests.chat.library import put
from tests.external.conftest import BRIDGE
from tests.external.runs import make_research

pytestmark = pytest.mark.django_db


def fetched(text: str, url: str = "https://a.example/final") -> FetchedPage:
    import hashlib

    body = f"<p>{text}</p>".encode()
    return FetchedPage(
        url=url,
        status=200,
        content_type="text/html",
        charset="utf-8",
        filename="page.html",
        body=BytesIO(body),
        size=len(body),
        sha256=hashlib.sha256(body).hexdigest(),
        fetched_at=utcnow(),
    )


def take(scope, text: str, url: str = "https://a.example/"):
    research = str(make_research(scope)["research_id"])
    payload = {"research_id": research, "candidate_id": research}
    then = Continuation("external.note_reading", payload)
    return ingest_approved_page(
        scope, url, fetched(text), collection_id=None, let_in_by_id=scope.actor_id, then=then
    )


def asked(scope, outside: str) -> ChatQuestion:
    from uuid import uuid4

    return ChatQuestion(
        asker=Asker(scope.actor_id),
        request_id=uuid4(),
        query="bridge",
        session_id=uuid4(),
        passages=PassageFilter(outside=outside),
    )


def test_answers_may_rest_on_it_or_not_and_citations_say_so(scope):
    put(scope, "Our own", BRIDGE * 2)
    document, is_read = take(scope, BRIDGE * 2 + " From the web.")
    drain_jobs()
    assert is_read
    found = {
        wish: {
            hit.outside for hit in search(scope, "footbridge", filters=search_filters(scope, ask))
        }
        for wish in OutsideFilter
        for ask in [asked(scope, wish)]
    }
    assert found == {
        OutsideFilter.INCLUDE: {True, False},
        OutsideFilter.EXCLUDE: {False},
        OutsideFilter.ONLY: {True},
    }
    origin = get_document(scope, document.id).origin
    assert (origin.address, origin.let_in_by_id) == ("https://a.example/final", scope.actor_id)


def test_a_library_of_ones_own_is_not_narrowed(scope, other_scope):
    put(scope, "Our own", BRIDGE)
    take(other_scope, BRIDGE)
    assert allowed_document_ids(scope, OutsideFilter.EXCLUDE) is None
    assert allowed_document_ids(scope, OutsideFilter.ONLY) == frozenset()


def test_ones_own_document_is_not_marked_because_the_web_has_it_too(scope):
    from django.core.files.base import ContentFile

    from pramana.documents.services import add_file

    body = fetched(BRIDGE).content()
    own = add_file(scope, "own.html", ContentFile(body, "own.html"))
    known, is_read = take(scope, BRIDGE)
    assert (known.id, known.origin, is_read) == (own.id, None, False)


def test_a_page_that_changed_takes_the_place_of_what_it_was(scope):
    first, _ = take(scope, BRIDGE)
    drain_jobs()
    second, is_read = take(scope, BRIDGE + "And it was widened later. " * 4)
    drain_jobs()
    assert (second.id, is_read) == (first.id, True)
    assert "widened" in search(scope, "widened")[0].text


def test_the_same_page_again_is_not_read_again(scope):
    first, _ = take(scope, BRIDGE)
    again, is_read = take(scope, BRIDGE, "https://b.example/copy")
    assert (again.id, is_read) == (first.id, False)


def test_the_chat_takes_the_wish_and_refuses_what_it_does_not_know(scope):
    from pydantic import ValidationError

    from pramana.chat.contracts.questions import MetadataFilter

    assert MetadataFilter(outside="only").outside == "only"
    with pytest.raises(ValidationError):
        MetadataFilter(outside="maybe")
