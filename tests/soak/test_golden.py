"""Every question about our own documentation is answered from it, without a model."""

from uuid import UUID

from pramana.chat.golden import packaged_questions
from pramana.kit.scope import Scope
from tests.chat.test_golden import documented, unanswered

__all__ = ["documented"]


def test_our_own_documentation_answers_every_question(scope: Scope, documented: UUID) -> None:
    assert unanswered(scope, documented, packaged_questions()) == []
