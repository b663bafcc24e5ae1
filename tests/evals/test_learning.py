"""What learning brings: judged values before and after their sender taught the field."""

from uuid import UUID

from django.urls import reverse

from pramana.evals.contracts import JudgedShare, LearningEffect
from pramana.evals.selectors.value_cases import learning_effects
from pramana.extraction.contracts.extractions import ExtractionMode
from pramana.extraction.services.extraction_fields import edit_field
from pramana.extraction.services.extractions import approve_extraction
from pramana.kit.scope import Scope
from tests.extraction.conftest import run
from tests.extraction.test_lessons import ASKED, bills
from tests.web.test_access import signed_in


def judge(scope: Scope, document_id: UUID, number: int) -> None:
    """Correct what is wrong, then approve."""
    view = run(scope, document_id, mode=ExtractionMode.CUSTOM, custom_fields=ASKED).view
    right = {"Payment deadline": f"2025-0{number}-28", "Final amount": number * 1000 + 900}
    for name, value in right.items():
        if view.extracted_fields[name] != value:
            edit_field(scope, view.id, f'["{name}"]', value)
    approve_extraction(scope, view.id)


def test_fields_that_a_sender_taught_are_counted_before_and_after(scope: Scope) -> None:
    for number, document_id in enumerate(bills(scope, 3), 1):
        judge(scope, document_id, number)

    effects = {each.field: each for each in learning_effects(scope)}

    assert effects["final amount"].after == JudgedShare(2, 2)
    assert effects["final amount"].before.right == 0
    assert isinstance(effects["payment deadline"], LearningEffect)


def test_the_page_shows_the_effect(scope: Scope) -> None:
    for number, document_id in enumerate(bills(scope, 2), 1):
        judge(scope, document_id, number)

    page = signed_in(scope).get(reverse("web:extract-lessons"))

    assert b"data-effects" in page.content


def test_nothing_taught_shows_no_effect(scope: Scope, other_scope: Scope) -> None:
    judge(scope, bills(scope, 1)[0], 1)

    assert learning_effects(other_scope) == []
    assert all(not each.after.judged for each in learning_effects(scope))
