import sys
from pathlib import Path

import pytest

from pramana.kit.errors import Misconfigured
from pramana.llm.embeddings.encoder import EncoderMissing, encoder_for

NOWHERE = Path("/nowhere")


def test_none_means_search_by_words():
    assert encoder_for("none", assets=NOWHERE) is None


@pytest.mark.parametrize("written", ["", "gte", "openai:", "openai", "nobody:model", "fastembed"])
def test_an_unknown_encoder_is_refused_with_what_may_be_written(written):
    with pytest.raises(Misconfigured, match="packaged, packaged:english, none, fastembed:NAME"):
        encoder_for(written, assets=NOWHERE)


def test_fastembed_is_asked_for_by_name_where_it_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(EncoderMissing, match="pip install"):
        encoder_for("fastembed:BAAI/bge-small-en-v1.5", assets=NOWHERE)


def test_a_hosted_encoder_reads_every_script(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    encoder = encoder_for("openai:text-embedding-3-small", assets=NOWHERE)
    assert encoder.id == "openai:text-embedding-3-small"
    assert encoder.knows("सडक")
    assert not encoder.knows("   ")
