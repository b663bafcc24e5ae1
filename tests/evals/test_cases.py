"""Every decision becomes a case; a decision that is taken back no longer is one."""

from collections import Counter
from uuid import UUID

import pytest

from pramana.agni.contracts import EntityDecision, EntityStatus
from pramana.agni.services import reopen_entity, resolve_entity
from pramana.evals.contracts import CaseOutcome, ClaimKind
from pramana.evals.domain import compare, reports_of
from pramana.evals.selectors import cases_of
from pramana.extraction.contracts.stacks import CellState
from pramana.extraction.selectors.history import field_changes
from pramana.extraction.services.extraction_fields import (
    edit_field,
    remove_field_by_hand,
    undo_field_change,
)
from pramana.extraction.services.extractions import approve_extraction
from pramana.extraction.services.stack_cells import edit_cell, judge_cell
from pramana.kit.scope import Scope
from pramana.registry.services import create_record
from tests.agni.builders import candidate
from tests.evals.decisions import extracted, sure, under_review
from tests.extraction.samples import CONFIDENCES, FIELDS, add_document
from tests.extraction.stacks.samples import extract, make_table
from tests.registry.sample_records import a_person

pytestmark = pytest.mark.usefixtures("words_only")


def match(nes_id: str) -> EntityDecision:
    return EntityDecision(action="match", nes_id=nes_id)


CREATE = EntityDecision(action="create", confirmed=True)
SKIP = EntityDecision(action="skip", reason="not a person")


def reviewed(scope: Scope, version: int, skipped: int) -> UUID:
    """Ten entities, of which some are skipped."""
    entities = [sure(f"Person {n}", 0.9) for n in range(10)]
    session = under_review(scope, add_document(scope), entities, version=version)
    for index in range(10):
        resolve_entity(scope, session, index, SKIP if index < skipped else CREATE)
    return session


def test_precision_of_a_prompt_is_what_people_kept_of_it(scope: Scope, other_scope: Scope) -> None:
    reviewed(scope, 1, skipped=4)
    reviewed(scope, 2, skipped=1)

    cases = cases_of(scope, kinds=[ClaimKind.ENTITY])
    found = {each.group.version: each for each in reports_of(cases)}

    assert [(v, each.precision) for v, each in sorted(found.items())] == [(1, 0.6), (2, 0.9)]
    assert found[1].group.prompt == "agni.entities" and found[1].group.engine == "openai:small"
    assert found[1].confidence.error == pytest.approx(0.3)
    [compared] = compare(cases, "agni.entities", 1, 2)
    assert compared.gained == pytest.approx(0.3)
    assert cases_of(other_scope) == []


def test_a_decision_that_is_taken_back_says_nothing(scope: Scope) -> None:
    session = under_review(scope, add_document(scope), [sure("Ram", 0.8), sure("Sita", 0.7)])
    resolve_entity(scope, session, 0, CREATE)
    resolve_entity(scope, session, 1, SKIP)
    assert len(cases_of(scope, kinds=[ClaimKind.ENTITY])) == 2

    reopen_entity(scope, session, 1)

    [left] = cases_of(scope, kinds=[ClaimKind.ENTITY])
    assert (left.place, left.decision, left.right) == ("0", CaseOutcome.CREATE, True)


def test_the_first_candidate_is_judged_by_the_record_that_was_chosen(scope: Scope) -> None:
    record = create_record(scope, a_person())
    other = create_record(scope, a_person("Sunita Rai", "सुनिता राई"))
    likely = (candidate(record.nes_id, 0.9), candidate(other.nes_id, 0.6))
    entities = [sure("Sunita Rai", 0.9, candidates=likely) for _ in range(4)]
    session = under_review(scope, add_document(scope), entities)
    resolve_entity(scope, session, 0, match(record.nes_id))
    resolve_entity(scope, session, 1, match(other.nes_id))
    resolve_entity(scope, session, 2, CREATE)
    resolve_entity(scope, session, 3, SKIP)

    found = cases_of(scope, kinds=[ClaimKind.CANDIDATE])

    assert [each.right for each in found] == [True, False, False]
    assert {each.confidence for each in found} == {0.9}
    assert EntityStatus.SKIPPED.value not in {each.decision.value for each in found}


def test_fields_are_right_when_approved_and_wrong_when_written_over(scope: Scope) -> None:
    done = extracted(scope, add_document(scope), FIELDS, CONFIDENCES)
    edit_field(scope, done, "total", 11301)
    edit_field(scope, done, "total", 11302)
    remove_field_by_hand(scope, done, "items[1]")
    edit_field(scope, done, "due_date", "2024-06-30")
    edit_field(scope, done, "date", FIELDS["date"])
    assert {each.right for each in cases_of(scope, kinds=[ClaimKind.FIELD])} == {True, False}

    approve_extraction(scope, done)

    cases = cases_of(scope, kinds=[ClaimKind.FIELD])
    by_place = {each.place: each for each in cases}
    wrong = {place for place, each in by_place.items() if not each.right and not each.missed}
    assert wrong == {"total"} | {f"items[1].{part}" for part in FIELDS["items"][1]}
    assert by_place["total"].confidence == 0.7 and by_place["total"].trust is not None
    assert by_place["total"].trust < 1, "what the code could check, not that a person wrote it"
    assert by_place["due_date"].missed
    assert by_place["date"].decision is CaseOutcome.REVIEW
    assert by_place["vendor.name"].decision is CaseOutcome.APPROVE
    [report] = reports_of(cases)
    assert (report.decided, report.right, report.missed) == (14, 9, 1)
    assert (report.group.prompt, report.group.version) == ("extraction.extract", 1)


def test_an_engines_change_that_a_person_undoes_was_wrong(scope: Scope) -> None:
    done = extracted(scope, add_document(scope), {"total": 11300}, {"total": 0.6})
    [change] = field_changes(scope, done)

    undo_field_change(scope, done, change.id)

    [case] = cases_of(scope, kinds=[ClaimKind.FIELD])
    assert (case.decision, case.right, case.confidence) == (CaseOutcome.UNDO, False, 0.6)


def test_a_hand_that_is_undone_leaves_no_case(scope: Scope) -> None:
    done = extracted(scope, add_document(scope), {"total": 11300}, {"total": 0.6})
    edit_field(scope, done, "total", 5)
    newest = field_changes(scope, done)[0]

    undo_field_change(scope, done, newest.id)

    assert cases_of(scope, kinds=[ClaimKind.FIELD]) == []


def test_cells_are_judged_by_what_was_last_said_of_them(scope: Scope, other_scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)
    place = (scope, table.stack_id, table.id)
    judge_cell(*place, papers[0], "vendor", CellState.REVIEWED)
    edit_cell(*place, papers[0], "total", 99)
    judge_cell(*place, papers[1], "total", CellState.FLAGGED)
    judge_cell(*place, papers[1], "total", CellState.LOCKED)
    judge_cell(*place, papers[1], "vendor", CellState.FLAGGED)
    judge_cell(*place, papers[1], "invoice_date", CellState.STALE)

    cases = cases_of(scope, kinds=[ClaimKind.CELL])

    said = Counter((each.place, each.decision, each.right) for each in cases)
    assert said == {
        ("vendor", CaseOutcome.REVIEW, True): 1,
        ("total", CaseOutcome.CORRECT, False): 1,
        ("total", CaseOutcome.REVIEW, True): 1,
        ("vendor", CaseOutcome.DOUBT, False): 1,
    }
    assert {each.confidence for each in cases} == {0.9}
    assert all(each.trust is not None for each in cases)
    assert cases_of(other_scope, kinds=[ClaimKind.CELL]) == []
