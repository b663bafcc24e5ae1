"""What a person does with a conversation: name, pin, share, export and judge it."""

from io import BytesIO
from uuid import UUID, uuid4

import docx
import pytest
from django.test import Client
from django.urls import reverse

from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.models import ChatSession, Turn
from pramana.chat.services import save_question, share_session
from pramana.evals.contracts import ClaimKind
from pramana.evals.selectors import cases_of
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member, make_tenant
from tests.web.test_access import signed_in
from tests.web.test_answers import ANSWER, DOCUMENT, SENTENCES, asked, quote, source

pytestmark = pytest.mark.django_db
SECRET = "Never quoted, only retrieved."


def answered(scope: Scope, question: str = "Why was it signed?") -> Turn:
    passages = [
        source("Letter", {**quote("it was signed"), "page": 2, "place": ""}),
        source("Sheet", {**quote("signed"), "page": None, "place": "Prices!B3"}),
        source("Other", snippet=SECRET),
    ]
    metadata = {"mode": "full", "sentences": SENTENCES}
    return asked(scope, question, response=ANSWER, sources=passages, metadata=metadata)


def act(client: Client, name: str, subject: UUID, query: str = "", **values: str) -> int:
    return client.post(reverse(f"web:{name}", args=[subject]) + query, values).status_code


def session_of(scope: Scope, row: Turn) -> ChatSession:
    return ChatSession.objects.in_scope(scope).get(pk=row.session_id)


def test_a_conversation_is_named_and_pinned_by_its_person_alone(scope: Scope) -> None:
    row, person = answered(scope), signed_in(scope)
    asked(scope, "A later question")
    act(person, "ask-rename", row.session_id, title="  The\nledger ‮ ")
    act(person, "ask-pin", row.session_id)
    page = person.get(reverse("web:ask"))

    assert [each.name for each in page.context["pinned"]] == ["The ledger ‹U+202E›"]
    assert [each.name for each in page.context["sessions"]] == ["A later question"]
    colleague = signed_in(make_member(scope, Role.ADMIN))
    act(colleague, "ask-rename", row.session_id, title="Mine now")
    act(colleague, "ask-pin", row.session_id, unpin="yes")
    act(colleague, "ask-share", row.session_id)
    kept = session_of(scope, row)
    assert kept.title.startswith("The ledger") and kept.pinned_at and kept.share_id is None
    act(person, "ask-pin", row.session_id, unpin="yes")
    act(person, "ask-rename", row.session_id, title="")
    assert "Why was it signed?" in person.get(reverse("web:ask")).content.decode()


def test_a_link_shows_the_answers_so_far_to_the_tenant_until_it_is_taken_back(
    scope: Scope, other_scope: Scope
) -> None:
    row, person = answered(scope), signed_in(scope)
    act(person, "ask-share", row.session_id)
    share_id = session_of(scope, row).share_id
    assert share_id and share_id != row.session_id
    later = save_question(
        scope, ChatQuestion(Asker(row.session.user_id), uuid4(), "A private doubt", row.session_id)
    )
    Turn.objects.in_scope(scope).filter(pk=later.turn_id).update(
        state="COMPLETED", response="Hidden"
    )
    link = reverse("web:ask-shared", args=[share_id])
    colleague = signed_in(make_member(scope, Role.VIEWER))
    page = colleague.get(link).content.decode()

    assert "Why was it signed?" in page and "it was signed" in page
    assert f"/app/documents/{DOCUMENT}?start=7" in page
    assert SECRET not in page and "A private doubt" not in page and "Hidden" not in page
    assert "Copy with citations" not in page and "<textarea" not in page
    for private in ("ask-session", "ask-export"):
        extra = ["md"] if private == "ask-export" else []
        address = reverse(f"web:{private}", args=[row.session_id, *extra])
        assert colleague.get(address).status_code == 404
    stranger, unknown = signed_in(other_scope), reverse("web:ask-shared", args=[uuid4()])
    theirs, nobodys = stranger.get(link), stranger.get(unknown)
    assert theirs.status_code == nobodys.status_code == 404
    assert Client().get(link).status_code == 302

    act(person, "ask-share", row.session_id)
    assert "A private doubt" in colleague.get(link).content.decode(), "shared again, same link"
    act(person, "ask-share", row.session_id, stop="yes")
    assert colleague.get(link).status_code == 404
    act(person, "ask-share", row.session_id)
    assert colleague.get(link).status_code == 404, "an old link never works again"


