"""A source without the network: an address that needs no lookup."""

from uuid import UUID

from pramana.documents.models import Source
from pramana.kit.scope import Scope


def make_source(scope: Scope) -> UUID:
    return Source.objects.create(
        tenant_id=scope.tenant_id, url="http://192.0.2.1/", whole_site=False
    ).id
