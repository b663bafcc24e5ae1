"""How sure search is of what it found, through the whole of it."""

import pytest

from pramana.llm.testing.server import vector_of
from pramana.retrieval.contracts import Embeddings
from pramana.retrieval.services import set_vectors
from tests.retrieval.conftest import SPACE, find, put


@pytest.mark.usefixtures("words_only")
def test_by_words_alone_the_strength_is_what_the_hit_covers(scope):
    put(scope, "नेपालको बजेट संसदमा पेश भयो", "वर्षा भयो")
    [hit] = find(scope, "बजेट संसदमा")
    assert hit.match == "lexical" and hit.strength == hit.coverage == 1
    [part] = find(scope, "बजेट अन्तरिक्ष यान")
    assert part.strength == part.coverage < 0.5


def test_with_a_vector_meaning_counts_too(scope, encoder_server):
    near, far = put(scope, "tender", "tender")
    vectors = {near.item_id: vector_of("tender notice"), far.item_id: vector_of("else")}
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, vectors))
    hits = {hit.item_id: hit for hit in find(scope, "tender notice")}
    assert hits[near.item_id].match == hits[far.item_id].match == "vector"
    assert hits[near.item_id].strength > hits[far.item_id].strength


def test_a_passage_the_encoder_could_not_read_is_judged_by_its_words(scope, encoder_server):
    read, unread = put(scope, "tender", "tender बोलपत्र")
    vectors = {read.item_id: vector_of("tender"), unread.item_id: None}
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, vectors))
    hits = {hit.item_id: hit for hit in find(scope, "tender")}
    assert hits[unread.item_id].match == "lexical" and hits[unread.item_id].strength == 1
    assert hits[read.item_id].match == "vector"
