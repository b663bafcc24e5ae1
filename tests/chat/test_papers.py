"""Papers of an office and questions about them: each shape of answer, without a model.

The papers and questions in `papers/` were made up for this test. A share is asserted and not every
question, since a reading model is never right about all of them.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile

from pramana.chat.contracts.answers import ChatResponse, Mode, SourceCitation
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.retrieval.services import settle_counts
from pramana.tenancy.testing import make_tenant
from tests.chat.conftest import answer, in_db

PAPERS = Path(__file__).parent / "papers"
QUESTIONS = json.loads((PAPERS / "questions.json").read_text("utf-8"))
ACROSS_LANGUAGES = {"cross", "romanised"}
"""These need vectors, which are not made here."""

LONG = {"procedure", "list", "summary", "across", "comparison"}
LEAST = {"identifier": 0.85, "unanswerable": 0.85, "procedure": 1.0, "small_talk": 1.0}
LEAST_OF_ALL = 0.75


def read_papers(scope: Scope, folder: Path = PAPERS) -> dict[Any, str]:
    names = {}
    for file in sorted(folder.iterdir()):
        if file.suffix != ".json":
            names[add_file(scope, file.name, ContentFile(file.read_bytes())).id] = file.stem
    while drain_jobs():
        pass
    settle_counts(scope)
    return names


def is_right(case: dict[str, Any], response: ChatResponse, names: dict[Any, str]) -> bool:
    said = response.answer or ""
    cited = {
        names.get(each.document_id, "")
        for each in response.sources
        if isinstance(each, SourceCitation) and each.quotes
    }
    fits = all(re.search(each, said, re.I) for each in case.get("all", ()))
    fits = fits and not any(re.search(each, said, re.I) for each in case.get("none", ()))
    if case.get("refuse"):
        return fits and not cited and response.metadata.mode is Mode.NO_RESULTS
    if case.get("talk"):
        return fits and not response.sources
    most = 250 if case["kind"] in LONG else 90
    return fits and bool(cited & set(case["cites"])) and len(said.split()) <= most


async def test_papers_are_answered_in_the_shape_of_the_question(transactional_db: None) -> None:
    scope = await in_db(make_tenant)("papers")
    names = await in_db(read_papers)(scope)
    right, total = Counter[str](), Counter[str]()
    wrong = []
    for case in QUESTIONS:
        if case["kind"] in ACROSS_LANGUAGES:
            continue
        asked = case["ask"] if isinstance(case["ask"], list) else [case["ask"]]
        session = uuid4()
        for question in asked:
            response = await answer(scope, None, question, session_id=session)
        ok = is_right(case, response, names)
        total[case["kind"]] += 1
        right[case["kind"]] += ok
        wrong += [] if ok else [(asked[-1], response.answer)]
    assert right.total() / total.total() >= LEAST_OF_ALL, wrong
    for kind, least in LEAST.items():
        assert right[kind] / total[kind] >= least, (kind, wrong)
