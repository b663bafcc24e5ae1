"""Changes made from the memory explorer: messages, facts, duplicates, communities, groups."""

from collections.abc import Callable
from datetime import UTC, datetime, time
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import storable
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.domain.groups import check_group
from pramana.memory.services import fact_edits
from pramana.memory.services.communities import request_build
from pramana.memory.services.deletion import delete_fact, delete_group
from pramana.memory.services.edits import confirm_duplicate, undo_duplicate
from pramana.memory.services.inbox import accept_messages, retry_message
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, confirmation_page, is_confirmed, redirect_back
from pramana.web.memory.edits import posted_zone
from pramana.web.params import text_param, typed_day

LONGEST_MESSAGE = 100_000
"""Characters of a message typed here; longer ones are sent over the API."""


@require_POST
@page(Role.REVIEWER)
def post_message(request: PageRequest) -> HttpResponse:
    group_id = request.POST.get("group", "").strip()
    done = attempt(
        request,
        lambda: _receive_message(request, group_id),
        _("Message accepted. Its facts appear here once it is read."),
    )
    if done and not request.POST.get("next"):
        return redirect(f"{reverse('web:memory-group', args=[group_id])}?panel=messages")
    return redirect_back(request, "web:memory")


def _receive_message(request: PageRequest, group_id: str) -> None:
    check_group(group_id)
    content = text_param(request.POST, "content", LONGEST_MESSAGE + 1)
    if not content:
        raise InvalidRequest(_("Write a message first."))
    if len(content) > LONGEST_MESSAGE:
        raise InvalidRequest(
            _("The message is longer than 100,000 characters. Split it and send the parts.")
        )
    kind = request.POST.get("role_type", "")
    message = IncomingMessage(
        group_id=group_id,
        content=content,
        role_type=RoleType(kind) if kind in set(RoleType) else RoleType.USER,
        valid_at=_message_time(request),
        role=text_param(request.POST, "role", 200),
    )
    accept_messages(request.principal.scope, [message])


def _message_time(request: PageRequest) -> datetime:
    """The form's day and time are local; a script adds their UTC offset."""
    zone = posted_zone(request.POST)
    day, now = typed_day(request.POST.get("at", "")), utcnow().astimezone(zone)
    try:
        clock = parse_time(request.POST.get("at_time", ""))
    except ValueError:
        clock = None
    if day is None and clock is None:
        return now.replace(microsecond=0)
    moment = datetime.combine(day or now.date(), clock or time(), zone)
    return moment if 1 < moment.year < 9999 else moment.replace(tzinfo=UTC)


@require_POST
@page(Role.REVIEWER)
def retry_failed_message(request: PageRequest, message_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    return _attempt_and_return(
        request, lambda: retry_message(scope, message_id), _("The document will be read again.")
    )


@require_POST
@page(Role.REVIEWER)
def reopen_fact(request: PageRequest, fact_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    done = _("The fact is valid again. What ended it is kept in the history.")
    return _attempt_and_return(request, lambda: fact_edits.reopen_fact(scope, fact_id), done)


@require_POST
@page(Role.REVIEWER)
def remove_fact(request: PageRequest, fact_id: UUID) -> HttpResponse:
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Delete this fact?"),
            text=_(
                "The fact and its evidence are deleted; facts it had ended become valid "
                "again. This cannot be undone."
            ),
            yes=_("Delete the fact"),
            back="web:memory",
        )
    scope = request.principal.scope
    return _attempt_and_return(request, lambda: delete_fact(scope, fact_id), _("Fact deleted."))


@require_POST
@page(Role.REVIEWER)
def merge_duplicate(request: PageRequest, duplicate_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    done = _("Merged.")
    return _attempt_and_return(request, lambda: confirm_duplicate(scope, duplicate_id), done)


@require_POST
@page(Role.REVIEWER)
def separate_duplicate(request: PageRequest, duplicate_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    done = _("The name is now a separate entity with its own facts.")
    return _attempt_and_return(request, lambda: undo_duplicate(scope, duplicate_id), done)


@require_POST
@page(Role.REVIEWER)
def build_communities(request: PageRequest, group_id: str) -> HttpResponse:
    scope = request.principal.scope
    done = _("Building communities from current facts. They appear here in a moment.")
    return _attempt_and_return(request, lambda: request_build(scope, group_id), done)


def _attempt_and_return(
    request: PageRequest, change: Callable[[], object], done: str
) -> HttpResponse:
    attempt(request, change, done)
    return redirect_back(request, "web:memory")


@require_POST
@page(Role.REVIEWER)
def remove_group(request: PageRequest) -> HttpResponse:
    """Delete a group. Its name is in the form, because messages may have an invalid group name."""
    group_id = storable(request.POST.get("group", ""))
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Delete the group “%(name)s”?") % {"name": group_id[:100]},
            text=_(
                "Its messages, entities and facts are deleted, including unread messages. "
                "This cannot be undone."
            ),
            yes=_("Delete the group"),
            back="web:memory",
            kept=[("group", group_id)],
        )
    attempt(request, lambda: delete_group(request.principal.scope, group_id), _("Group deleted."))
    return redirect("web:memory")
