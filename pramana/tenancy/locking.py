"""Lock one row until the transaction ends."""

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def lock_row(rows: QuerySet[Row], not_found: Exception) -> Row:
    """Lock the first of `rows` and return it, or raise `not_found`.

    Only the row itself is locked, not the rows that `select_related` joins to it.
    """
    row = rows.select_for_update(of=("self",)).first()
    if row is None:
        raise not_found
    return row