def test_a_visitors_conversation_cannot_be_shared(scope: Scope) -> None:
    row = answered(scope)
    ChatSession.objects.in_scope(scope).filter(pk=row.session_id).update(key_id=uuid4())
    act(signed_in(scope), "ask-share", row.session_id)
    assert session_of(scope, row).share_id is None


def test_an_export_numbers_its_sources_and_links_the_pages(scope: Scope) -> None:
    row, person = answered(scope), signed_in(scope)
    files = {
        kind: person.get(reverse("web:ask-export", args=[row.session_id, kind]))
        for kind in ("md", "docx", "pdf")
    }
    text = files["md"].content.decode()

    assert "In their words: It was signed. [1] Nobody knows why." in text
    place = f"http://testserver/app/documents/{DOCUMENT}?start=7&end=19&quote=it+was+signed"
    assert f"> [1] “it was signed” ([page 3](<{place}>))" in text
    assert "([Prices!B3](<http" in text
    assert f"1. Letter. <http://testserver/app/documents/{DOCUMENT}>" in text and SECRET not in text
    lines = [each.text for each in docx.Document(BytesIO(files["docx"].content)).paragraphs]
    assert "In their words: It was signed. [1] Nobody knows why." in lines
    assert files["pdf"].content.startswith(b"%PDF")
    assert 'filename="conversation.pdf"' in files["pdf"]["Content-Disposition"]
    assert person.get(reverse("web:ask-session", args=[row.session_id]) + "/x").status_code == 404


def test_feedback_becomes_a_case_of_the_evaluation_and_can_be_taken_back(scope: Scope) -> None:
    rows = [answered(scope, f"Question {number}") for number in range(3)]
    person = signed_in(scope)
    for row, said in zip(rows, ("right", "wrong", "missing"), strict=True):
        act(person, "ask-judge", row.request_id, f"?as={said}")
    found = {each.place: each for each in cases_of(scope, kinds=[ClaimKind.ANSWER])}

    right, wrong, missing = (found[str(row.request_id)] for row in rows)
    assert (right.right, wrong.right, missing.right, missing.missed) == (True, False, False, True)
    page = person.get(reverse("web:ask-session", args=[rows[0].session_id])).content.decode()
    judged = page.partition('class="bar feedback"')[2].partition("</form>")[0]
    assert judged.count('aria-pressed="true"') == 1
    act(person, "ask-judge", rows[0].request_id, "?as=right")
    act(person, "ask-judge", rows[1].request_id, "?as=nonsense")
    assert len(cases_of(scope, kinds=[ClaimKind.ANSWER])) == 1
    colleague = signed_in(make_member(scope, Role.ADMIN))
    assert act(colleague, "ask-judge", rows[2].request_id, "?as=right") == 404
    assert cases_of(Scope(tenant_id=make_tenant("afar").tenant_id)) == []


def test_a_shared_answer_goes_with_its_document(scope: Scope) -> None:
    from pramana.chat.services import forget_documents

    row = answered(scope)
    assert scope.actor_id
    share_id = share_session(scope, Asker(scope.actor_id), row.session_id, at=utcnow())
    forget_documents(scope, [DOCUMENT])
    page = signed_in(make_member(scope, Role.VIEWER)).get(
        reverse("web:ask-shared", args=[share_id])
    )
    assert page.status_code == 200 and "it was signed" not in page.content.decode()
