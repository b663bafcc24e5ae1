"""Pages of the web, names in a memory, and links."""

from uuid import UUID

import pytest

from pramana.evals.contracts import CaseOutcome, ClaimKind
from pramana.evals.selectors import cases_of
from pramana.external.contracts import ResearchDecision, Verdict
from pramana.external.models import Candidate
from pramana.external.services import decide
from pramana.kit.scope import Scope
from pramana.links.selectors.links import links_of_record, suggested_records, suggestions_for
from pramana.links.services import AlreadyLinked, LinkNotFound, link_entity, unlink
from pramana.memory.errors import EntityNotFound
from pramana.memory.models import Duplicate, EntityRow
from pramana.memory.services.undo import undo_duplicate
from pramana.registry.errors import RecordNotFound
from pramana.registry.services import create_record
from tests.external.runs import make_research
from tests.memory.scripted_model import add_message
from tests.registry.sample_records import a_person

BOARD = "Kathmandu Metropolitan Water Supply Board"


pytestmark = pytest.mark.usefixtures("words_only")


def entity(scope: Scope, name: str) -> UUID:
    return EntityRow.objects.in_scope(scope).get(name=name).pk


@pytest.mark.parametrize("is_rejected", [True, False])
def test_offered_pages_count_only_when_a_person_judged_them(
    scope: Scope, other_scope: Scope, is_rejected: bool
) -> None:
    research = make_research(scope)["research_id"]
    first = Candidate.objects.in_scope(scope).get()
    Candidate.objects.in_scope(scope).update(score=0.9)
    second = Candidate.objects.create(
        tenant_id=scope.tenant_id,
        research_id=research,
        url="https://b.example/",
        source="searxng",
        position=1,
        score=0.3,
    )
    rejected = (second.pk,) if is_rejected else ()
    choice = ResearchDecision(Verdict.PARTIAL, (first.pk,), rejected_ids=rejected)
    decide(scope, research, choice)

    found = cases_of(scope, kinds=[ClaimKind.SOURCE])

    expected = [(0.9, True, CaseOutcome.APPROVE), (0.3, False, CaseOutcome.REFUSE)]
    shown = [(each.confidence, each.right, each.decision) for each in found]
    assert shown == (expected if is_rejected else expected[:1])
    assert cases_of(other_scope, kinds=[ClaimKind.SOURCE]) == []


def test_names_that_were_parted_were_not_one(scope: Scope) -> None:
    add_message(scope, f"Ram WORKS_AT {BOARD} from 2020-06-01")
    add_message(scope, f"{BOARD}s")
    assert cases_of(scope, kinds=[ClaimKind.DUPLICATE]) == [], "nobody said anything yet"

    undo_duplicate(scope, Duplicate.objects.in_scope(scope).get().pk, "Two boards.")

    [case] = cases_of(scope, kinds=[ClaimKind.DUPLICATE])
    assert (case.decision, case.right) == (CaseOutcome.UNDO, False)


def test_a_link_is_suggested_made_by_a_person_and_taken_back(scope: Scope) -> None:
    record = create_record(scope, a_person("Ram Thapa", "राम थापा")).record_id
    add_message(scope, "राम थापा WORKS_AT Acme from 2020-03-01")
    named = entity(scope, "राम थापा")

    [suggested] = suggestions_for(scope, record)
    assert suggested.entity.id == named and suggested.score > 0.9 and suggested.reasons
    assert links_of_record(scope, record) == [], "a suggestion links nothing"
    assert [each.record.id for each in suggested_records(scope, named)] == [record]

    made = link_entity(scope, record, named)
    assert link_entity(scope, record, named).id == made.id, "a second time is the same link"
    assert [each.entity.name for each in links_of_record(scope, record)] == ["राम थापा"]
    assert suggestions_for(scope, record) == []
    assert [each.right for each in cases_of(scope, kinds=[ClaimKind.LINK])] == [True]

    unlink(scope, made.id)
    assert links_of_record(scope, record) == []
    assert [each.right for each in cases_of(scope, kinds=[ClaimKind.LINK])] == [False]
    with pytest.raises(LinkNotFound):
        unlink(scope, made.id)
    assert link_entity(scope, record, named).id != made.id, "and they can be linked again"


def test_an_entity_is_one_record(scope: Scope) -> None:
    one = create_record(scope, a_person("Ram Thapa", "")).record_id
    other = create_record(scope, a_person("Ram Bahadur Thapa", "")).record_id
    add_message(scope, "Ram Thapa WORKS_AT Acme from 2020-03-01")
    link_entity(scope, one, entity(scope, "Ram Thapa"))

    with pytest.raises(AlreadyLinked):
        link_entity(scope, other, entity(scope, "Ram Thapa"))


def test_another_tenant_links_and_unlinks_nothing(scope: Scope, other_scope: Scope) -> None:
    record = create_record(scope, a_person("Ram Thapa", "")).record_id
    theirs = create_record(other_scope, a_person("Ram Thapa", "")).record_id
    add_message(scope, "Ram Thapa WORKS_AT Acme from 2020-03-01")
    named = entity(scope, "Ram Thapa")
    made = link_entity(scope, record, named)

    assert suggestions_for(other_scope, theirs) == []
    with pytest.raises(RecordNotFound):
        link_entity(other_scope, record, named)
    with pytest.raises(EntityNotFound):
        link_entity(other_scope, theirs, named)
    with pytest.raises(LinkNotFound):
        unlink(other_scope, made.id)
    assert len(links_of_record(scope, record)) == 1
