"""Which hits are read for a question across documents."""

from uuid import UUID, uuid4

from pramana.chat.domain.passage_selection import hits_by_document
from pramana.documents.contracts import PassageHit


def _hit(document: UUID, strength: float, text: str) -> PassageHit:
    return PassageHit(
        document_id=document,
        passage_id=uuid4(),
        title="Paper",
        filename="paper.txt",
        source_url="",
        section="",
        position=0,
        page=1,
        text=text,
        start=0,
        end=len(text),
        marks=(),
        score=strength,
        lexical=strength,
        cosine=None,
        coverage=strength,
        strength=strength,
        match="lexical",
        words=(),
        why="",
        flags=(),
    )


def _texts(hits: list[PassageHit]) -> list[str]:
    return [hit.text for hit in hits]


def test_passages_that_match_are_read_before_those_of_other_papers_that_do_not() -> None:
    manual, others = uuid4(), [uuid4() for _ in range(12)]
    hits = [_hit(manual, 0.9 - n / 100, f"manual {n}") for n in range(4)]
    hits += [_hit(other, 0.04, f"other {n}") for n, other in enumerate(others)]
    kept = _texts(hits_by_document(hits, 8))
    assert kept == [*(f"manual {n}" for n in range(4)), *(f"other {n}" for n in range(4))]


def test_every_paper_that_matches_has_its_place_before_more_of_one() -> None:
    manual, offer = uuid4(), uuid4()
    hits = [_hit(manual, 0.9 - n / 100, f"manual {n}") for n in range(9)]
    hits += [_hit(offer, 0.5, "offer 0"), _hit(offer, 0.4, "offer 1")]
    assert _texts(hits_by_document(hits, 4)) == ["manual 0", "manual 1", "offer 0", "offer 1"]
    assert len(hits_by_document(hits, 40)) == 8
