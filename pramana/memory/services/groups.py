"""What a group sets for its messages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.memory.domain.groups import check_group, read_rules
from pramana.memory.models import Group


@transaction.atomic
def configure_group(
    scope: Scope,
    group_id: str,
    *,
    settings: Mapping[str, Any],
    families: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Set a group's entity types, exclusions, relation types and families, in place of the last.

    Whatever contradicts itself is refused here, so that no message fails because of it later.
    """
    check_group(group_id)
    rules = read_rules(settings, families)
    Group.objects.in_scope(scope).update_or_create(
        tenant_id=scope.tenant_id,
        group_id=group_id,
        defaults={
            "settings": rules.settings.model_dump(exclude_unset=True),
            "families": list(families),
        },
    )
