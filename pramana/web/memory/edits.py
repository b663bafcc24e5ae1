"""Changes made from the memory explorer: facts, entities, messages, duplicates and groups.

Every form that mends the graph says why, and every such change can be undone.
"""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta, timezone
from uuid import UUID

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.memory.contracts.graph import FactCorrection, FactEnd, FactView, Grain, NewFact
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.domain.groups import check_group
from pramana.memory.domain.names import exact_key
from pramana.memory.selectors.explorer import find_entities
from pramana.memory.selectors.graph import get_entity, get_fact
from pramana.memory.services.communities import request_build
from pramana.memory.services.deletion import delete_fact, delete_group
from pramana.memory.services.entity_edits import join_entities, rename_entity
from pramana.memory.services.fact_edits import (
    add_fact,
    confirm_fact,
    correct_fact,
    refuse_fact,
    refuse_facts,
    reopen_fact,
)
from pramana.memory.services.inbox import accept_messages, retry_message
from pramana.memory.services.undo import confirm_duplicate, split_entity, undo_duplicate, undo_edit
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import (
    attempt,
    attempt_confirmed,
    confirmation_page,
    is_confirmed,
    redirect_back,
    safe_next,
)
from pramana.web.params import choice_param, parse_id, text_param, typed_day

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
    message = IncomingMessage(
        group_id=group_id,
        content=content,
        role_type=choice_param(request.POST, "role_type", RoleType) or RoleType.USER,
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
        request, lambda: retry_message(scope, message_id), _("The message will be read again.")
    )


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
    return attempt_confirmed(
        request,
        lambda: delete_group(request.principal.scope, group_id),
        _("Group deleted."),
        question=_("Delete the group “%(name)s”?") % {"name": group_id[:100]},
        text=_(
            "Its messages, entities and facts are deleted, including unread messages. "
            "This cannot be undone."
        ),
        yes=_("Delete the group"),
        back="web:memory",
        kept=[("group", group_id)],
    )


LONGEST_REASON = 2_000
LONGEST_FACT = 10_000
LONGEST_NAME = 300
LARGEST_UTC_OFFSET = 14 * 60
"""Largest offset of a time zone from UTC, in minutes."""


def _attempt(
    request: PageRequest, change: Callable[[Scope, str], object], done: str
) -> HttpResponse:
    """Make a change with the reason that the form gives, and go back."""

    def act() -> None:
        reason = _reason(request)
        if not reason:
            raise InvalidRequest(_("Say why you make this change."))
        change(request.principal.scope, reason)

    attempt(request, act, done)
    return redirect_back(request, "web:memory")


def _reason(request: PageRequest) -> str:
    return text_param(request.POST, "why", LONGEST_REASON)


def _attempt_with_reason(
    request: PageRequest,
    change: Callable[[Scope, str], object],
    done: str,
    *,
    question: str,
    yes: str,
) -> HttpResponse:
    """Make a change that one button asks for; where no script asked why, a page asks."""
    if _reason(request):
        return _attempt(request, change, done)
    kept = [("next", safe_next(request))]
    return confirmation_page(
        request, question=question, text="", yes=yes, back="web:memory", kept=kept, asks_why=True
    )


@require_POST
@page(Role.REVIEWER)
def reopen_one_fact(request: PageRequest, fact_id: UUID) -> HttpResponse:
    return _attempt_with_reason(
        request,
        lambda scope, why: reopen_fact(scope, fact_id, why),
        _("The fact is valid again. What ended it is kept in the history."),
        question=_("Reopen this fact?"),
        yes=_("Reopen"),
    )


@require_POST
@page(Role.REVIEWER)
def merge_duplicate(request: PageRequest, duplicate_id: UUID) -> HttpResponse:
    return _attempt_with_reason(
        request,
        lambda scope, why: confirm_duplicate(scope, duplicate_id, why),
        _("Merge confirmed. You can undo this under “Changes”."),
        question=_("Are these the same?"),
        yes=_("Confirm the merge"),
    )


@require_POST
@page(Role.REVIEWER)
def separate_duplicate(request: PageRequest, duplicate_id: UUID) -> HttpResponse:
    return _attempt_with_reason(
        request,
        lambda scope, why: undo_duplicate(scope, duplicate_id, why),
        _("The name is now a separate entity with its own facts."),
        question=_("Are these different?"),
        yes=_("Keep separate"),
    )


@require_POST
@page(Role.REVIEWER)
def add_one_fact(request: PageRequest, group_id: str) -> HttpResponse:
    form = request.POST

    def add(scope: Scope, reason: str) -> None:
        check_group(group_id)
        zone = posted_zone(form)
        start, end = (_day(form.get(name, ""), zone) for name in ("from", "until"))
        new = NewFact(
            subject=FactEnd(name=text_param(form, "subject", LONGEST_NAME)),
            relation=text_param(form, "relation", 100),
            object=FactEnd(name=text_param(form, "object", LONGEST_NAME)),
            text=text_param(form, "text", LONGEST_FACT),
            valid_from=start,
            start_grain=_grain(form.get("from_grain", "")),
            valid_until=end,
            end_grain=_grain(form.get("until_grain", "")),
        )
        add_fact(scope, group_id, new, reason)

    return _attempt(request, add, _("Fact added."))


