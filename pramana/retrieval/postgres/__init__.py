"""The index in PostgreSQL, in raw SQL. Every statement names the tenant first."""

from pramana.retrieval.postgres import candidates, entries, vectors


class PostgresStore:
    """The `IndexStore` port; each part is in a module of this package."""

    write_entries = staticmethod(entries.write_entries)
    remove_entries = staticmethod(entries.remove_entries)
    move_entries = staticmethod(entries.move_entries)
    settle_counts = staticmethod(entries.settle_counts)
    statistics = staticmethod(entries.statistics)
    find_candidates = staticmethod(candidates.find_candidates)
    matched_terms = staticmethod(entries.matched_terms)
    similar_pairs = staticmethod(entries.similar_pairs)
    set_vectors = staticmethod(vectors.set_vectors)
    items_without_vector = staticmethod(vectors.items_without_vector)
    activate_model = staticmethod(vectors.activate_model)
    active_model = staticmethod(vectors.active_model)
    vector_statistics = staticmethod(vectors.vector_statistics)
    build_graph = staticmethod(vectors.build_graph)
    drop_unused_graphs = staticmethod(vectors.drop_unused_graphs)
    unsettled_tenants = staticmethod(entries.unsettled_tenants)
    sync_cluster = staticmethod(entries.sync_cluster)
    tenants_behind = staticmethod(entries.tenants_behind)
    incomplete_spaces = staticmethod(entries.incomplete_spaces)
    spaces_of_other_models = staticmethod(entries.spaces_of_other_models)
