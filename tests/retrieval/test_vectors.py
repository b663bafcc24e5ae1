"""Meaning beside words: whose vectors answer, scripts, and changing the model."""

import random
import time
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection

from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import ContextError
from pramana.llm.embeddings.local_encoders import ENGLISH_ID
from pramana.llm.embeddings.local_encoders import ID as PACKAGED_ID
from pramana.llm.testing import fails
from pramana.llm.testing.server import vector_of
from pramana.retrieval import tasks
from pramana.retrieval.contracts import Embeddings, Filters, Flag
from pramana.retrieval.domain import recipes
from pramana.retrieval.domain.recipes import RECIPES
from pramana.retrieval.ports import CandidateQuery, VectorQuery
from pramana.retrieval.postgres import candidates as store_legs
from pramana.retrieval.postgres import vectors as store_vectors
from pramana.retrieval.postgres.vectors import build_graph, drop_unused_graphs, vectors_in_graph
from pramana.retrieval.services import embed_missing, index_entries, set_vectors, switch_model
from pramana.retrieval.stores import index_store
from tests.retrieval.conftest import (
    SPACE,
    entry,
    find,
    found,
    put,
    rows_in,
)
from tests.settings import change


def kept(scope, texts, *written):
    entries = [entry(text) for text in written]
    texts |= {each.item_id: each.text for each in entries}
    index_entries(scope, entries)
    return entries


def test_entries_are_embedded_in_the_background(transactional_db, scope, encoder_server, texts):
    one, other = kept(scope, texts, "the tender was cancelled", "rain in Kathmandu")
    assert find(scope, "tender")[0].cosine is None
    drain_jobs()
    hits = {hit.item_id: hit for hit in find(scope, "the tender was cancelled")}
    assert hits[one.item_id].cosine == pytest.approx(1, abs=0.01)
    assert hits[one.item_id].flags == frozenset() and "alike" in hits[one.item_id].why
    assert hits[other.item_id].words == () and hits[other.item_id].lexical == 0


def test_a_text_is_found_by_meaning_alone(scope, encoder_server):
    [one] = put(scope, "the tender was cancelled")
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, {one.item_id: vector_of("पानी पर्‍यो")}))
    [hit] = find(scope, "पानी पर्‍यो")
    assert hit.item_id == one.item_id and hit.cosine == pytest.approx(1, abs=0.01)


def test_when_the_encoder_is_down_words_answer_and_the_hits_say_so(scope, encoder_server):
    [one] = put(scope, "tender")
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, {one.item_id: vector_of("tender")}))
    encoder_server.will(fails(401))
    [hit] = find(scope, "tender")
    assert hit.item_id == one.item_id and hit.flags == {Flag.ENCODER_UNAVAILABLE}


def test_a_script_the_encoder_does_not_know_is_left_to_words(scope, settings, tmp_path):
    folder = tmp_path / "models" / "gte-small"
    folder.mkdir(parents=True)
    for name in ("model.int8.onnx", "tokenizer.json"):
        (folder / name).touch()
    changed = {"embeddings": "packaged", "assets": tmp_path}
    change(settings, **changed)
    nepali, english = put(scope, "नेपालको बजेट", "the budget")
    vectors = {nepali.item_id: None, english.item_id: [1.0, *[0.0] * 383]}
    set_vectors(scope, SPACE, Embeddings("gte-small-int8", 384, vectors))
    [hit] = find(scope, "बजेट")
    assert hit.item_id == nepali.item_id and hit.flags == {Flag.WORDS_ONLY}


def test_asking_the_same_again_costs_no_embedding(scope, other_scope, encoder_server):
    for each in (scope, other_scope):
        [one] = put(each, "tender")
        vectors = {one.item_id: vector_of("tender")}
        set_vectors(each, SPACE, Embeddings("openai:one", 8, vectors))
    for _ in range(3):
        find(scope, "tender")
    asked = len(encoder_server.asked)
    find(scope, "tender")
    assert len(encoder_server.asked) == asked
    find(other_scope, "tender")  # what one tenant asked is not remembered for another
    assert len(encoder_server.asked) == asked + 1


def test_another_tenants_vectors_are_never_compared(scope, other_scope, encoder_server):
    [theirs] = put(other_scope, "secret")
    vectors = Embeddings("openai:one", 8, {theirs.item_id: vector_of("question")})
    set_vectors(other_scope, SPACE, vectors)
    [ours] = put(scope, "open")
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, {ours.item_id: vector_of("x")}))
    assert found(scope, "question") == [ours.item_id]
    assert set_vectors(scope, SPACE, vectors) == 0


def test_filters_hold_for_meaning_too(scope, encoder_server):
    collection = uuid4()
    inside, outside = entry("a", collection_id=collection), entry("b")
    index_entries(scope, [inside, outside])
    vectors = {inside.item_id: vector_of("far"), outside.item_id: vector_of("question")}
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, vectors))
    only = Filters(collection_ids=frozenset({collection}))
    assert found(scope, "question", filters=only) == [inside.item_id]
    assert found(scope, "question", filters=Filters(collection_ids=frozenset())) == []


def test_the_old_model_answers_until_the_new_one_has_seen_everything(
    transactional_db, scope, settings, encoder_server, texts
):
    entries = kept(scope, texts, *[f"text number {n}" for n in range(5)])
    drain_jobs()
    change(settings, embeddings="openai:two")
    halfway = {entries[0].item_id: vector_of("text number 0")}
    set_vectors(scope, SPACE, Embeddings("openai:two", 8, halfway))
    assert not index_store().activate_model(scope, SPACE, "openai:two", 8)
    assert all(hit.cosine is not None for hit in find(scope, "text number 3"))

    tasks.mend()
    drain_jobs()
    assert index_store().active_model(scope, SPACE) == "openai:two"
    assert rows_in("retrieval_vector", scope) == 5
    assert find(scope, "text number 3")[0].cosine == pytest.approx(1, abs=0.01)
    assert not switch_model(scope, SPACE)


