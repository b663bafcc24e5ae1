"""From several hosts, against what the collection says, and the result as a whole."""

from pramana.retrieval.scoring.contracts import (
    CandidateOrigin,
    ScoringFlag,
)
from tests.retrieval.scoring.asking import BUILT, OPENED, RICE, own, page, scored


def test_the_best_come_from_several_hosts_where_there_are_several():
    many = [
        page(text, url=f"https://a.example/{len(text)}") for text in (OPENED, BUILT, "A bridge.")
    ]
    candidates = [*many, page(RICE, "b.example"), page(RICE + " So.", "c.example")]
    result = scored(candidates, top_k=3)
    assert [each.bucket for each in result.top_k] == ["a.example", "b.example", "c.example"]
    assert ScoringFlag.FEW_HOSTS not in result.flags
    alone = scored(candidates, top_k=3, min_diversity_buckets=1)
    assert {each.bucket for each in alone.top_k} == {"a.example"}


def test_too_few_hosts_are_said():
    many = [page(f"{OPENED} Number {n}.", url=f"https://a.example/{n}") for n in range(4)]
    assert ScoringFlag.FEW_HOSTS in scored(many, top_k=3).flags
    assert ScoringFlag.FEW_HOSTS not in scored([own(OPENED), own(BUILT, "b")], top_k=3).flags


def test_coverage_names_what_the_collection_has_and_what_a_page_adds():
    candidates = [own("A bridge over the river."), page(OPENED)]
    result = scored(candidates)
    assert result.coverage.covered == ("bridge", "over", "river")
    assert result.coverage.missing == ("opened",)
    assert 0 < result.coverage.share < 1
    assert result.ranked[0].adds == ("opened",)
    assert result.recommended_ingest == (candidates[1].id,)
    assert result.coverage_delta == (
        "The collection speaks of “bridge”, “over” and “river”; the recommended pages add “opened”."
    )


def test_what_the_collection_has_already_is_not_recommended():
    result = scored([own(OPENED), page(OPENED + " Indeed.")])
    assert result.coverage.answers and result.recommended_ingest == ()
    assert "nothing that was found adds to it" in result.coverage_delta


def test_a_page_that_was_let_in_before_says_so():
    address = "https://a.example/1"
    result = scored([own("A bridge.", url=address), page(OPENED, url=address)])
    [again] = [each for each in result.ranked if each.origin is CandidateOrigin.WEB]
    assert "It is in the library already." in again.reasons and not again.recommended_ingest


def test_a_page_beside_the_point_is_not_recommended_whatever_is_missing():
    assert scored([page(RICE)]).recommended_ingest == ()


def test_only_what_is_offered_is_among_the_best():
    result = scored([own(OPENED), page(BUILT)], offered=frozenset({CandidateOrigin.WEB}))
    assert [each.origin for each in result.top_k] == [CandidateOrigin.WEB]
    assert len(result.ranked) == 2


def test_a_result_has_these_fields():
    [best] = scored([page(OPENED, title="Opened")]).top_k
    assert best.model_dump() == {
        "candidate_id": best.url,
        "origin": "web",
        "url": best.url,
        "title": "Opened",
        "score": 100.0,
        "reasons": ("4 of 4 words: opened, bridge, over, river.",),
        "facets": {"opened": 1.0, "bridge": 1.0, "over": 1.0, "river": 1.0},
        "adds": ("opened", "bridge", "over", "river"),
        "bucket": "a.example",
        "fused": 1.0,
        "judged": False,
        "recommended_ingest": True,
    }


def test_nothing_found_is_a_result():
    result = scored([])
    assert (result.ranked, result.top_k, result.coverage.share) == ((), (), 0.0)
