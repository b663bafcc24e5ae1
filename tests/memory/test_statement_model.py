"""The statement model itself, as set-up made it, reads wordings that no rule names."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings

from pramana.memory.contracts.extraction import EarlierMessage, ExtractionRequest
from pramana.memory.domain.reading.extraction_parts import join_extractions
from pramana.memory.statement_model import model_folder, read_with_model

AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def facts(
    content: str, speaker: str = "Ada Lund", previous: tuple[EarlierMessage, ...] = ()
) -> set[tuple[str, str, str, bool]]:
    folder = model_folder(str(settings.PRAMANA.assets))
    request = ExtractionRequest(
        body=f"{speaker}(user): {content}", speaker=speaker, at=AT, previous=previous
    )
    read = join_extractions(read_with_model(request, folder))
    return {(f.subject, f.relation, f.object, f.invalid_at is None) for f in read.facts}


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        ("After nine years at Kuusi Mills I've thrown in the towel.", "Kuusi Mills"),
        ("Kuusi Mills and I have parted company.", "Kuusi Mills"),
    ],
)
def test_an_ending_in_an_idiom_is_no_present_fact(content: str, fact: str) -> None:
    assert not {each for each in facts(content) if each[2] == fact and each[3]}


def test_a_pronoun_refers_to_the_message_before() -> None:
    asked = EarlierMessage("Bo Ek(user): Is Mia still in Oulu?", AT)
    read = facts("No, she moved to Turku in March.", previous=(asked,))
    assert ("Mia", "LIVES_IN", "Turku", True) in read
    assert not {each for each in read if each[2] == "Oulu" and each[3]}


def test_a_wish_is_no_fact() -> None:
    assert not facts("If I ever won the lottery I would settle in Turku.")


def test_without_the_files_there_is_no_model(tmp_path: Path) -> None:
    assert model_folder(str(tmp_path)) == ""
