"""Long messages are read completely, one piece at a time."""

from datetime import UTC, datetime

from pramana.memory.contracts.extraction import MOST_READ, ExtractionRequest
from pramana.memory.domain.reading.messages import (
    LONGEST_PIECE,
    SpokenMessage,
    parse_message,
    split_message,
)
from pramana.memory.domain.reading.reader import extract_offline

AT = datetime(2026, 11, 15, tzinfo=UTC)
FILLING = "Thanks, that sounds great to all of us here. " * 150


def request_for(content: str) -> ExtractionRequest:
    return ExtractionRequest(body=f"Anita(user): {content}", speaker="Anita", at=AT)


def pieces_of(content: str) -> list[SpokenMessage]:
    return list(split_message(parse_message(request_for(content))))


def test_facts_are_read_at_the_beginning_in_the_middle_and_at_the_end():
    content = (
        f"I live in Pokhara. {FILLING} Ram Thapa works at Nabil Bank. {FILLING}"
        "म शिक्षक हुँ। Maya Rai is the mayor of Dharan."
    )

    facts = extract_offline(request_for(content)).facts

    found = {(fact.subject, fact.relation, fact.object) for fact in facts}
    assert found == {
        ("Anita", "LIVES_IN", "Pokhara"),
        ("Ram Thapa", "WORKS_AT", "Nabil Bank"),
        ("Anita", "HAS_POSITION", "शिक्षक"),
        ("Maya Rai", "MAYOR_OF", "Dharan"),
    }
    assert all(content.count(fact.quote) == 1 for fact in facts)


def test_a_pronoun_finds_its_person_across_a_border():
    named = "Ram Thapa joined Nabil Bank. "
    filling = ("Yes. " * LONGEST_PIECE)[len(named) - LONGEST_PIECE :]
    content = f"{filling}{named}He lives in Dharan."

    assert len(pieces_of(content)) == 2
    facts = extract_offline(request_for(content)).facts
    assert ("Ram Thapa", "LIVES_IN", "Dharan") in {(f.subject, f.relation, f.object) for f in facts}


def test_pieces_are_bounded_end_with_a_sentence_and_are_the_message_together():
    content = FILLING * 20

    parts = [piece.content for piece in pieces_of(content)]

    assert "".join(parts) == content
    assert max(map(len, parts)) <= LONGEST_PIECE
    assert all(part.rstrip().endswith("here.") for part in parts)


def test_a_text_without_any_border_is_cut_all_the_same():
    content = "क" * (3 * LONGEST_PIECE)

    assert [len(piece.content) for piece in pieces_of(content)] == [LONGEST_PIECE] * 3


def test_what_is_read_of_one_message_has_an_end():
    content = "a " * MOST_READ
    begins = len(request_for("").body)

    assert sum(len(piece.content) for piece in pieces_of(content)) == MOST_READ - begins


def test_program_code_is_not_read():
    content = "I live in Pokhara.\n```python\n# I live in Paris.\n```\nI work at Nabil Bank."

    facts = extract_offline(request_for(content)).facts

    assert [fact.object for fact in facts] == ["Pokhara", "Nabil Bank"]
