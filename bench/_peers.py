"""The same questions by bm25s, and by the encoder alone."""

import sys
from importlib.util import find_spec

import numpy

from bench._beir import Judged
from bench._embedded import Vectors

MISSING = "bm25s is not installed, so its column is empty; ./run bench installs it"


def by_bm25s(data: Judged) -> dict[str, list[str]] | None:
    """Rankings by bm25s as Lucene scores, over the words as the product reads them."""
    if find_spec("bm25s") is None:
        print(MISSING, file=sys.stderr)
        return None
    import bm25s

    from pramana.language.function_words import content_stems
    from pramana.language.stems import stems

    peer = bm25s.BM25(method="lucene")
    peer.index([stems(text) for text in data.texts], show_progress=False)
    asked = [content_stems(stems(text)) for text in data.questions.values()]
    found, _ = peer.retrieve(asked, k=min(10, len(data.ids)), show_progress=False)
    return {
        question: [data.ids[place] for place in places]
        for question, places in zip(data.questions, found, strict=True)
    }


def by_encoder(data: Judged, vectors: Vectors) -> dict[str, list[str]]:
    """Rankings by cosine alone; a question or text the encoder cannot read finds nothing."""
    from pramana.llm.embeddings.choice import configured_encoder

    encoder = configured_encoder()
    places = [place for place, vector in enumerate(vectors) if vector is not None]
    if encoder is None or not places:
        return {question: [] for question in data.questions}
    corpus = numpy.array([vectors[place] for place in places])
    asked = encoder.embed_queries(list(data.questions.values())).vectors
    rankings: dict[str, list[str]] = {question: [] for question in data.questions}
    for question, vector in zip(data.questions, asked, strict=True):
        if vector is not None:
            best = numpy.argsort(-(corpus @ numpy.array(vector)), kind="stable")[:10]
            rankings[question] = [data.ids[places[place]] for place in best]
    return rankings
