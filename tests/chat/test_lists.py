"""Questions for all of something: people, items of a schedule, dates, fees, conditions, senders.

The papers and questions in `lists/` were made up for this test. They are asked without a model and
without vectors, so those across languages are left out here.
"""

import json
from collections import Counter
from pathlib import Path
from uuid import uuid4

from pramana.tenancy.testing import make_tenant
from tests.chat.conftest import answer, in_db
from tests.chat.test_papers import ACROSS_LANGUAGES, is_right, read_papers

LISTS = Path(__file__).parent / "lists"
QUESTIONS = json.loads((LISTS / "questions.json").read_text("utf-8"))
LEAST = 0.85


async def test_every_item_of_what_is_asked_for_is_named(transactional_db: None) -> None:
    scope = await in_db(make_tenant)("lists")
    names = await in_db(read_papers)(scope, LISTS)
    right, wrong = Counter[bool](), []
    for case in QUESTIONS:
        if case["kind"] in ACROSS_LANGUAGES:
            continue
        response = await answer(scope, None, case["ask"], session_id=uuid4())
        ok = is_right({**case, "kind": "list"}, response, names)
        right[ok] += 1
        wrong += [] if ok else [(case["ask"], response.answer)]
    assert right[True] / right.total() >= LEAST, wrong
