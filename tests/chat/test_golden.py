"""Golden questions: read from a file, asked for real, judged, and reported."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

import pytest

from pramana.chat.golden import (
    GoldenOutcome,
    GoldenQuestion,
    GoldenSource,
    GoldenUnreadable,
    ask_golden_question,
    documentation,
    import_documentation,
    is_imported,
    judge,
    packaged_questions,
    read_questions,
)
from pramana.documents.selectors import collections_of, document_count
from pramana.documents.services import delete_collection
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.retrieval.services import settle_counts
from tests.chat.library import BRIDGE, put
from tests.prepared import run_prepared

POSITIVE = GoldenQuestion(question="Ports?", urls=("*/settings*", "bridge.txt"), minimum_score=0.5)
NEGATIVE = GoldenQuestion(question="Who won?", negative=True)


def found(url: str = "/docs/settings", name: str = "", score: float = 0.9) -> GoldenSource:
    return GoldenSource(url, name, score)


@pytest.mark.parametrize(
    ("golden", "outcome", "problem"),
    [
        (POSITIVE, GoldenOutcome((found(),), answered=True), ""),
        (POSITIVE, GoldenOutcome((found("/x", "bridge.txt"),), answered=True), ""),
        (POSITIVE, GoldenOutcome((found(score=0.4),), answered=True), "0.40, less than 0.50"),
        (POSITIVE, GoldenOutcome((found("/x", "water.txt"),), answered=True), "found: water.txt"),
        (POSITIVE, GoldenOutcome((), answered=False), "found: nothing"),
        (POSITIVE, GoldenOutcome((found(),), answered=False), "nothing was answered"),
        (NEGATIVE, GoldenOutcome((), answered=False), ""),
        (NEGATIVE, GoldenOutcome((found(),), answered=False), ""),
        (NEGATIVE, GoldenOutcome((found(),), answered=True), "though it has no answer"),
    ],
)
def test_a_verdict_says_what_is_wrong(
    golden: GoldenQuestion, outcome: GoldenOutcome, problem: str
) -> None:
    verdict = judge(golden, outcome)

    assert verdict.passed is not bool(problem)
    assert problem in verdict.problem


@pytest.mark.parametrize(
    "content",
    [
        "",
        "not json",
        "[]",
        '{"questions": []}',
        '{"questions": [{"question": "Why?"}]}',
        '{"questions": [{"question": "Why?", "urls": ["*"], "negative": true}]}',
        '{"questions": [{"question": "", "urls": ["*"]}]}',
        '{"questions": [{"question": "Why?", "urls": ["*"], "minimum_score": 2}]}',
        '{"questions": [{"question": "Why?", "url": "*"}]}',
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(tmp_path: Path, content: str) -> None:
    file = tmp_path / "set.json"
    file.write_text(content)

    with pytest.raises(GoldenUnreadable, match=r"set\.json holds no golden questions: "):
        read_questions(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldenUnreadable, match=r"none\.json"):
        read_questions(tmp_path / "none.json")


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_text(json.dumps({"questions": [{"question": "पुल?", "urls": ["*bridge*"]}]}))

    [golden] = read_questions(file)

    assert (golden.question, golden.urls, golden.negative) == ("पुल?", ("*bridge*",), False)
    assert golden.minimum_score == 0.3


def test_questions_are_asked_of_the_tenants_own_library(library: Scope, other_scope: Scope) -> None:
    question = "Who signed the contract with Himal Builders?"

    outcome = ask_golden_question(library, question)

    assert outcome.answered
    assert outcome.sources[0].name == "Bridge.txt"
    assert ask_golden_question(other_scope, question) == GoldenOutcome((), answered=False)
    assert not ask_golden_question(library, "Who won the football world cup?").answered


def test_a_collection_can_be_asked_alone(library: Scope) -> None:
    from pramana.documents.services import create_collection

    collection_id = create_collection(library, "Bridges")
    put(library, "Copy", BRIDGE, collection_id=collection_id)

    outcome = ask_golden_question(library, "Who signed the contract?", collection_id=collection_id)

    assert {source.name for source in outcome.sources} == {"Copy.txt"}


def test_the_packaged_set_asks_in_two_languages_and_for_what_is_not_there() -> None:
    questions = packaged_questions()
    nepali = [
        each for each in questions if any("\u0900" <= char <= "\u097f" for char in each.question)
    ]

    assert len(questions) >= 25
    assert sum(each.negative for each in questions) >= 6
    assert len(nepali) >= 4
    pages = {name for name, _ in documentation()}
    assert {"reference-cli.md", "start-first-steps.ne.md", "glossary.md"} <= pages


def unanswered(
    scope: Scope, collection_id: UUID, questions: Iterable[GoldenQuestion]
) -> list[tuple[str, str]]:
    """The questions whose answer is not right, and why."""
    verdicts = [
        judge(golden, ask_golden_question(scope, golden.question, collection_id=collection_id))
        for golden in questions
    ]
    return [(each.golden.question, each.problem) for each in verdicts if not each.passed]


@pytest.fixture
def documented(transactional_db: None, scope: Scope) -> UUID:
    """Our documentation, read for real in the CPU pool."""
    collection_id = import_documentation(scope)
    assert not is_imported(scope, collection_id)
    while drain_jobs():
        pass
    settle_counts(scope)
    return collection_id


def test_our_own_documentation_answers_its_questions(scope: Scope, documented: UUID) -> None:
    """Every fourth of them; `./run soak tests/soak/test_golden.py` asks all."""
    assert is_imported(scope, documented)

    assert unanswered(scope, documented, packaged_questions()[::4]) == []

    delete_collection(scope, documented)
    assert (collections_of(scope), document_count(scope)) == ([], 0)


def test_the_command_reports_each_question_and_fails_when_one_does(
    own_database: str, tmp_path: Path
) -> None:
    file = tmp_path / "set.json"
    asked = [{"question": "Who signed?", "urls": ["*"]}, {"question": "Who won?", "negative": True}]
    file.write_text(json.dumps({"questions": asked}))

    done = run_prepared(
        ["-m", "pramana.cli", "golden", str(file), "--data", str(tmp_path / "d")],
        env={**os.environ, "DATABASE_URL": own_database},
    )

    assert done.returncode == 1, done.stderr
    first, second = done.stdout.splitlines()
    assert first.startswith("FAIL") and "Who signed?  (no expected source" in first
    assert second.startswith("ok") and second.endswith("Who won?")
    assert (
        "1 of 2 passed. Of 1 questions that have no answer, 1 were left unanswered." in done.stderr
    )
