"""Exchanges as the Ask page prints them, and whose they are."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.chat.contracts.answers import RequestState, TurnView
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.models import ChatSession, Turn
from pramana.chat.services import save_question
from pramana.documents.services import add_file
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm import errors
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from pramana.web.ask.answers import REASONS, SelectionStart, answer_view, reason_sentence
from tests.web.test_access import signed_in

DOCUMENT = uuid4()
ANSWER = "In their words: It was signed. [2][1] Nobody knows why."
SENTENCES = [
    {"start": 0, "end": 15, "sources": []},
    {"start": 16, "end": 37, "sources": [2, 1]},
    {"start": 38, "end": 55, "sources": []},
]


def quote(words: str, document: UUID | None = DOCUMENT) -> dict[str, Any]:
    shown = str(document) if document else None
    return {"sentence": 1, "words": words, "document_id": shown, "start": 7, "end": 19}


def source(title: str, *quotes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "source_url": f"/app/documents/{DOCUMENT}",
        "title": title,
        "section": "",
        "page": 0,
        "snippet": "He signed it at noon.",
        "why": "",
        "similarity_score": 0.873,
        "match": "vector",
        "document_id": str(DOCUMENT),
        "quotes": list(quotes),
        **more,
    }


def turn(**more: Any) -> TurnView:
    metadata = {"mode": "full", "sentences": SENTENCES, **more.pop("metadata", {})}
    given: dict[str, Any] = {
        "state": RequestState.COMPLETED,
        "response": ANSWER,
        "sources": (source("Letter", quote("it was signed")), source("Note", quote("signed"))),
        **more,
    }
    ids: dict[str, Any] = {"session_id": uuid4(), "request_id": uuid4(), "run_id": uuid4()}
    return TurnView(id=1, asked_at=utcnow(), query="Why?", metadata=metadata, **ids, **given)


def test_numbers_become_citations_that_know_their_words() -> None:
    lead, claim, end = answer_view(turn()).sentences

    assert (lead.text, lead.cites) == ("In their words:", ())
    assert claim.text == "It was signed."
    assert [(cite.number, cite.title, cite.quote) for cite in claim.cites] == [
        (2, "Note", "signed"),
        (1, "Letter", "it was signed"),
    ]
    assert claim.cites[0].address == f"/app/documents/{DOCUMENT}?start=7&end=19&quote=signed"
    assert (end.text, end.cites) == ("Nobody knows why.", ())


def test_brackets_of_the_answer_itself_stay() -> None:
    said = "See the list [3]"
    shown = answer_view(turn(response=said, metadata={"sentences": [
        {"start": 0, "end": len(said), "sources": []}]})).sentences  # fmt: skip

    assert [each.text for each in shown] == [said]


def test_passages_that_were_not_cited_open_at_their_beginning() -> None:
    found = answer_view(turn(sources=(*turn().sources, source("Other")))).sources

    assert [each.is_cited for each in found] == [True, True, False]
    assert found[2].address.endswith("?quote=He+signed+it+at+noon.")
    assert (found[2].share, found[2].by_words) == (87, False)


def test_a_selection_counts_from_where_it_began() -> None:
    selection = {"source_type": "selected_text", "snippet": "…", "quotes": [quote("signed", None)]}
    sentences = [{"start": 16, "end": 30, "sources": [1]}]
    quotes = [{**quote("signed", None), "sentence": 0}]
    asked = turn(sources=({**selection, "quotes": quotes},),
                 metadata={"mode": "selected_text", "sentences": sentences})  # fmt: skip

    nowhere = answer_view(asked)
    placed = answer_view(asked, SelectionStart(DOCUMENT, 100))

    assert nowhere.sources == () and nowhere.is_selection
    assert nowhere.sentences[0].cites[0].address == ""
    assert "start=107&end=119" in placed.sentences[0].cites[0].address


def test_what_to_know_is_said_in_a_line_each() -> None:
    metadata = {
        "low_confidence": True,
        "degraded_reason": "vectors_unavailable",
        "searched_for": "why was it signed",
    }
    loose, missing, searched = answer_view(turn(metadata=metadata)).notes

    assert "only loosely" in loose
    assert "only keywords were compared" in missing
    assert "why was it signed" in searched


def test_every_way_a_model_can_fail_has_its_sentence() -> None:
    codes = {
        each.code
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, AppError)
        and each.__module__ == errors.__name__ and each.code.startswith("model_")
    }  # fmt: skip

    assert len(codes) > 5 and codes <= set(REASONS)
    assert "tape_missing" in reason_sentence("tape_missing")


def test_what_could_be_asked_instead_is_offered() -> None:
    said = "Nothing in these documents answers that. You could ask about “Bridges”, “Water”."
    nothing = turn(response=said, sources=(), metadata={"mode": "no_results", "sentences": []})

    assert answer_view(nothing).topics == ["Bridges", "Water"]
    assert answer_view(turn()).topics == []


def asked(scope: Scope, question: str = "Who signed the zanzibar plans?", **more: Any) -> Turn:
    """A question of the scope's person that was answered."""
    assert scope.actor_id
    ask = ChatQuestion(Asker(scope.actor_id), uuid4(), question, uuid4())
    saved = save_question(scope, ask)
    rows = Turn.objects.in_scope(scope).filter(pk=saved.turn_id)
    rows.update(**{"state": RequestState.COMPLETED, "response": "Nobody.", **more})
    return rows.get()