def test_what_could_not_be_embedded_is_mended_later(transactional_db, scope, encoder_server, texts):
    encoder_server.will(fails(401))
    kept(scope, texts, "tender")
    drain_jobs()
    assert rows_in("retrieval_vector", scope) == 0
    tasks.mend()
    drain_jobs()
    assert rows_in("retrieval_vector", scope) == 1
    assert embed_missing(scope, SPACE) == 0


def test_a_space_whose_texts_nobody_registered_says_so(scope, encoder_server):
    index_entries(scope, [entry("tender", space="tests.unknown")])
    with pytest.raises(ContextError, match=r"tests\.unknown"):
        embed_missing(scope, "tests.unknown")


SIZE, DIMENSION = 1500, 16


def clustered(chance):
    return [chance.gauss(0, 1) for _ in range(DIMENSION)]


@pytest.fixture
def graph(transactional_db, scope, monkeypatch):
    """Many vectors under one graph, with what counts as few made small."""
    chance = random.Random(3)
    entries = [entry(f"n{n}", section="few" if n % 50 == 0 else "most") for n in range(SIZE)]
    index_entries(scope, entries)
    vectors = {each.item_id: clustered(chance) for each in entries}
    set_vectors(scope, SPACE, Embeddings("m", DIMENSION, vectors))
    build_graph("m", DIMENSION)
    for module in (recipes, store_legs):
        monkeypatch.setattr(module, "EXACT_LIMIT", 100)
    monkeypatch.setattr(recipes, "GRAPH_COST", 1)
    yield chance
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM retrieval_spacemodel")
    drop_unused_graphs()
    assert vectors_in_graph("m", DIMENSION) is None


def nearest(scope, vector, *, graph, filters=None):
    recipe = replace(RECIPES["balanced"], candidates=10)
    wanted = CandidateQuery(
        spaces=(SPACE,),
        filters=filters or Filters(),
        recipe=recipe,
        entries=SIZE if graph else 50,
        dense=(VectorQuery("m", vector, (SPACE,)),),
    )
    return {each.item_id for each in index_store().find_candidates(scope, wanted)}


def test_the_graph_finds_what_comparing_everything_finds(graph, scope):
    assert vectors_in_graph("m", DIMENSION) == SIZE
    shares = []
    for _ in range(20):
        vector = clustered(graph)
        exact, walked = (nearest(scope, vector, graph=each) for each in (False, True))
        assert len(exact) == len(walked) == 10
        shares.append(len(exact & walked) / 10)
    assert sum(shares) / len(shares) > 0.95


def test_a_graph_is_built_with_the_memory_that_it_needs(graph, scope, monkeypatch):
    """Only for the build: the session keeps its own settings."""
    before = memory_setting()
    seen = []
    run = store_vectors._run

    def run_and_look(statement, **parts):
        seen.append(memory_setting())
        run(statement, **parts)

    monkeypatch.setattr(store_vectors, "_run", run_and_look)
    monkeypatch.setattr(store_vectors, "graph_bytes", lambda *of: 300 << 20)
    store_vectors._drop(store_vectors.graph_name("m", DIMENSION))
    build_graph("m", DIMENSION)

    assert seen == [before, "300MB"] and memory_setting() == before


def memory_setting():
    with connection.cursor() as cursor:
        cursor.execute("SHOW maintenance_work_mem")
        return cursor.fetchone()[0]


def test_a_filter_that_lets_little_through_still_gets_everything_it_should(graph, scope):
    few = Filters(section="few")
    vector = clustered(graph)
    exact, walked = (nearest(scope, vector, graph=each, filters=few) for each in (False, True))
    assert walked == exact and len(walked) == 10


def test_a_tenant_with_a_small_share_of_the_graph_loses_nothing(graph, scope, other_scope):
    mine = [entry("mine") for _ in range(5)]
    index_entries(other_scope, mine)
    vectors = {each.item_id: clustered(graph) for each in mine}
    set_vectors(other_scope, SPACE, Embeddings("m", DIMENSION, vectors))
    for walk in (False, True):
        assert nearest(other_scope, clustered(graph), graph=walk) == vectors.keys()


def test_a_graph_whose_building_was_cut_short_is_not_used_and_is_built_anew(graph, scope):
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '5ms'")
        name = "vector_graph_" + "0" * 16
        with pytest.raises(Exception, match="timeout"):
            cursor.execute(
                f"CREATE INDEX CONCURRENTLY {name} ON retrieval_vector"
                " USING hnsw ((vector::halfvec(16)) halfvec_cosine_ops)"
            )
        cursor.execute("RESET statement_timeout")
    drop_unused_graphs()
    began = time.monotonic()
    build_graph("m", DIMENSION)
    assert vectors_in_graph("m", DIMENSION) == SIZE and time.monotonic() - began < 120


@pytest.mark.parametrize(
    ("setting", "model"), [("packaged", ENGLISH_ID), ("packaged:multilingual", PACKAGED_ID)]
)
def test_an_english_library_is_embedded_again_only_when_the_operator_says_so(
    transactional_db, scope, settings, texts, setting, model
):
    change(settings, embeddings=setting)
    one = entry("the tender was cancelled")
    texts[one.item_id] = one.text
    index_entries(scope, [one], Embeddings(ENGLISH_ID, 384, {one.item_id: [1.0] + [0.0] * 383}))
    tasks.mend()
    drain_jobs()
    assert index_store().active_model(scope, SPACE) == model
