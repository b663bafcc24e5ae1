"""Messages of any length are read whole, a piece at a time."""

from datetime import UTC, datetime

from pramana.memory.contracts.extraction import MOST_READ, ExtractInput
from pramana.memory.domain.reading import read_message
from pramana.memory.domain.reading.message import Message, message_of
from pramana.memory.domain.reading.pieces import LONGEST, pieces

AT = datetime(2026, 11, 15, tzinfo=UTC)
FILLING = "Thanks, that sounds great to all of us here. " * 150


def asked(content: str) -> ExtractInput:
    return ExtractInput(body=f"Anita(user): {content}", speaker="Anita", at=AT)


def cut(content: str) -> list[Message]:
    return list(pieces(message_of(asked(content))))


def test_facts_are_read_at_the_beginning_in_the_middle_and_at_the_end():
    content = (
        f"I live in Pokhara. {FILLING} Ram Thapa works at Nabil Bank. {FILLING}"
        "म शिक्षक हुँ। Maya Rai is the mayor of Dharan."
    )

    facts = read_message(asked(content)).facts

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
    filling = ("Yes. " * LONGEST)[len(named) - LONGEST :]
    content = f"{filling}{named}He lives in Dharan."

    assert len(cut(content)) == 2
    facts = read_message(asked(content)).facts
    assert ("Ram Thapa", "LIVES_IN", "Dharan") in {(f.subject, f.relation, f.object) for f in facts}


def test_pieces_are_bounded_end_with_a_sentence_and_are_the_message_together():
    content = FILLING * 20

    parts = [piece.content for piece in cut(content)]

    assert "".join(parts) == content
    assert max(map(len, parts)) <= LONGEST
    assert all(part.rstrip().endswith("here.") for part in parts)


def test_a_text_without_any_border_is_cut_all_the_same():
    content = "क" * (3 * LONGEST)

    assert [len(piece.content) for piece in cut(content)] == [LONGEST] * 3


def test_what_is_read_of_one_message_has_an_end():
    content = "a " * MOST_READ
    begins = len(asked("").body)

    assert sum(len(piece.content) for piece in cut(content)) == MOST_READ - begins


def test_program_code_is_not_read():
    content = "I live in Pokhara.\n```python\n# I live in Paris.\n```\nI work at Nabil Bank."

    facts = read_message(asked(content)).facts

    assert [fact.object for fact in facts] == ["Pokhara", "Nabil Bank"]
