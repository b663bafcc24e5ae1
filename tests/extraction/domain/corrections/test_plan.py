import time

import pytest

from pramana.extraction.contracts.extractions import CorrectionChange
from pramana.extraction.domain.corrections.plan import plan_correction
from tests.extraction.domain.corrections.records import RECORDS
from tests.extraction.domain.corrections.sentences import CLEAR, DOUBTFUL, REFUSED, Expected


def summary(change: CorrectionChange) -> tuple[object, ...]:
    return (change.action.value, change.path, change.to or change.value)


@pytest.mark.parametrize(("record", "sentence", "expected"), CLEAR)
def test_a_clear_sentence_says_just_these_changes(
    record: str, sentence: str, expected: Expected
) -> None:
    plan = plan_correction(sentence, *RECORDS[record])

    assert [summary(change) for change in plan.changes] == expected
    assert not plan.doubtful


@pytest.mark.parametrize(("record", "sentence", "path"), DOUBTFUL)
def test_a_doubtful_sentence_is_a_proposal(record: str, sentence: str, path: str) -> None:
    plan = plan_correction(sentence, *RECORDS[record])

    assert plan.clear == ()
    assert [change.path for change in plan.doubtful] == [path]


@pytest.mark.parametrize(("record", "sentence"), REFUSED)
def test_what_is_no_correction_changes_nothing_and_says_why(record: str, sentence: str) -> None:
    plan = plan_correction(sentence, *RECORDS[record])

    assert plan.changes == ()
    assert plan.unclear
    assert all(each.reason for each in plan.unclear)


@pytest.mark.parametrize(
    "piece",
    ["set from ", "to ", "a b ", "add : ", "लाई ", "    ", "rename x ", "is, and ", "total "],
)
def test_a_long_instruction_is_read_in_bounded_time(piece: str) -> None:
    began = time.process_time()

    plan_correction(piece * 1_000, *RECORDS["invoice"])

    assert time.process_time() - began < 5
