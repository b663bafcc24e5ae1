"""From words to what rests on them, and from a record to what names it."""

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from pramana.agni.contracts import EntityDecision, EntityType
from pramana.agni.offline import gazetteer_file
from pramana.agni.services import ChangeQueue, persist_session, resolve_entity
from pramana.chat.contracts.answers import RequestState
from pramana.chat.models import ChatSession, Turn
from pramana.extraction.services.extractions import share_extraction
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.language.tagging import Gazetteer
from pramana.links.contracts import DerivationKind, TextRange
from pramana.links.selectors.threads import derived_from, threads_of, values_behind
from pramana.links.services import link_entity
from pramana.memory.models import EntityRow
from pramana.registry.selectors import get_record
from pramana.registry.services import create_record, merge_records, undo_merge
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.agni.builders import mention
from tests.evals.decisions import extracted, sure, under_review
from tests.extraction.samples import CONFIDENCES, FIELDS, INVOICE, add_document
from tests.extraction.stacks.samples import extract, make_table
from tests.memory.scripted_model import add_message
from tests.registry.sample_records import a_person

VENDOR = "Himal Traders Pvt. Ltd."
AT_VENDOR = TextRange(0, len(VENDOR))


pytestmark = pytest.mark.usefixtures("words_only")


def answered(
    scope: Scope, document_id: UUID, start: int, end: int, *, said: str = "Himal Traders."
) -> None:
    assert scope.actor_id is not None
    session = ChatSession.objects.create(tenant_id=scope.tenant_id, user_id=scope.actor_id)
    quote = {
        "sentence": 0,
        "words": INVOICE[start:end],
        "document_id": str(document_id),
        "page": 0,
        "start": start,
        "end": end,
    }
    Turn.objects.create(
        tenant_id=scope.tenant_id,
        session=session,
        request_id=UUID(int=5),
        run_id=UUID(int=6),
        query="Who sold it?",
        response=said,
        state=RequestState.COMPLETED,
        sources=[{"document_id": str(document_id), "quotes": [quote]}],
    )


@pytest.fixture
def drawn_upon(scope: Scope) -> UUID:
    """A document with a review, an extraction and an answer."""
    document = add_document(scope)
    traders = sure("Himal Traders", 0.9, mentions=(mention(0, 13, "Himal Traders"),))
    bank = sure("Banepa Municipality", 0.9, mentions=(mention(72, 91, "Banepa Municipality"),))
    under_review(scope, document, [traders, bank])
    extracted(scope, document, FIELDS, CONFIDENCES)
    answered(scope, document, *(AT_VENDOR.start, AT_VENDOR.end))
    return document


def told(scope: Scope, document: UUID, span: TextRange | None = None) -> set[tuple[str, str]]:
    return {(each.kind.value, each.name) for each in derived_from(scope, document, span)}


def test_words_lead_to_all_that_rests_on_them(scope: Scope, drawn_upon: UUID) -> None:
    assert told(scope, drawn_upon, AT_VENDOR) == {
        ("mention", "Himal Traders"),
        ("field", "vendor.name"),
        ("answer", "Who sold it?"),
    }
    whole = told(scope, drawn_upon)
    assert ("mention", "Banepa Municipality") in whole and ("field", "total") in whole
    assert told(scope, drawn_upon, TextRange(len(INVOICE), len(INVOICE) + 5)) == set()


def test_what_can_be_corrected_is_a_value_and_not_an_answer(scope: Scope, drawn_upon: UUID) -> None:
    behind = values_behind(scope, drawn_upon, AT_VENDOR)

    assert {each.kind for each in behind} == {DerivationKind.MENTION, DerivationKind.FIELD}
    assert all(each.span and AT_VENDOR.overlaps(each.span.start, each.span.end) for each in behind)


def test_only_what_a_person_may_see_is_drawn(
    scope: Scope, other_scope: Scope, drawn_upon: UUID
) -> None:
    colleague = make_member(scope, Role.REVIEWER)
    [field] = [
        each
        for each in derived_from(scope, drawn_upon, AT_VENDOR)
        if each.kind is DerivationKind.FIELD
    ]

    assert told(colleague, drawn_upon, AT_VENDOR) == {("mention", "Himal Traders")}
    share_extraction(scope, field.subject_id, shared=True)
    assert ("field", "vendor.name") in told(colleague, drawn_upon, AT_VENDOR)
    assert told(other_scope, drawn_upon) == set()