def test_a_conversation_is_its_persons_alone(scope: Scope, other_scope: Scope) -> None:
    row = asked(scope)
    addresses = [
        reverse("web:ask-session", args=[row.session_id]),
        reverse("web:ask-turn", args=[row.request_id]),
    ]
    forget = reverse("web:ask-forget", args=[row.session_id])
    strangers = [signed_in(other_scope), signed_in(make_member(scope, Role.ADMIN))]

    assert [signed_in(scope).get(each).status_code for each in addresses] == [200, 200]
    for stranger in strangers:
        pages = [*(stranger.get(each) for each in addresses), stranger.get(reverse("web:ask"))]
        assert [page.status_code for page in pages] == [404, 404, 200]
        assert not any("zanzibar" in page.content.decode() for page in pages)
        stranger.post(forget, {"confirmed": "yes"})
    assert ChatSession.objects.in_scope(scope).count() == 1
    assert Client().get(addresses[0]).status_code == 302


def test_forgetting_asks_once_and_then_forgets(scope: Scope) -> None:
    forget = reverse("web:ask-forget", args=[asked(scope).session_id])
    person = signed_in(scope)

    assert "Delete this conversation?" in person.post(forget).content.decode()
    assert ChatSession.objects.in_scope(scope).count() == 1
    assert person.post(forget, {"confirmed": "yes"}).headers["Location"] == reverse("web:ask")
    assert ChatSession.objects.in_scope(scope).count() == 0


def test_conversations_are_listed_newest_first_a_page_at_a_time(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pramana.web.ask.views.SESSIONS", 2)
    for number in range(5):
        row = asked(scope, f"Question {number}")
        moment = utcnow() - timedelta(hours=number // 2)  # two at the same moment
        ChatSession.objects.in_scope(scope).filter(pk=row.session_id).update(last_active=moment)
    person, address, seen = signed_in(scope), reverse("web:ask"), []

    while address:
        page = person.get(address)
        seen.append([each.first_question for each in page.context["sessions"]])
        after = page.context["next_sessions"]
        address = f"{reverse('web:ask')}?{_query(after)}" if after else ""

    assert [len(each) for each in seen] == [2, 2, 1]
    assert sorted(each for page in seen for each in page) == [
        f"Question {number}" for number in range(5)
    ]
    assert seen[-1] == ["Question 4"]


def _query(after: str) -> str:
    from urllib.parse import urlencode

    return urlencode({"after": after})


@pytest.mark.parametrize("after", ["nonsense", "2026-01-01~x", "2026-01-01T00:00:00~" + "0" * 32])
def test_a_position_that_means_nothing_is_the_beginning(scope: Scope, after: str) -> None:
    asked(scope)

    page = signed_in(scope).get(f"{reverse('web:ask')}?{_query(after)}")

    assert len(page.context["sessions"]) == 1


def test_a_failed_exchange_says_why_and_offers_to_try_again(scope: Scope) -> None:
    row = asked(scope, state=RequestState.FAILED, response="", error="The model is away.")

    page = signed_in(scope).get(reverse("web:ask-turn", args=[row.request_id])).content.decode()

    assert "The model is away." in page and "data-again" in page
    assert "data-copy" not in page


def test_a_selection_of_another_tenants_document_is_not_there(
    scope: Scope, other_scope: Scope
) -> None:
    document = add_file(other_scope, "zanzibar.txt", ContentFile(b"zanzibar words"))
    query = f"document={document.id}&start=0&end=8"
    person = signed_in(scope)

    pages = [
        person.get(f"{reverse('web:ask')}?{query}"),
        person.get(f"{reverse('web:ask-place', args=[document.id])}?{query}"),
    ]

    assert [page.status_code for page in pages] == [404, 404]
    assert not any("zanzibar" in page.content.decode() for page in pages)


def test_the_first_question_is_suggested_by_what_is_there(scope: Scope) -> None:
    from tests.chat.library import put

    empty = signed_in(scope).get(reverse("web:ask")).content.decode()
    put(scope, "Ward minutes", "The ward met. It was long.")
    full = signed_in(scope).get(reverse("web:ask")).content.decode()

    assert "Nothing to ask about yet" in empty
    assert "What does “Ward minutes” say?" in full
