"""Which documents may be found, by whether they came from outside."""

from enum import StrEnum
from uuid import UUID

from pramana.documents.models import Document
from pramana.kit.scope import Scope


class OutsideWish(StrEnum):
    """Whether material that was let in from the web may be answered from."""

    INCLUDE = "include"
    EXCLUDE = "exclude"
    ONLY = "only"


def narrowed_to(scope: Scope, wish: OutsideWish) -> frozenset[UUID] | None:
    """The documents that may be found; None where that is all of them.

    A library without outside material costs one look into a small index, whatever is wished.
    """
    rows = Document.objects.in_scope(scope).order_by()
    outside = rows.exclude(origin="")
    if wish is OutsideWish.ONLY:
        return frozenset(outside.values_list("pk", flat=True))
    if wish is OutsideWish.INCLUDE or not outside.exists():
        return None
    return frozenset(rows.filter(origin="").values_list("pk", flat=True))
