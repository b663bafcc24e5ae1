"""The first steps in a place of one's own, with what is done ticked."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from pramana.chat.contracts.asking import Asker
from pramana.chat.selectors import recent_sessions
from pramana.tenancy.contracts import Principal, Role
from pramana.tenancy.selectors import members_of
from pramana.web.guide import Signpost

OFFLINE = "offline"


def first_steps(principal: Principal, *, has_documents: bool, is_ready: bool) -> list[Signpost]:
    """Empty once somebody has put something in and asked about it."""
    has_asked = _has_asked(principal)
    if is_ready and has_asked:
        return []
    return [*_for_everyone(principal, has_documents, has_asked), *_for_admins(principal)]


def _has_asked(principal: Principal) -> bool:
    person = principal.scope.actor_id
    return bool(person and recent_sessions(principal.scope, Asker(person), limit=1))


def _for_everyone(principal: Principal, has_documents: bool, has_asked: bool) -> Iterator[Signpost]:
    can_add = principal.role.includes(Role.REVIEWER)
    yield Signpost(
        _("Add a document"),
        _("Drop files on the library. They are read in the background, and you can leave the page.")
        if can_add
        else _("Nothing is in the library yet. Reviewers and admins add documents."),
        reverse("web:library"),
        has_documents,
    )
    yield Signpost(
        _("Ask about it"),
        _("Every sentence of an answer leads to the words it rests on."),
        reverse("web:ask"),
        has_asked,
    )


def _for_admins(principal: Principal) -> Iterator[Signpost]:
    if principal.role is not Role.ADMIN:
        return
    yield Signpost(
        _("Connect a language model"),
        _(
            "Without one, answers are quoted word for word and say “offline”. "
            "Whoever runs this place sets PRAMANA_MODEL and its key."
        ),
        is_done=settings.PRAMANA.model != OFFLINE,
    )
    yield Signpost(
        _("Bring your people"),
        _("Viewers read and ask, reviewers add and decide, admins look after access."),
        reverse("web:settings-members"),
        len(members_of(principal.scope)) > 1,
    )
