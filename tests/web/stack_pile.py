"""A stack of a thousand read documents, made in a process of its own.

`python -m tests.web.stack_pile NAME` with the product's DATABASE_URL; prints the stack's id.
"""

import sys
from itertools import cycle

import django

ROWS = 1000
COLUMNS = 12
STATES = ("extracted", "extracted", "extracted", "flagged", "stale", "reviewed", "locked")


def main(user_name: str) -> None:
    django.setup()
    from pramana.extraction.contracts.stacks import EMPTY_CELL, ColumnSpec
    from pramana.extraction.models import StackTableRow
    from pramana.extraction.services.stacks import create_stack, create_table
    from pramana.tenancy.models import User
    from pramana.tenancy.services import principal_for_user
    from tests.extraction.stacks.samples import make_papers

    scope = principal_for_user(User.objects.get(username=user_name)).scope
    papers = make_papers(scope, ["A line."] * ROWS)
    stack = create_stack(scope, "A thousand papers", papers)
    asked = [ColumnSpec(name=f"Column {number}") for number in range(1, COLUMNS + 1)]
    table = create_table(scope, stack.id, "Pile", columns=asked)
    states = cycle(STATES)
    empty = StackTableRow.objects.in_scope(scope).filter(table_id=table.id)
    rows = [
        StackTableRow(
            tenant_id=scope.tenant_id,
            table_id=table.id,
            document_id=paper,
            position=position,
            status="done",
            cells={
                column.key: {**EMPTY_CELL, "value": f"{position}/{at}", "state": next(states)}
                for at, column in enumerate(table.columns, start=1)
            },
        )
        for position, paper in enumerate(papers, start=1)
    ]
    empty.delete()
    StackTableRow.objects.bulk_create(rows)
    print(stack.id)


if __name__ == "__main__":
    main(sys.argv[1])
