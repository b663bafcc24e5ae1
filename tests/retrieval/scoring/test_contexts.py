"""What is asked: every field, its default, and what makes no sense."""

import pytest
from pydantic import ValidationError

from pramana.retrieval.scoring.contracts import (
    FreshnessMode,
    ScoringContext,
)


def test_a_context_has_these_fields_and_defaults():
    assert ScoringContext(question="Who?").model_dump(mode="json") == {
        "question": "Who?",
        "purpose": "research",
        "output_target": "answer",
        "collection_scope": "",
        "jurisdiction": "",
        "preferred_sources": [],
        "disallowed_sources": [],
        "version_target": "",
        "freshness_mode": "standard",
        "min_diversity_buckets": 3,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"question": ""},
        {"question": " "},
        {"jurisdiction": "Nepal"},
        {"freshness_mode": "fresh"},
        {"min_diversity_buckets": 0},
        {"preferred_sources": [""]},
        {"disallowed_sources": ["*"]},
        {"unknown": 1},
    ],
)
def test_a_context_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValidationError):
        ScoringContext(**{"question": "Who?", **wrong})


def test_the_three_freshness_modes_are_the_documents():
    assert [mode.value for mode in FreshnessMode] == [
        "standard", "software_docs_strict", "law_evergreen",
    ]  # fmt: skip
