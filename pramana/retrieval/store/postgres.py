"""PostgreSQL as the store behind search."""

from pramana.retrieval.store import details, graphs, legs, terms, upkeep, vectors, writing


class PostgresStore:
    """The port, line by line; each part is a file beside this one."""

    write = staticmethod(writing.write)
    remove = staticmethod(writing.remove)
    move = staticmethod(writing.move)
    settle = staticmethod(terms.settle)
    statistics = staticmethod(terms.statistics)
    candidates = staticmethod(legs.candidates)
    words_held = staticmethod(details.words_held)
    alike = staticmethod(details.alike)
    put_vectors = staticmethod(vectors.put_vectors)
    without_vector = staticmethod(vectors.without_vector)
    answer_with = staticmethod(vectors.answer_with)
    model_of = staticmethod(vectors.model_of)
    answering = staticmethod(vectors.answering)
    build_graph = staticmethod(graphs.build_graph)
    drop_unused_graphs = staticmethod(graphs.drop_unused_graphs)
    unsettled = staticmethod(upkeep.unsettled)
    catch_up = staticmethod(upkeep.catch_up)
    behind = staticmethod(upkeep.behind)
    incomplete = staticmethod(upkeep.incomplete)
    of_other_models = staticmethod(upkeep.of_other_models)
