"""A group's settings and its lock."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import group_key
from pramana.memory.domain.groups import check_group, read_rules
from pramana.memory.models import GroupRow
from pramana.postgres.sql import fetch_rows

LOCK_GROUP = "SELECT pg_advisory_xact_lock(hashtextextended(%(group)s, 0)) IS NULL AS locked"


@transaction.atomic
def configure_group(
    scope: Scope,
    group_id: str,
    *,
    settings: Mapping[str, Any],
    families: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Replace a group's settings: entity types, exclusions, relation types and families.

    Settings that contradict themselves raise here, so that no message fails because of them later.
    """
    check_group(group_id)
    rules = read_rules(settings, families)
    GroupRow.objects.in_scope(scope).update_or_create(
        tenant_id=scope.tenant_id,
        group_id=group_id,
        defaults={
            "settings": rules.settings.model_dump(exclude_unset=True),
            "families": list(families),
        },
    )


def lock_group(scope: Scope, group_id: str) -> None:
    """Lock a group until the transaction ends.

    Services that change communities, or delete what is in them, run one at a time in a group.
    """
    fetch_rows(LOCK_GROUP, {"group": f"memory {group_key(scope.tenant_id, group_id)}"})
