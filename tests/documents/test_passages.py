from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pramana.documents.reading.passages import cut_passages

SENTENCES = st.lists(st.text("abc देश.।\n ", max_size=60), max_size=60)


def words(text: str) -> list[str]:
    return text.split()


def test_a_short_text_is_one_passage():
    assert [(p.start, p.end) for p in cut_passages("One sentence. Another.")] == [(0, 22)]


def test_an_empty_text_has_no_passage():
    assert cut_passages("") == [] and cut_passages(" \n ") == []


def test_passages_end_at_a_pause_and_overlap():
    text = " ".join(f"Sentence number {n} has six words." for n in range(100))
    passages = cut_passages(text)
    assert len(passages) > 2
    assert all(text[p.end - 1] == "." for p in passages)
    assert all(b.start < a.end for a, b in pairwise(passages))


def test_a_sentence_without_end_is_cut_between_words():
    text = "word " * 1000
    passages = cut_passages(text, words=100, overlap=10)
    assert all(len(words(text[p.start : p.end])) <= 110 for p in passages)


def test_devanagari_sentences_end_at_the_danda():
    text = "राम काठमाडौं गए। " * 200
    assert all(text[p.end - 1] == "।" for p in cut_passages(text))


@given(SENTENCES)
def test_every_word_is_in_some_passage(parts):
    text = " ".join(parts)
    covered = [False] * len(text)
    for passage in cut_passages(text, words=7, overlap=2):
        covered[passage.start : passage.end] = [True] * (passage.end - passage.start)
    assert all(seen or char.isspace() for seen, char in zip(covered, text, strict=True))


@given(SENTENCES)
def test_passages_move_forward_and_end(parts):
    text = " ".join(parts)
    starts = [(p.start, p.end) for p in cut_passages(text, words=7, overlap=2)]
    assert starts == sorted(set(starts))
