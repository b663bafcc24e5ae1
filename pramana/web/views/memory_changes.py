"""What is done from the explorer: told, tried again, reopened, parted, erased."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import storable
from pramana.memory.contracts.messages import Incoming, RoleType
from pramana.memory.domain.groups import check_group
from pramana.memory.services.communities import ask_for_build
from pramana.memory.services.deleting import delete_fact, delete_group
from pramana.memory.services.receiving import receive, retry_message
from pramana.memory.services.undoing import confirm_duplicate, undo_closing, undo_duplicate
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.flow import ask, attempt, back_to, is_confirmed

LONGEST = 100_000
"""Characters of a message typed here; files and long logs come over the API."""
FARTHEST = 14 * 60
"""Minutes that a clock on earth may differ from UTC."""


@require_POST
@page(Role.REVIEWER)
def post(request: PageRequest) -> HttpResponse:
    group_id = request.POST.get("group", "").strip()
    done = attempt(
        request,
        lambda: _receive(request, group_id),
        _("Accepted. What it says shows here once it is read."),
    )
    if done and not request.POST.get("next"):
        return redirect(f"{reverse('web:memory-group', args=[group_id])}?panel=messages")
    return back_to(request, "web:memory")


def _receive(request: PageRequest, group_id: str) -> None:
    check_group(group_id)
    content = text_in(request.POST, "content", LONGEST + 1)
    if not content:
        raise InvalidRequest(_("A message needs words."))
    if len(content) > LONGEST:
        raise InvalidRequest(_("The message is longer than 100,000 characters. Send it in parts."))
    kind = request.POST.get("role_type", "")
    message = Incoming(
        group_id=group_id,
        content=content,
        role_type=RoleType(kind) if kind in set(RoleType) else RoleType.USER,
        valid_at=_said_at(request),
        role=text_in(request.POST, "role", 200),
    )
    receive(request.principal.scope, [message])


def _said_at(request: PageRequest) -> datetime:
    """The time in the form is by the sender's clock, whose offset a script adds."""
    written, offset = request.POST.get("at", ""), request.POST.get("offset", "")
    minutes = int(offset) if offset.removeprefix("-").isdecimal() and len(offset) < 6 else 0
    zone = timezone(timedelta(minutes=max(-FARTHEST, min(FARTHEST, minutes))))
    try:
        found = parse_datetime(written)
        return (found.replace(tzinfo=zone) if found else utcnow().astimezone(zone)).replace(
            microsecond=0
        )
    except (ValueError, OverflowError):
        return utcnow().astimezone(UTC)


@require_POST
@page(Role.REVIEWER)
def retry(request: PageRequest, message_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    return _changed(request, lambda: retry_message(scope, message_id), _("It will be read again."))


@require_POST
@page(Role.REVIEWER)
def reopen(request: PageRequest, fact_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    done = _("The fact holds again. What closed it is kept in its history.")
    return _changed(request, lambda: undo_closing(scope, fact_id), done)


@require_POST
@page(Role.REVIEWER)
def delete_one(request: PageRequest, fact_id: UUID) -> HttpResponse:
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete this fact?"),
            text=_(
                "It goes with its evidence; what it had ended holds again. Nothing brings it back."
            ),
            yes=_("Delete the fact"),
            back="web:memory",
        )
    scope = request.principal.scope
    return _changed(request, lambda: delete_fact(scope, fact_id), _("The fact is deleted."))


@require_POST
@page(Role.REVIEWER)
def confirm(request: PageRequest, duplicate_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    done = _("Kept as one entity.")
    return _changed(request, lambda: confirm_duplicate(scope, duplicate_id), done)


@require_POST
@page(Role.REVIEWER)
def part(request: PageRequest, duplicate_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    done = _("The name is an entity of its own, with what was said under it.")
    return _changed(request, lambda: undo_duplicate(scope, duplicate_id), done)


@require_POST
@page(Role.REVIEWER)
def build(request: PageRequest, group_id: str) -> HttpResponse:
    scope = request.principal.scope
    done = _("The communities are built from what is known now. They show here in a moment.")
    return _changed(request, lambda: ask_for_build(scope, group_id), done)


def _changed(request: PageRequest, change: Callable[[], object], done: str) -> HttpResponse:
    attempt(request, change, done)
    return back_to(request, "web:memory")


@require_POST
@page(Role.REVIEWER)
def delete(request: PageRequest) -> HttpResponse:
    """The group is named in the form: what was sent under a name that no group has goes too."""
    group_id = storable(request.POST.get("group", ""))
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete the group “%(name)s”?") % {"name": group_id[:100]},
            text=_(
                "Its messages, entities and facts go, also those not yet read. "
                "Nothing brings them back."
            ),
            yes=_("Delete the group"),
            back="web:memory",
            kept=[("group", group_id)],
        )
    attempt(
        request, lambda: delete_group(request.principal.scope, group_id), _("The group is deleted.")
    )
    return redirect("web:memory")