@require_POST
@page(Role.REVIEWER)
def correct_one_fact(request: PageRequest, fact_id: UUID) -> HttpResponse:
    def correct(scope: Scope, reason: str) -> None:
        fact = get_fact(scope, fact_id)
        correct_fact(scope, fact_id, _correction(fact, request.POST), reason)

    done = _("Fact corrected. What it said before is in its history.")
    return _attempt(request, correct, done)


def _correction(fact: FactView, form: QueryDict) -> FactCorrection:
    """What the form changes. A date that is cleared is unknown; one that stays keeps its time."""
    zone = fact.asserted_at.tzinfo if fact.asserted_at else UTC
    zone = zone if isinstance(zone, timezone) else UTC
    dates = {}
    for name, known, grain in (
        ("from", fact.valid_from, fact.start_grain),
        ("until", fact.valid_until, fact.end_grain),
    ):
        day, chosen = _day(form.get(name, ""), zone), _grain(form.get(f"{name}_grain", ""))
        is_same = known is not None and day is not None and day.date() == known.date()
        if is_same and chosen is grain:
            day = None
        elif is_same:
            day = known
        dates[name] = (day, chosen, known is not None and not form.get(name))
    text = text_param(form, "text", LONGEST_FACT)
    relation = text_param(form, "relation", 100)
    return FactCorrection(
        text=text if text != fact.text else None,
        relation=relation if relation and relation != fact.relation else None,
        valid_from=dates["from"][0],
        start_grain=dates["from"][1],
        removes_start=dates["from"][2],
        valid_until=dates["until"][0],
        end_grain=dates["until"][1],
        removes_end=dates["until"][2],
    )


def _day(text: str, zone: timezone) -> datetime | None:
    day = typed_day(text)
    if day is None:
        return None
    return datetime.combine(day, time(), zone if 1 < day.year < 9999 else UTC)


def _grain(text: str) -> Grain:
    return Grain(text) if text in set(Grain) and text != Grain.UNKNOWN else Grain.DAY


def posted_zone(form: QueryDict) -> timezone:
    """The reader's offset, which a script adds; without it, UTC."""
    offset = form.get("offset", "")
    minutes = int(offset) if offset.removeprefix("-").isdecimal() and len(offset) < 6 else 0
    return timezone(timedelta(minutes=max(-LARGEST_UTC_OFFSET, min(LARGEST_UTC_OFFSET, minutes))))


@require_POST
@page(Role.REVIEWER)
def confirm_one_fact(request: PageRequest, fact_id: UUID) -> HttpResponse:
    return _attempt(
        request, lambda scope, why: confirm_fact(scope, fact_id, why), _("Fact confirmed.")
    )


@require_POST
@page(Role.REVIEWER)
def refuse_one_fact(request: PageRequest, fact_id: UUID) -> HttpResponse:
    done = _("Fact refused. What it had ended is valid again.")
    return _attempt(request, lambda scope, why: refuse_fact(scope, fact_id, why), done)


@require_POST
@page(Role.REVIEWER)
def refuse_chosen_facts(request: PageRequest, group_id: str) -> HttpResponse:
    ids = [fact_id for each in request.POST.getlist("fact") if (fact_id := parse_id(each))]

    def refuse(scope: Scope, reason: str) -> None:
        if not ids:
            raise InvalidRequest(_("Select the facts to refuse."))
        refuse_facts(scope, group_id, ids, reason)

    return _attempt(request, refuse, _("Refused. Each can be undone under “Changes”."))


@require_POST
@page(Role.REVIEWER)
def rename_one_entity(request: PageRequest, entity_id: UUID) -> HttpResponse:
    name = text_param(request.POST, "name", LONGEST_NAME)
    type_ = text_param(request.POST, "type", 100)
    return _attempt(
        request,
        lambda scope, why: rename_entity(scope, entity_id, why, name=name, type_=type_),
        _("Renamed. Messages with the earlier name still lead here."),
    )


@require_POST
@page(Role.REVIEWER)
def merge_one_entity(request: PageRequest, entity_id: UUID) -> HttpResponse:
    """Merge another entity, named in the form, into this one."""
    name = text_param(request.POST, "other", LONGEST_NAME)

    def merge(scope: Scope, reason: str) -> None:
        join_entities(scope, _entity_with_name(scope, entity_id, name), entity_id, reason)

    return _attempt(request, merge, _("Merged."))


def _entity_with_name(scope: Scope, entity_id: UUID, name: str) -> UUID:
    group_id = get_entity(scope, entity_id).group_id
    found = find_entities(scope, group_id, name)
    same = [
        each.id
        for each in found
        if each.id != entity_id and exact_key(each.name) == exact_key(name)
    ]
    if len(same) != 1:
        raise InvalidRequest(
            _("Several entities have this name. Rename one of them first.")
            if same
            else _("No other entity has this name.")
        )
    return same[0]


@require_POST
@page(Role.REVIEWER)
def split_one_entity(request: PageRequest, entity_id: UUID) -> HttpResponse:
    name = text_param(request.POST, "name", LONGEST_NAME)
    ids = [fact_id for each in request.POST.getlist("fact") if (fact_id := parse_id(each))]
    return _attempt(
        request,
        lambda scope, why: split_entity(scope, entity_id, name, why, fact_ids=ids or None),
        _("Split. The new entity has the facts you chose."),
    )


@require_POST
@page(Role.REVIEWER)
def undo_one_edit(request: PageRequest, edit_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: undo_edit(scope, edit_id), _("Undone."))
    return redirect_back(request, "web:memory")
