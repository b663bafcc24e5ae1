"""The SQL of the legs. `{passes}` is what filters ask for; every value is a parameter."""

BY_WORDS = """
    SELECT id FROM (
        SELECT entry.id, entry.weights <#> %(question)s::sparsevec AS distance
          FROM {holding}
         WHERE {passes}
         ORDER BY distance, entry.item_id LIMIT %(candidates)s) AS found
"""
BY_RAREST = BY_WORDS.replace(
    "{holding}", "(SELECT * FROM retrieval_entry WHERE terms && %(rarest)s::int[] OFFSET 0) entry"
)
"""By the index on words first, also when the planner knows nothing about new rows yet."""

STRAIGHT = BY_WORDS.replace("{holding}", "retrieval_entry entry").replace(
    "{passes}", "{passes} AND entry.terms && %(rarest)s::int[]"
)
"""By whichever index leads to fewer: a filter lets through little, or the words are rare."""

BY_COMPARING = """
    SELECT id FROM (
        SELECT entry_id AS id, vector.vector <=> %(vector{n})s::halfvec AS distance
          FROM retrieval_vector vector {of_entry}
         WHERE vector.tenant_id = %(tenant)s AND vector.model = %(model{n})s
           AND vector.space = ANY(%(spaces{n})s) AND vector.vector IS NOT NULL AND {passes}
         ORDER BY distance, entry_id LIMIT %(candidates)s) AS near
"""
OF_ENTRY = "JOIN retrieval_entry entry ON entry.id = vector.entry_id"
BY_GRAPH = """
    SELECT id FROM (
        SELECT entry_id AS id
          FROM retrieval_vector vector {of_entry}
         WHERE vector.tenant_id = %(tenant)s AND vector.model = %(model{n})s
           AND vector.space = ANY(%(spaces{n})s) AND {passes}
         ORDER BY vector.vector::halfvec({dimension}) <=> %(vector{n})s::halfvec({dimension})
         LIMIT %(candidates)s) AS near
"""
NAMED = """
    SELECT entry.id FROM retrieval_entry entry WHERE {passes} AND entry.id = ANY(%(entries)s)
"""
SCORED = """
    WITH found AS MATERIALIZED ({legs})
    SELECT entry.id, entry.space, entry.item_id, entry.parent_id, {lexical}, {cosine}
      FROM found JOIN retrieval_entry entry ON entry.id = found.id {with_vector}
     WHERE entry.tenant_id = %(tenant)s
"""
LEXICAL = "-(entry.weights <#> %(question)s::sparsevec)"
WITH_VECTOR = """
      LEFT JOIN retrieval_spacemodel answers
        ON answers.tenant_id = entry.tenant_id AND answers.space = entry.space
      LEFT JOIN retrieval_vector vector
        ON vector.entry_id = entry.id AND vector.model = answers.model
"""
"""A leg that was not asked for is not touched at all, so that it may be broken."""

COUNT = """
    SELECT count(*)
      FROM (SELECT FROM retrieval_entry entry WHERE {passes} LIMIT %(most)s) AS passing
"""
PLAN = """
    SELECT set_config('enable_seqscan', 'off', true),
           set_config('enable_sort', %(sort)s, true),
           set_config('effective_io_concurrency', '0', true),
           set_config('statement_timeout', %(within)s, true),
           set_config('hnsw.ef_search', %(ef)s, true),
           set_config('hnsw.iterative_scan', 'relaxed_order', true)
"""
"""What the planner cannot know: `&&` is not cheap, the graph is, and nearly every page is in memory
already, where asking another process to fetch it only takes longer."""
