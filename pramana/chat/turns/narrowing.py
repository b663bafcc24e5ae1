"""Which passages an asker may be answered from."""

from pramana.chat.contracts.asking import Ask
from pramana.documents.errors import CollectionNotFound
from pramana.documents.selectors import OutsideWish, get_collection, narrowed_to
from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.selectors.graph import check_group_known
from pramana.retrieval.filters import Filters
from pramana.tenancy.errors import CaseNotFound


def check_memory(scope: Scope, ask: Ask) -> None:
    """Raise where the group is not there, or where a publishable key asks for one: such a key
    looks at its collections and at nothing else."""
    if ask.remembering is None:
        return
    if ask.asker.collections is not None:
        raise NotFound("There is nothing of this group.")
    check_group_known(scope, ask.remembering.group_id)


def check_matter(ask: Ask) -> None:
    """A visitor of an embedded chat works on nobody's case."""
    if ask.asker.key_id is not None and ask.matter.is_named:
        raise CaseNotFound()


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
        parent_ids=narrowed_to(scope, OutsideWish(wanted.outside)),
        source_url_prefix=wanted.source_url_prefix,
        section=wanted.section,
    )
