"""Which web pages may ask with a publishable key: of one key, and of any."""

from pramana.tenancy.contracts import KeyKind
from pramana.tenancy.domain.secrets import digest
from pramana.tenancy.models import ApiKey
from pramana.tenancy.selectors.key_holders import holder_of


def is_key_of_origin(plain: str, origin: str) -> bool:
    """Whether this is a live publishable key that names the origin."""
    holder = holder_of(digest(plain))
    return holder is not None and holder.kind == KeyKind.PUBLISHABLE and origin in holder.origins


def is_named_origin(origin: str) -> bool:
    """Whether any live publishable key names the origin."""
    keys = ApiKey.objects.unscoped("a browser asks before it sends its key")
    return keys.filter(
        kind=KeyKind.PUBLISHABLE, revoked_at__isnull=True, origins__contains=[origin]
    ).exists()
