"""The demonstration's conversation."""

import pytest

from pramana.chat import demo
from pramana.chat.contracts.answers import Mode
from pramana.documents.demo import add_demo_documents as papers
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_tenant


def test_the_papers_answer_the_questions_of_the_scene(transactional_db: None) -> None:
    scope = make_tenant("stage")
    papers(scope)
    while drain_jobs():
        pass

    answers = demo.hold_conversation(scope)

    assert [each.metadata.mode for each in answers] == [Mode.FULL] * len(demo.QUESTIONS)
    assert len({each.session_id for each in answers}) == 1
    cancelled, chaired, bridge = (each.answer or "" for each in answers)
    assert "same telephone number" in cancelled
    assert "Sita Devi Adhikari" in chaired
    assert "पैदल यात्रुका लागि खुला" in bridge


def test_a_conversation_needs_a_person(scope: Scope) -> None:
    with pytest.raises(ContextError):
        demo.hold_conversation(Scope(tenant_id=scope.tenant_id))
