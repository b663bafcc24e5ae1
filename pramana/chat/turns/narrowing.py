"""Which passages an asker may be answered from."""

from pramana.chat.contracts.asking import Ask
from pramana.documents.errors import CollectionNotFound
from pramana.documents.selectors import get_collection
from pramana.kit.scope import Scope
from pramana.retrieval.filters import Filters


def filters_for(scope: Scope, ask: Ask) -> Filters:
    """What was asked for, within what the asker may see.

    A publishable key sees its own collections; with none it sees nothing. A collection that is
    not there, or not theirs, is refused rather than ignored.
    """
    wanted, allowed = ask.narrowing, ask.asker.collections
    collections = allowed
    if wanted.collection_id is not None:
        if allowed is not None and wanted.collection_id not in allowed:
            raise CollectionNotFound()
        collections = frozenset({get_collection(scope, wanted.collection_id).id})
    return Filters(
        collection_ids=collections,
        source_url_prefix=wanted.source_url_prefix,
        section=wanted.section,
    )
