"""The reading model points at the words that answer, and says when a passage does not."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest

from pramana.llm.reading_model import (
    ODDS_AT_ZERO,
    ODDS_PER_POINT,
    ReaderMissing,
    read,
    reader_is_available,
)

LEASE = (
    "The tenant shall pay a monthly rent of NPR 85,000 on the first day of each month. "
    "A deposit of NPR 255,000 was paid on signing. The lease runs from 1 April 2025 for three "
    "years. Either party may end it with sixty days' written notice."
)
NOTICE = "सडक मर्मतको काम २०८१ मंसिर १५ गते सकिनेछ। ठेकेदार हिमाल निर्माण सेवा हो।"


@pytest.mark.parametrize(
    ("question", "passage", "words"),
    [
        ("How much is the deposit?", LEASE, "255,000"),
        ("monthly rent", LEASE, "85,000"),
        ("When does the lease begin?", LEASE, "1 April 2025"),
        ("सडक मर्मत कहिले सकिन्छ?", NOTICE, "२०८१ मंसिर १५"),
    ],
)
def test_points_at_the_words_that_answer(question: str, passage: str, words: str) -> None:
    reading = read(question, [passage])[0]

    assert words in reading.text
    assert passage[reading.start : reading.end] == reading.text
    assert reading.probability > 0.5


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("Who is the landlord's lawyer?", LEASE),
        ("What does the annual insurance cost?", LEASE),
        ("What is the capital of Peru?", LEASE),
        ("", "…"),
    ],
)
def test_says_when_a_passage_does_not_answer(question: str, passage: str) -> None:
    assert read(question, [passage])[0].probability < 0.5


def test_margins_are_on_one_scale_whatever_the_reader() -> None:
    """Rules are fitted to margins, and a newly trained reader scores in its own way."""
    reading = read("How much is the deposit?", [LEASE])[0]

    odds = math.log(reading.probability / (1 - reading.probability))
    assert odds == pytest.approx(ODDS_AT_ZERO + ODDS_PER_POINT * reading.margin)


def test_answers_one_reading_per_passage_in_order() -> None:
    readings = read("How much is the deposit?", [NOTICE, LEASE, "", " \n "])

    assert [reading.text for reading in readings[2:]] == ["", ""]
    assert readings[1].probability > readings[0].probability
    assert readings[2].probability == 0.0


def test_reads_a_long_passage_in_parts() -> None:
    filler = "The committee discussed the agenda and adjourned until the following week. " * 60
    passage = filler + "The deposit is NPR 40,000. " + filler

    reading = read("How much is the deposit?", [passage])[0]

    assert "40,000" in reading.text
    assert passage[reading.start : reading.end] == reading.text


def test_a_reading_does_not_depend_on_its_neighbours() -> None:
    alone = read("How much is the deposit?", [LEASE])[0]

    with ThreadPoolExecutor(4) as threads:
        together = list(
            threads.map(lambda _: read("How much is the deposit?", [NOTICE, LEASE])[1], range(8))
        )

    assert set(together) == {alone}


def test_without_its_files_it_is_missing(settings, tmp_path) -> None:
    settings.PRAMANA = settings.PRAMANA.model_copy(update={"assets": tmp_path})

    assert not reader_is_available()
    with pytest.raises(ReaderMissing, match=r"\./run setup"):
        read("How much is the deposit?", [LEASE])
