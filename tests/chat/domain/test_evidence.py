"""What a question can be compared with in a passage."""

import pytest

from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.prompts.compose import NumberedPassage

GERMAN = "Zahlbar bis zum 12. Mai. Bei Zahlung bis zum 3. Mai ziehen Sie 2 % von der Summe ab."
ENGLISH = "Payable by 12 May. For payment until 3 May deduct 2 % of the sum."
NEPALI = "भुक्तानी जेठ १२ गतेसम्म गर्नुपर्नेछ।"


@pytest.mark.parametrize(
    ("question", "text", "shares"),
    [
        ("What discount is given for early payment?", ENGLISH, True),
        ("What discount is given for early payment?", GERMAN, False),
        ("What discount is given for early payment?", NEPALI, False),
        ("Bis zum wievielten Tag gilt der Abzug bei der Zahlung?", GERMAN, True),
        ("भुक्तानी कहिलेसम्म गर्नुपर्छ?", NEPALI, True),
        ("भुक्तानी कहिलेसम्म गर्नुपर्छ?", GERMAN, False),
        ("total of invoice 118", "Total 67,024.00", True),
    ],
)
def test_words_are_shared_within_one_language(question: str, text: str, shares: bool) -> None:
    passage = NumberedPassage(1, text)
    assert QuestionEvidence(question, [passage]).shares_words(passage) is shares
