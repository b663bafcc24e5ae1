"""The id a request goes by in its answer, in logs and in spans."""

from uuid import UUID, uuid4

from django.http import HttpRequest


def request_id_from(header: str | None) -> UUID:
    """The caller's id when it is a uuid, else a new one.

    >>> request_id_from("not an id").version
    4
    """
    if header and len(header) in (32, 36):
        try:
            return UUID(header)
        except ValueError:
            pass
    return uuid4()


def request_id_of(request: HttpRequest) -> UUID:
    known = getattr(request, "request_id", None)
    return known if isinstance(known, UUID) else uuid4()


def fix_scheme(request: HttpRequest) -> None:
    """Let `request.scope` become ours.

    Django's ASGI requests keep the server's scope under that name and, once made, read nothing
    from it but the scheme; so the scheme is settled before `needs` puts the tenant's scope there.
    """
    scheme = request._get_scheme()  # type: ignore[attr-defined]  # Django's hook, not in its stubs
    request._get_scheme = lambda: scheme  # type: ignore[attr-defined]
