"""The cross-encoder in the pool, over a stand-in that answers the calls fastembed answers."""

import sys
from textwrap import dedent

import pytest

from pramana.jobs.cpu import cpu_pool
from pramana.kit.errors import Misconfigured
from pramana.retrieval.contracts import Query
from pramana.retrieval.ports import Opinion
from pramana.retrieval.reranking import configured_scorer
from pramana.retrieval.selectors import search
from tests.retrieval.conftest import SPACE, put
from tests.settings import change

NAMED = "someone/cross-encoder"

CROSS_ENCODER = """
    made = []

    class TextCrossEncoder:
        models = {"someone/cross-encoder"}

        @classmethod
        def add_custom_model(cls, model, sources, model_file):
            assert sources.hf and model_file == "model.onnx" and model not in cls.models
            cls.models.add(model)

        def __init__(self, name, cache_dir, threads, specific_model_path=None):
            assert name in self.models and cache_dir.endswith("models/fastembed")
            assert specific_model_path in (None, name)
            made.append(name)

        def rerank(self, question, texts):
            for text in texts:
                yield len(set(question.split()) & set(text.split())) + len(made) / 10
"""


@pytest.fixture
def fastembed(tmp_path, monkeypatch):
    """A package of that name on the path, here and in the children of the pool."""
    package = tmp_path / "packages" / "fastembed"
    for name, code in {
        "__init__": "",
        "rerank/__init__": "",
        "rerank/cross_encoder": CROSS_ENCODER,
        "common/__init__": "",
        "common/model_description": "class ModelSource:\n    def __init__(self, hf): self.hf = hf",
    }.items():
        file = package / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(code))
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    cpu_pool.cache_clear()
    yield
    cpu_pool.cache_clear()


@pytest.fixture
def scorer_of(settings, scope):
    def scorer(name):
        changed = {"rerank": f"fastembed:{name}", "embeddings": "none"}
        change(settings, **changed)
        return configured_scorer(scope, within_s=60)

    return scorer


def test_a_model_by_its_name_is_loaded_once_and_scores_every_text(fastembed, scorer_of):
    scorer = scorer_of(NAMED)
    assert scorer("a b", ["a b", "b"]) == [Opinion(2.1), Opinion(1.1)]
    assert scorer("a b", ["c"]) == [Opinion(0.1)]


def test_a_model_may_lie_in_a_folder(fastembed, scorer_of, tmp_path):
    assert scorer_of(str(tmp_path))("a", ["a"]) == [Opinion(1.1)]


def test_search_follows_it(fastembed, scorer_of, scope, texts):
    scorer_of(NAMED)
    entries = put(scope, "tender tender tender", "tender of the council")
    texts |= {each.item_id: each.text for each in entries}
    hits = search(scope, Query(text="tender of council", spaces=(SPACE,), recipe="thorough"))
    assert [hit.item_id for hit in hits] == [entries[1].item_id, entries[0].item_id]
    assert hits[0].reranked > hits[1].reranked


def test_without_the_package_a_sentence_says_what_to_install(scorer_of, monkeypatch):
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(Misconfigured, match="pip install"):
        scorer_of(NAMED)
