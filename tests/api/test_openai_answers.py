"""Answers on OpenAI's wire: numbers count the cited sources, and addresses lead to the words."""

from uuid import UUID, uuid4

from pramana.api.openai_wire import CitationNumbers, cited_answer
from pramana.chat.contracts.answers import (
    ChatResponse,
    Mode,
    QuoteOut,
    ResponseMetadata,
    SentenceOut,
    SourceCitation,
)

SHEET = UUID("7d3f2c1a-52b0-4a4e-9f0b-0c2a6f1d8e11")
LETTER = UUID("0e5b7a66-6f0f-4f0a-8f55-3d9c3b1c4a22")


def source(
    title: str, document_id: UUID | None, *quotes: QuoteOut, url: str = ""
) -> SourceCitation:
    return SourceCitation(
        source_url=url,
        title=title,
        section="",
        chunk_position=0,
        similarity_score=0.5,
        snippet=title,
        document_id=document_id,
        quotes=list(quotes),
    )


def quote(sentence: int, words: str, document_id: UUID | None = None) -> QuoteOut:
    return QuoteOut(sentence=sentence, words=words, document_id=document_id, start=4, end=9)


def response(*sources: SourceCitation, sentences: list[str]) -> ChatResponse:
    placed, text = [], ""
    for sentence in sentences:
        start = len(text) + bool(text)
        text = f"{text} {sentence}".strip()
        placed.append(SentenceOut(start=start, end=len(text), sources=[]))
    metadata = ResponseMetadata(
        query_time_ms=1,
        retrieval_count=len(sources),
        mode=Mode.FULL,
        low_confidence=False,
        request_id=uuid4(),
        sentences=placed,
    )
    return ChatResponse(answer=text, sources=list(sources), metadata=metadata, session_id=uuid4())


def absolute(path: str) -> str:
    return f"https://papers.example{path}"


def test_numbers_count_the_sources_that_are_cited() -> None:
    ten = [source(f"Found {n}", uuid4()) for n in range(9)]
    letter = source("Letter", LETTER, quote(1, "Nine came.", LETTER))
    sheet = source("Sheet", SHEET, quote(0, "Twelve.", SHEET), quote(2, "Three.", SHEET))
    given = response(
        letter, *ten, sheet, sentences=["Twelve. [11]", "Nine came. [1]", "Three. [11]"]
    )

    content, cited = cited_answer(given, absolute)

    assert content == "Twelve. [1] Nine came. [2] Three. [1]"
    found = [(each.url_citation.number, each.url_citation.title) for each in cited]
    assert found == [(1, "Sheet"), (1, "Sheet"), (2, "Letter")]
    spans = [(each.url_citation.start_index, each.url_citation.end_index) for each in cited]
    assert [content[start:end] for start, end in spans] == [
        "Twelve. [1]",
        "Three. [1]",
        "Nine came. [2]",
    ]


def test_numbers_in_the_words_of_a_sentence_stay() -> None:
    numbers = CitationNumbers()

    assert (
        numbers.renumber("Section [7] of the act ends. [4]") == "Section [7] of the act ends. [1]"
    )
    assert numbers.renumber("The act has no section [7], he says.") == (
        "The act has no section [7], he says."
    )


def test_each_source_has_an_address_of_its_own() -> None:
    page = "https://news.example/a#top"
    given = response(
        source("Page", SHEET, quote(0, "Roads and\nbridges"), url=page),
        source("Page", SHEET, quote(1, "Canals"), url=page),
        source("Letter", LETTER, quote(1, "Nine"), url=f"/app/documents/{LETTER}"),
        sentences=["One. [1]", "Two. [2][3]"],
    )

    addresses = [each.url_citation.url for each in cited_answer(given, absolute)[1]]

    assert addresses == [
        "https://news.example/a#top:~:text=Roads%20and%20bridges",
        "https://news.example/a#top:~:text=Canals",
        f"https://papers.example/app/documents/{LETTER}?start=4&end=9&quote=Nine",
    ]


def test_an_answer_without_sentences_is_passed_on() -> None:
    given = response(source("Letter", LETTER), sentences=[]).model_copy(
        update={"answer": None, "fallback_message": "See the sources [1]."}
    )

    assert cited_answer(given, absolute) == ("See the sources [1].", [])
