"""Vectors beside entries, and whose vectors answer."""

from collections.abc import Collection, Sequence
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.postgres.vectors import dense
from pramana.retrieval.contracts import Embeddings
from pramana.retrieval.ports import SpaceStatistics
from pramana.retrieval.store.sql import copy, execute, failing_alone, rows

COLUMNS = ("id", "tenant_id", "entry_id", "space", "model", "vector")
HOLD = """
    SELECT id, item_id FROM retrieval_entry
     WHERE tenant_id = %(tenant)s AND space = %(space)s AND item_id = ANY(%(items)s)
     ORDER BY id FOR NO KEY UPDATE
"""
CLEAR = """
    DELETE FROM retrieval_vector
     WHERE tenant_id = %(tenant)s AND model = %(model)s AND entry_id = ANY(%(entries)s)
"""
FIRST_MODEL = """
    INSERT INTO retrieval_spacemodel (id, tenant_id, space, model, dimension)
    VALUES (gen_random_uuid(), %(tenant)s, %(space)s, %(model)s, %(dimension)s)
    ON CONFLICT (tenant_id, space) DO NOTHING
"""
MISSING = """
    SELECT entry.item_id FROM retrieval_entry entry
     WHERE entry.tenant_id = %(tenant)s AND entry.space = %(space)s
       AND (%(parents)s::uuid[] IS NULL OR entry.parent_id = ANY(%(parents)s::uuid[]))
       AND NOT EXISTS (SELECT FROM retrieval_vector vector
                        WHERE vector.entry_id = entry.id AND vector.model = %(model)s)
     ORDER BY entry.id LIMIT %(limit)s
"""
ANSWER_WITH = """
    INSERT INTO retrieval_spacemodel (id, tenant_id, space, model, dimension)
    VALUES (gen_random_uuid(), %(tenant)s, %(space)s, %(model)s, %(dimension)s)
    ON CONFLICT (tenant_id, space) DO UPDATE SET model = %(model)s, dimension = %(dimension)s
"""
FORGET_OTHERS = """
    DELETE FROM retrieval_vector
     WHERE tenant_id = %(tenant)s AND space = %(space)s AND model <> %(model)s
"""
ANSWERING = """
    SELECT answers.space, answers.model, answers.dimension,
           (SELECT count(*) FROM retrieval_vector vector
             WHERE vector.tenant_id = answers.tenant_id AND vector.space = answers.space
               AND vector.model = answers.model)
      FROM retrieval_spacemodel answers
     WHERE answers.tenant_id = %(tenant)s AND answers.space = ANY(%(spaces)s)
"""
MODEL = "SELECT model FROM retrieval_spacemodel WHERE tenant_id = %(tenant)s AND space = %(space)s"


@transaction.atomic
def put_vectors(scope: Scope, space: str, embeddings: Embeddings) -> int:
    """Set the vectors of items that are still there; return how many those were.

    The first model to set vectors in a space is the one that answers there. The entries are held
    meanwhile, so that one being removed is either seen as gone or waits and takes its vector along.
    """
    given = {"tenant": scope.tenant_id, "space": space, "model": embeddings.model}
    held = rows(HOLD, given | {"items": list(embeddings.vectors)})
    execute(CLEAR, given | {"entries": [entry for entry, _ in held]})
    copy("retrieval_vector", COLUMNS, [_line(scope, space, embeddings, *each) for each in held])
    execute(FIRST_MODEL, given | {"dimension": embeddings.dimension})
    return len(held)


def _line(
    scope: Scope, space: str, embeddings: Embeddings, entry_id: UUID, item_id: UUID
) -> tuple[object, ...]:
    vector = embeddings.vectors[item_id]
    written = None if vector is None else dense(vector)
    return (uuid4(), scope.tenant_id, entry_id, space, embeddings.model, written)


def without_vector(
    scope: Scope, space: str, model: str, parents: Collection[UUID] | None, limit: int
) -> list[UUID]:
    """Items the model has not looked at yet, of these parents or of the whole space."""
    given = {"tenant": scope.tenant_id, "space": space, "model": model, "limit": limit}
    found = rows(MISSING, given | {"parents": None if parents is None else list(parents)})
    return [item for (item,) in found]


@transaction.atomic
def answer_with(scope: Scope, space: str, model: str, dimension: int) -> bool:
    """Let this model answer from now on, unless it has not looked at everything yet."""
    if without_vector(scope, space, model, None, 1):
        return False
    given = {"tenant": scope.tenant_id, "space": space, "model": model, "dimension": dimension}
    execute(ANSWER_WITH, given)
    execute(FORGET_OTHERS, given)
    return True


def model_of(scope: Scope, space: str) -> str | None:
    found = rows(MODEL, {"tenant": scope.tenant_id, "space": space})
    return str(found[0][0]) if found else None


def answering(scope: Scope, spaces: Sequence[str]) -> dict[str, SpaceStatistics]:
    """Whose vectors answer in each space, and how many they are; of words it knows none."""
    with failing_alone():
        found = rows(ANSWERING, {"tenant": scope.tenant_id, "spaces": list(spaces)})
    return {
        space: SpaceStatistics(entries, {}, {}, model, dimension)
        for space, model, dimension, entries in found
    }