def test_cells_lead_to_their_words(scope: Scope, other_scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    extract(scope, table)

    found = [each for each in derived_from(scope, papers[0]) if each.kind is DerivationKind.CELL]

    assert {each.place for each in found} == {"vendor", "invoice_date", "total"}
    assert {each.table_id for each in found} == {table.id}
    assert derived_from(make_member(scope, Role.REVIEWER), papers[0]) == []
    assert derived_from(other_scope, papers[0]) == []


def test_a_record_leads_to_all_that_names_it(scope: Scope, other_scope: Scope) -> None:
    document = add_document(scope)
    extracted(scope, document, FIELDS, CONFIDENCES)
    record = create_record(scope, {**a_person(VENDOR, ""), "type": "organization"})
    named = sure(VENDOR, 0.9, mentions=(mention(0, 23, VENDOR),))
    named = replace(named, entity_type=EntityType.ORGANIZATION)
    session = under_review(scope, document, [named])
    resolve_entity(scope, session, 0, EntityDecision(action="match", nes_id=record.nes_id))
    add_message(scope, "Himal Traders SUPPLIES Banepa from 2020-03-01")
    entity = EntityRow.objects.in_scope(scope).get(name="Himal Traders")
    link_entity(scope, record.record_id, entity.pk)

    found = threads_of(scope, get_record(scope, record.record_id))

    assert [(each.document_id, each.state) for each in found.papers] == [
        (document, "awaiting_review")
    ]
    assert found.papers[0].places == (TextRange(0, 23),)
    assert [(each.kind, each.place) for each in found.values] == [
        (DerivationKind.FIELD, "vendor.name")
    ]
    assert [each.value for each in found.facts] and found.links[0].entity.id == entity.pk
    [taken] = [
        each for each in derived_from(scope, document) if each.kind is DerivationKind.MENTION
    ]
    assert taken.record_id == record.record_id, "and the words lead to it"
    answered(scope, document, 0, 13, said=f"{VENDOR.upper()} sold it.")
    asked = threads_of(scope, get_record(scope, record.record_id)).answers
    assert [each.name for each in asked] == ["Who sold it?"]
    colleague = make_member(scope, Role.REVIEWER)
    assert threads_of(colleague, get_record(scope, record.record_id)).answers == []
    facts = [
        each
        for each in derived_from(scope, document, AT_VENDOR)
        if each.kind is DerivationKind.FACT
    ]
    assert len(facts) == 1, "the document leads to the memory through the record"

    persist_session(scope, session, confirm=True, description="seen")
    drain_jobs()
    ChangeQueue(scope).apply_pending()
    after = threads_of(scope, get_record(scope, record.record_id))
    assert [each.state for each in after.papers] == ["change_applied"]

    theirs = create_record(other_scope, {**a_person(VENDOR, ""), "type": "organization"})
    empty = threads_of(other_scope, get_record(other_scope, theirs.record_id))
    assert not (empty.papers or empty.values or empty.facts or empty.links or empty.suggestions)


def test_a_kept_record_leads_to_what_named_the_merged_one_until_the_merge_is_undone(
    scope: Scope,
) -> None:
    document = add_document(scope)
    kept = create_record(scope, {**a_person("Himal Trading", ""), "type": "organization"})
    merged = create_record(scope, {**a_person(VENDOR, ""), "type": "organization"})
    named = sure(VENDOR, 0.9, mentions=(mention(0, 23, VENDOR),))
    session = under_review(scope, document, [replace(named, entity_type=EntityType.ORGANIZATION)])
    resolve_entity(scope, session, 0, EntityDecision(action="match", nes_id=merged.nes_id))
    add_message(scope, "Himal Traders SUPPLIES Banepa from 2020-03-01")
    entity = EntityRow.objects.in_scope(scope).get(name="Himal Traders")
    link = link_entity(scope, merged.record_id, entity.pk)

    def linked(record_id: UUID) -> tuple[list[UUID], list[UUID], int]:
        found = threads_of(scope, get_record(scope, record_id))
        papers = [each.document_id for each in found.papers]
        return papers, [each.id for each in found.links], len(found.facts)

    assert linked(kept.record_id) == ([], [], 0)
    merge_records(scope, kept.record_id, merged.record_id)
    assert linked(kept.record_id) == ([document], [link.id], 1)
    assert link_entity(scope, kept.record_id, entity.pk).id == link.id
    undo_merge(scope, merged.record_id)
    assert linked(kept.record_id) == ([], [], 0)
    assert linked(merged.record_id) == ([document], [link.id], 1)


def test_an_entity_that_was_approved_is_found_by_name_in_the_next_document(
    scope: Scope, other_scope: Scope, settings, tmp_path
) -> None:
    settings.PRAMANA = settings.PRAMANA.model_copy(update={"data": tmp_path})
    session = under_review(scope, add_document(scope), [sure("Zyqvan Torblith", 0.9)])
    sentence = "A letter from Zyqvan Torblith came."
    assert Gazetteer.load(Path(gazetteer_file(scope.tenant_id))).find(sentence) == []

    resolve_entity(scope, session, 0, EntityDecision(action="create", confirmed=True))
    persist_session(scope, session, confirm=True, description="seen")
    drain_jobs()
    ChangeQueue(scope).apply_pending()

    [found] = Gazetteer.load(Path(gazetteer_file(scope.tenant_id))).find(sentence)
    assert sentence[found.start : found.end] == "Zyqvan Torblith"
    assert Gazetteer.load(Path(gazetteer_file(other_scope.tenant_id))).find(sentence) == []
