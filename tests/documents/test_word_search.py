"""Words within one document."""

from hypothesis import given
from hypothesis import strategies as st

from pramana.documents.domain import MAX_GROUP, find_words, group_matches
from pramana.language.stems import stem
from pramana.language.tokens import fold, tokens


def words(text: str, query: str) -> list[str]:
    return [text[start:end] for start, end in find_words(text, query)]


def test_a_word_is_found_in_every_form_it_is_written_in() -> None:
    assert words("Bridges and a BRIDGE, not abridged.", "bridge") == ["Bridges", "BRIDGE"]
    assert words("study, studies, studying, stud", "studies") == ["study", "studies", "studying"]
    assert words("नेपालको बाढीले नेपाललाई", "नेपाल") == ["नेपालको", "नेपाललाई"]


def test_numbers_meet_in_either_script() -> None:
    assert words("२०८१ and 2081 but not 20810", "2081") == ["२०८१", "2081"]


def test_function_words_are_searched_only_alone() -> None:
    assert words("The cost of the bridge", "the bridge") == ["bridge"]
    assert words("To be or not to be", "to be") == ["To", "be", "to", "be"]


def test_places_are_code_points_beside_other_scripts() -> None:
    text = "🙂🙂 पुल İstanbul bridge"

    assert words(text, "bridge") == ["bridge"]


@given(st.text(alphabet="abस ािİ🙂 ,2२", max_size=80), st.sampled_from(["ab", "aba", "सा", "२"]))
def test_nothing_is_missed_that_cutting_the_whole_text_would_find(text: str, query: str) -> None:
    wanted = {stem(token.term) for token in tokens(query)}
    cut = [(each.start, each.end) for each in tokens(text) if stem(each.term) in wanted]

    assert set(find_words(text, query)) <= set(cut)
    assert fold(query) not in [each.term for each in tokens(text)] or find_words(text, query)


def test_near_words_are_one_match_but_a_word_in_every_line_is_many() -> None:
    text = "the sum in the ledger. " * 400

    found = group_matches(find_words(text, "ledger"))

    assert len(found) > 20
    assert all(place.end - place.start <= MAX_GROUP for place in found)


def test_an_empty_query_finds_nothing() -> None:
    assert find_words("some words", "…") == []
    assert group_matches([]) == []
