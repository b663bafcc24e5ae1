"""The pages of followed sources: all of them, and one with its items."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from pydantic import ValidationError

from pramana.documents.selectors import collections_of
from pramana.jobs.contracts import JobView
from pramana.jobs.selectors import active_jobs
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.sources.contracts import (
    SETTINGS,
    AnySettings,
    FollowedItemView,
    FollowedSourceView,
    ItemState,
    SourceKind,
    SyncStatus,
)
from pramana.sources.selectors import followed_items_page, followed_sources_of, get_followed_source
from pramana.sources.services import (
    change_source,
    confirm_deletions,
    follow_source,
    start_sync,
    unfollow_source,
)
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, attempt_confirmed, refusal_of, render_form
from pramana.web.errors import error_sentence
from pramana.web.navigation import LIST_SHORTCUTS, log_query, shortcut
from pramana.web.params import parse_id, text_param, typed_day
from pramana.web.wording import Label, StateLabel

SOURCE_KINDS: dict[SourceKind, Label] = {
    SourceKind.FOLDER: later("Folder on the server"),
    SourceKind.MAILBOX: later("Mailbox (IMAP)"),
    SourceKind.FEED: later("Feed (RSS or Atom)"),
    SourceKind.BUCKET: later("S3 bucket"),
}

SYNC_STATES: dict[SyncStatus, StateLabel] = {
    SyncStatus.QUEUED: ("waiting", later("Waiting")),
    SyncStatus.SYNCING: ("working", later("Syncing")),
    SyncStatus.COMPLETED: ("good", later("Up to date")),
    SyncStatus.FAILED: ("bad", later("Failed")),
    SyncStatus.CONFIRM: ("attention", later("Confirm deletions")),
}

ITEM_STATES: dict[ItemState, StateLabel] = {
    ItemState.PRESENT: ("good", later("In the library")),
    ItemState.KNOWN: ("good", later("Was in the library")),
    ItemState.EMPTY: ("off", later("Nothing to read")),
    ItemState.REFUSED: ("bad", later("Cannot be read")),
    ItemState.FAILED: ("bad", later("Could not be fetched")),
    ItemState.DELETED: ("off", later("Deleted at the source")),
    ItemState.REMOVED: ("off", later("Removed here")),
}

INTERVALS: dict[int, Label] = {
    15: later("every 15 minutes"),
    60: later("every hour"),
    360: later("every 6 hours"),
    1440: later("every day"),
}


LIST_KEYS = (
    *LIST_SHORTCUTS,
    shortcut("n", later("Follow a source")),
    shortcut("r", later("Sync now")),
)
ITEM_KEYS = (
    *LIST_SHORTCUTS,
    shortcut("b", later("All followed sources")),
    shortcut("s", later("Sync now")),
)
FIELDS: dict[SourceKind, tuple[str, ...]] = {
    SourceKind.FOLDER: ("path",),
    SourceKind.MAILBOX: ("host", "port", "user", "folder", "since", "attachments_only"),
    SourceKind.FEED: ("url",),
    SourceKind.BUCKET: ("bucket", "prefix", "region", "endpoint", "access_key"),
}
SECRET_FIELDS = {SourceKind.MAILBOX: "password", SourceKind.BUCKET: "secret_key"}
MOST_JOBS = 200
SHOWN_STATES = (ItemState.PRESENT, ItemState.REFUSED, ItemState.FAILED, ItemState.DELETED)
AT_WORK = (SyncStatus.QUEUED, SyncStatus.SYNCING)


@dataclass(frozen=True)
class FollowedRow:
    """A source with its kind, state, collection and job in words."""

    source: FollowedSourceView
    kind: Label
    state: StateLabel
    interval: Label
    collection: str
    job: JobView | None


@dataclass(frozen=True)
class ItemRow:
    item: FollowedItemView
    state: StateLabel


@page()
def show_followed(request: PageRequest) -> HttpResponse:
    return _list_page(request)


@sensitive_post_parameters("password", "secret_key")
@require_POST
@page(Role.ADMIN)
def add_followed(request: PageRequest) -> HttpResponse:
    """Follow a source. If it is refused, the page says why and keeps what was typed."""
    collection_id = parse_id(request.POST.get("collection", ""))
    minutes = request.POST.get("every", "")
    try:
        settings = _typed_settings(request.POST)
        if settings is None or collection_id is None:
            return _list_page(request, problem=_("Fill in every field, and choose a collection."))
        follow_source(
            request.principal.scope,
            text_param(request.POST, "name", 200) or _default_name(settings),
            settings,
            secret=request.POST.get(SECRET_FIELDS.get(settings.kind, ""), ""),
            collection_id=collection_id,
            every_minutes=int(minutes) if minutes.isdecimal() else 60,
        )
    except AppError as error:
        return _list_page(request, problem=error_sentence(error.message))
    messages.success(request, _("The source is followed. Its files are being read."))
    return redirect("web:library-followed")


def _typed_settings(typed: QueryDict) -> AnySettings | None:
    """The settings of the chosen kind; None where a field is missing or wrong."""
    kind = typed.get("kind", "")
    if kind not in set(SourceKind):
        return None
    values = {name: text_param(typed, name, 2000) for name in FIELDS[SourceKind(kind)]}
    given: dict[str, object] = {name: value for name, value in values.items() if value}
    if "since" in given:
        given["since"] = typed_day(values["since"])
    try:
        return SETTINGS.validate_python({"kind": SourceKind(kind), **given})
    except ValidationError:
        return None


def _default_name(settings: AnySettings) -> str:
    """The place itself, where no name was given."""
    fields = settings.model_dump()
    return str(next(fields[name] for name in ("path", "user", "url", "bucket") if name in fields))


def _list_page(request: PageRequest, *, problem: str = "") -> HttpResponse:
    scope = request.principal.scope
    collections = {each.id: each.name for each in collections_of(scope)}
    rows = [_followed_row(source, collections, {}) for source in followed_sources_of(scope)]
    if any(row.source.status in AT_WORK for row in rows):
        jobs = _jobs_by_run(scope)
        rows = [_followed_row(row.source, collections, jobs) for row in rows]
    context: dict[str, Any] = {
        "title": _("Followed sources"),
        "keys": LIST_KEYS,
        "rows": rows,
        "collections": [(str(key), name) for key, name in collections.items()],
        "kinds": SOURCE_KINDS.items(),
        "intervals": INTERVALS.items(),
    }
    return render_form(request, "web/sources/list.html", context, problem)


def _jobs_by_run(scope: Scope) -> dict[UUID, JobView]:
    return {job.run_id: job for job in active_jobs(scope, limit=MOST_JOBS) if job.run_id}


def _followed_row(
    source: FollowedSourceView, collections: dict[UUID, str], jobs: dict[UUID, JobView]
) -> FollowedRow:
    return FollowedRow(
        source=source,
        kind=SOURCE_KINDS[source.settings.kind],
        state=("off", _("Paused")) if source.is_paused else SYNC_STATES[source.status],
        interval=INTERVALS.get(source.every_minutes, ""),
        collection=collections.get(source.collection_id, ""),
        job=jobs.get(source.run_id) if source.run_id else None,
    )


@page()
def show_followed_source(request: PageRequest, source_id: UUID) -> HttpResponse:
    return _source_page(request, source_id)


def _source_page(request: PageRequest, source_id: UUID, *, problem: str = "") -> HttpResponse:
    scope = request.principal.scope
    source = get_followed_source(scope, source_id)
    log = log_query(request, ItemState)
    found = followed_items_page(scope, source_id, state=log.state, before=log.before)
    collections = {each.id: each.name for each in collections_of(scope)}
    context: dict[str, Any] = {
        "title": source.name,
        "keys": ITEM_KEYS,
        "row": _followed_row(source, collections, _jobs_by_run(scope)),
        "items": [ItemRow(item, ITEM_STATES[item.state]) for item in found.items],
        **log.context(ITEM_STATES, SHOWN_STATES, found.next_before),
        "intervals": INTERVALS.items(),
        "has_secret": source.settings.kind in SECRET_FIELDS,
    }
    return render_form(request, "web/sources/source.html", context, problem)


@sensitive_post_parameters("secret")
@require_POST
@page(Role.ADMIN)
def change_followed(request: PageRequest, source_id: UUID) -> HttpResponse:
    """Save the form, or pause and resume."""
    minutes, paused = request.POST.get("every", ""), request.POST.get("paused", "")
    problem = refusal_of(
        lambda: change_source(
            request.principal.scope,
            source_id,
            name=text_param(request.POST, "name", 200) if "name" in request.POST else None,
            secret=request.POST.get("secret") or None,
            every_minutes=int(minutes) if minutes.isdecimal() else None,
            is_paused=paused == "yes" if paused else None,
        )
    )
    if problem:
        return _source_page(request, source_id, problem=problem)
    messages.success(request, _("Saved."))
    return redirect("web:library-followed-one", source_id)


@require_POST
@page(Role.REVIEWER)
def sync_followed(request: PageRequest, source_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: start_sync(request.principal.scope, source_id),
        _("The source is being synced. Unchanged files are not read again."),
    )
    return redirect("web:library-followed-one", source_id)


@require_POST
@page(Role.ADMIN)
def carry_deletions_over(request: PageRequest, source_id: UUID) -> HttpResponse:
    return attempt_confirmed(
        request,
        lambda: confirm_deletions(request.principal.scope, source_id),
        _("The deletions are carried over."),
        question=_("Carry the deletions over?"),
        text=_("The documents go to the trash and can be restored there for thirty days."),
        yes=_("Carry over"),
        back="web:library-followed",
        to=reverse("web:library-followed-one", args=[source_id]),
    )


@require_POST
@page(Role.ADMIN)
def remove_followed(request: PageRequest, source_id: UUID) -> HttpResponse:
    source = get_followed_source(request.principal.scope, source_id)
    return attempt_confirmed(
        request,
        lambda: unfollow_source(request.principal.scope, source_id),
        _("The source is no longer followed."),
        question=_("Stop following “%(name)s”?") % {"name": source.name},
        text=_("Documents that came from it are kept."),
        yes=_("Stop following"),
        back="web:library-followed",
    )


urlpatterns = [
    path("library/followed", show_followed, name="library-followed"),
    path("library/followed/add", add_followed, name="library-followed-add"),
    path("library/followed/<uuid:source_id>", show_followed_source, name="library-followed-one"),
    path(
        "library/followed/<uuid:source_id>/change", change_followed, name="library-followed-change"
    ),
    path("library/followed/<uuid:source_id>/sync", sync_followed, name="library-followed-sync"),
    path(
        "library/followed/<uuid:source_id>/confirm",
        carry_deletions_over,
        name="library-followed-confirm",
    ),
    path(
        "library/followed/<uuid:source_id>/remove", remove_followed, name="library-followed-remove"
    ),
]
