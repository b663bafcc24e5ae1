"""Extractions, stacks, reviews, research and conversations by the words of their names."""

from pramana.evals.contracts.finding import Found, Thing
from pramana.evals.postgres import rows
from pramana.kit.scope import Scope

FIND = """
    (SELECT 'extraction' AS thing, found.id, document.title, found.document_type AS detail,
            found.created_at AS at
       FROM extractions AS found JOIN documents_document AS document
         ON document.id = found.document_id
      WHERE found.tenant_id = %(tenant)s AND (found.user_id = %(actor)s OR found.shared)
        AND (document.title ILIKE %(like)s OR found.document_type ILIKE %(like)s)
      ORDER BY found.created_at DESC LIMIT %(most)s)
    UNION ALL
    (SELECT 'stack', found.id, found.name, '', found.created_at
       FROM stacks AS found
      WHERE found.tenant_id = %(tenant)s AND (found.user_id = %(actor)s OR found.shared)
        AND found.name ILIKE %(like)s
      ORDER BY found.created_at DESC LIMIT %(most)s)
    UNION ALL
    (SELECT 'review', found.id, document.title, found.status, found.created_at
       FROM agni_storedextractionsession AS found JOIN documents_document AS document
         ON document.id = found.document_id
      WHERE found.tenant_id = %(tenant)s AND document.title ILIKE %(like)s
      ORDER BY found.created_at DESC LIMIT %(most)s)
    UNION ALL
    (SELECT 'research', found.id, found.text, found.stage, found.created_at
       FROM external_researchrun AS found
      WHERE found.tenant_id = %(tenant)s AND found.text ILIKE %(like)s
      ORDER BY found.created_at DESC LIMIT %(most)s)
    UNION ALL
    (SELECT 'conversation', held.session_id, found.query, '', found.timestamp
       FROM conversations AS found JOIN sessions AS held ON held.session_id = found.session_id
      WHERE found.tenant_id = %(tenant)s AND held.user_id = %(actor)s AND held.key_id IS NULL
        AND found.state = 'COMPLETED' AND found.query ILIKE %(like)s
      ORDER BY found.id DESC LIMIT %(most)s)
"""
"""One statement, a few rows of each kind: it is asked while someone types."""


def find_things(scope: Scope, words: str, *, limit: int = 4) -> list[Found]:
    """What holds these words in its name and the person may see, newest of each kind first."""
    found = rows(scope, FIND, like=f"%{_escaped(words)}%", most=limit)
    return [
        Found(Thing(row["thing"]), row["id"], row["title"], row["detail"], row["at"])
        for row in found
    ]


def _escaped(words: str) -> str:
    """Signs that mean something in a pattern mean themselves here.

    >>> _escaped("50%_off")
    '50\\\\\\\\%\\\\\\\\_off'
    """
    for sign in "\\%_":
        words = words.replace(sign, f"\\{sign}")
    return words
