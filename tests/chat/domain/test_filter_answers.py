"""Questions for the documents that say something, or whose value lies within a limit."""

from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.filter_answers import answer_with_filter
from pramana.chat.prompts.compose import NumberedPassage

PAPERS = [
    NumberedPassage(
        1,
        "9. This agreement is governed by the law of Scotland.",
        title="Gardening agreement",
        document="garden",
    ),
    NumberedPassage(
        2,
        "12. The lease is governed by the law of Malta. It is not governed by other laws.",
        title="Lease of the boathouse",
        document="lease",
    ),
    NumberedPassage(3, "The law of Scotland is old.", title="A history", document="history"),
]


def test_documents_are_named_with_the_sentence_that_says_it() -> None:
    question = "Which contract is governed by the law of Scotland?"
    said = answer_with_filter(QuestionEvidence(question, PAPERS))
    assert [each.text for each in said] == [
        "Gardening agreement: 9. This agreement is governed by the law of Scotland."
    ]


def test_nothing_is_said_where_no_document_says_it() -> None:
    question = "Which contract is governed by the law of Iceland?"
    assert answer_with_filter(QuestionEvidence(question, PAPERS)) == []
