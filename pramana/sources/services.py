"""Sources that are followed: add, change, start and delete them."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings as django_settings
from django.db import transaction

from pramana.documents.fetching.contracts import FetchOptions
from pramana.documents.selectors import get_collection
from pramana.jobs.queue import enqueue
from pramana.jobs.selectors import runs_with_argument
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import storable, with_visible_overrides
from pramana.sources.connectors.bucket import BucketConnector
from pramana.sources.connectors.feed import FeedConnector
from pramana.sources.connectors.folder import FolderConnector, open_folders
from pramana.sources.connectors.mailbox import MailboxConnector
from pramana.sources.contracts import (
    SETTINGS,
    AnySettings,
    BucketSettings,
    Connector,
    FeedSettings,
    FolderSettings,
    FollowedSourceView,
    MailboxSettings,
    SyncStatus,
)
from pramana.sources.errors import FollowedSourceNotFound, NothingToConfirm, TooManySources
from pramana.sources.models import FollowedSource
from pramana.sources.selectors import followed_source_view, get_followed_source
from pramana.tenancy.encryption import decrypt_secret, encrypt_secret
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit, delete_runs, start_run

SYNC = "sources.sync"
INTERVALS = (15, 60, 360, 1440)
"""The minutes between two syncs that a person can choose."""
MOST_SOURCES = 100
LONGEST_NAME = 200
AT_WORK = (SyncStatus.QUEUED.value, SyncStatus.SYNCING.value)


def follow_source(
    scope: Scope,
    name: str,
    settings: AnySettings,
    *,
    secret: str = "",
    collection_id: UUID,
    every_minutes: int = 60,
) -> FollowedSourceView:
    """Follow a source: it is read now, and again at each interval.

    The source is tried first, which may take seconds, so no transaction is open meanwhile.
    """
    checked_name, minutes = _valid_name(name), _valid_interval(every_minutes)
    get_collection(scope, collection_id)
    _check(connector_for(scope, settings, secret))
    with transaction.atomic():
        if FollowedSource.objects.in_scope(scope).count() >= MOST_SOURCES:
            raise TooManySources(MOST_SOURCES)
        row = FollowedSource(
            tenant_id=scope.tenant_id,
            kind=settings.kind.value,
            name=checked_name,
            settings=settings.model_dump(mode="json"),
            secret=encrypt_secret(scope, secret) if secret else "",
            collection_id=collection_id,
            every_minutes=minutes,
            created_by_id=scope.actor_id,
        )
        _queue_sync(scope, row)
        audit(scope, "followed_source.added", "followed_source", row.id, kind=row.kind)
    return followed_source_view(row)


def change_source(
    scope: Scope,
    source_id: UUID,
    *,
    name: str | None = None,
    secret: str | None = None,
    every_minutes: int | None = None,
    is_paused: bool | None = None,
) -> FollowedSourceView:
    """Change what is given and leave the rest. A new password or key is tried first."""
    if secret is not None:
        source = get_followed_source(scope, source_id)
        _check(connector_for(scope, source.settings, secret))
    with transaction.atomic():
        row = lock_source(scope, source_id)
        row.name = _valid_name(name) if name is not None else row.name
        if secret is not None:
            row.secret = encrypt_secret(scope, secret)
        if every_minutes is not None:
            row.every_minutes = _valid_interval(every_minutes)
        if is_paused is not None:
            row.is_paused = is_paused
        row.next_at = None if row.is_paused else utcnow()
        row.save()
        audit(scope, "followed_source.changed", "followed_source", row.id)
    return followed_source_view(row)


@transaction.atomic
def start_sync(scope: Scope, source_id: UUID) -> FollowedSourceView:
    """Read a source now; one that is being read is left to it."""
    row = lock_source(scope, source_id)
    if row.status not in AT_WORK:
        _queue_sync(scope, row)
    return followed_source_view(row)


@transaction.atomic
def confirm_deletions(scope: Scope, source_id: UUID) -> FollowedSourceView:
    """Let the next sync delete however much has vanished, and start it."""
    row = lock_source(scope, source_id)
    if row.status != SyncStatus.CONFIRM:
        raise NothingToConfirm()
    row.deletes_all = True
    _queue_sync(scope, row)
    audit(scope, "followed_source.confirmed", "followed_source", row.id, count=row.to_confirm)
    return followed_source_view(row)


@transaction.atomic
def unfollow_source(scope: Scope, source_id: UUID) -> None:
    """Stop following a source. Its documents stay."""
    row = lock_source(scope, source_id)
    runs = runs_with_argument(scope, SYNC, "source_id", [source_id])
    row.delete()
    delete_runs(scope, runs)
    audit(scope, "followed_source.deleted", "followed_source", source_id)


def start_due_syncs(now: datetime) -> int:
    """Queue every source whose time has come, in every tenant; return how many."""
    due = (
        FollowedSource.objects.unscoped("the sources of every tenant have their times")
        .filter(next_at__lte=now, is_paused=False)
        .exclude(status__in=AT_WORK)
    )
    started = 0
    for tenant_id, source_id in list(due.values_list("tenant_id", "pk")):
        scope = Scope(tenant_id=tenant_id)
        with transaction.atomic():
            rows = FollowedSource.objects.in_scope(scope).filter(pk=source_id, next_at__lte=now)
            row = rows.select_for_update(of=("self",), skip_locked=True).first()
            if row and row.status not in AT_WORK:
                _queue_sync(scope, row)
                started += 1
    return started


def connector_for(scope: Scope, settings: AnySettings, secret: str) -> Connector:
    """The connector of a source, which reaches only what is open to the tenant."""
    options = FetchOptions(allow=django_settings.PRAMANA.fetch_allow)
    match settings:
        case FolderSettings():
            return FolderConnector(settings, open_folders(scope), options.max_bytes)
        case MailboxSettings():
            return MailboxConnector(settings, secret, options)
        case FeedSettings():
            return FeedConnector(settings, options)
        case BucketSettings():
            return BucketConnector(settings, secret, options)


def stored_connector(scope: Scope, source_id: UUID) -> Connector:
    """The connector of a stored source, with its password or key."""
    row = FollowedSource.objects.in_scope(scope).filter(pk=source_id).first()
    if row is None:
        raise FollowedSourceNotFound()
    secret = decrypt_secret(scope, row.secret) if row.secret else ""
    return connector_for(scope, SETTINGS.validate_python(row.settings), secret)


def lock_source(scope: Scope, source_id: UUID) -> FollowedSource:
    rows = FollowedSource.objects.in_scope(scope).filter(pk=source_id)
    return lock_row(rows, FollowedSourceNotFound())


def _queue_sync(scope: Scope, row: FollowedSource) -> None:
    row.status, row.error = SyncStatus.QUEUED, ""
    row.next_at = None if row.is_paused else utcnow() + timedelta(minutes=row.every_minutes)
    row.run_id = start_run(scope, SYNC)
    row.save()
    enqueue(scope, SYNC, run_id=row.run_id, source_id=row.id)


def _check(connector: Connector) -> None:
    try:
        connector.check()
    finally:
        connector.close()


def _valid_name(name: str) -> str:
    plain = storable(name).strip()
    if not plain or len(plain) > LONGEST_NAME:
        raise InvalidRequest("A name has 1 to 200 characters.")
    return with_visible_overrides(plain)[:LONGEST_NAME]


def _valid_interval(minutes: int) -> int:
    if minutes not in INTERVALS:
        raise InvalidRequest("A source is read every 15, 60, 360 or 1440 minutes.")
    return minutes
