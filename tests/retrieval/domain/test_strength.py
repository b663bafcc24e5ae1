import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.llm.embeddings.local_encoders import ID
from pramana.retrieval.domain.fusion import CALIBRATIONS, NO_MATCH, SURE_MATCH, match_strength

SHARE = st.floats(0, 1)
COSINE = st.floats(-1, 1)
MODEL = st.sampled_from([*CALIBRATIONS, "openai:somebody"])


def test_the_packaged_encoder_is_calibrated():
    assert ID in CALIBRATIONS


@given(MODEL, st.none() | COSINE, st.none() | SHARE)
def test_a_strength_is_always_between_nothing_and_one(model, cosine, coverage):
    assert 0 <= match_strength(model, cosine, coverage) <= 1


@given(MODEL, COSINE, COSINE, SHARE, SHARE)
def test_nearer_in_meaning_and_in_words_is_never_weaker(model, one, other, share, more):
    weaker = match_strength(model, min(one, other), min(share, more))
    assert weaker <= match_strength(model, max(one, other), max(share, more))


@given(MODEL, SHARE)
def test_without_a_vector_it_is_the_share_of_the_questions_weight(model, share):
    assert match_strength(model, None, share) == share


@pytest.mark.parametrize(
    ("cosine", "coverage", "least", "most"),
    [
        (0.90, 0.70, SURE_MATCH, 1),  # a question and the passage that answers it
        (0.85, 0.20, SURE_MATCH, 1),  # the same in other words
        (0.77, 1.00, SURE_MATCH, 1),  # one rare word, looked up
        (0.77, 0.15, 0, NO_MATCH),  # a question to papers about something else
        (0.75, 0.00, 0, NO_MATCH),  # a word that stands nowhere
        (0.78, None, 0, SURE_MATCH),  # words do not answer, and meaning is not near
        (0.88, None, SURE_MATCH, 1),
    ],
)
def test_the_packaged_encoders_scale_has_the_meanings_it_should(cosine, coverage, least, most):
    assert least <= match_strength(ID, cosine, coverage) <= most


def test_an_encoder_nobody_measured_convinces_by_words_and_not_by_its_cosine_alone():
    assert match_strength("openai:somebody", 0.6, 0.7) >= SURE_MATCH
    assert match_strength("openai:somebody", 0.85, 0.1) < SURE_MATCH
    assert match_strength("openai:somebody", 0.2, 0.1) < NO_MATCH
