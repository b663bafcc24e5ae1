"""Cases, the workflows in them, and runs: open, start, end, delete, and record what they did."""

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max

from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import is_storable, storable_json, with_visible_overrides
from pramana.tenancy.contracts import NO_MATTER, Matter, NoticeKind, RunState
from pramana.tenancy.errors import CaseNotFound
from pramana.tenancy.locking import LockedKind, lock_name
from pramana.tenancy.models import Case, Run, RunStep, ToolCall, Workflow
from pramana.tenancy.services.notices import audit, publish_notice
from pramana.tenancy.steps import Step, ToolCallEntry


@transaction.atomic
def open_case(scope: Scope, name: str) -> UUID:
    """Open a case for a new business matter and return its id."""
    row = Case(tenant_id=scope.tenant_id, name=_clean_name(name))
    row.save(force_insert=True)
    audit(scope, "case.opened", "case", row.id)
    return row.id


@transaction.atomic
def ensure_workflow(scope: Scope, case_id: UUID, name: str) -> UUID:
    """The id of the workflow with that name in the case, created if it is new."""
    if not Case.objects.in_scope(scope).filter(pk=case_id).exists():
        raise CaseNotFound()
    row, _ = Workflow.objects.in_scope(scope).get_or_create(
        tenant_id=scope.tenant_id, case_id=case_id, name=_clean_name(name)
    )
    return row.id


def _clean_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > 200 or not is_storable(name):
        raise InvalidRequest("A name has 1 to 200 characters.")
    return with_visible_overrides(name)[:200]


@transaction.atomic
def delete_case_if_empty(scope: Scope, case_id: UUID) -> bool:
    """Delete a case and its workflows unless a run belongs to it. True if it was deleted."""
    rows = Case.objects.in_scope(scope).select_for_update().filter(pk=case_id)
    if not rows.exists() or Run.objects.in_scope(scope).filter(case_id=case_id).exists():
        return False
    rows.delete()
    audit(scope, "case.deleted", "case", case_id)
    return True


def start_run(scope: Scope, kind: str, matter: Matter = NO_MATTER) -> UUID:
    """Start a run in the caller's transaction. Its events are sent under the returned id."""
    run = Run(
        tenant_id=scope.tenant_id,
        kind=kind,
        case_id=_check_case(scope, matter),
        workflow_id=_workflow_id(scope, matter),
        started_by_id=scope.actor_id,
    )
    run.save(force_insert=True)
    return run.id


def _check_case(scope: Scope, matter: Matter) -> UUID | None:
    case_id = matter.case_id
    if case_id and not Case.objects.in_scope(scope).filter(pk=case_id).exists():
        raise CaseNotFound()
    return case_id


def _workflow_id(scope: Scope, matter: Matter) -> UUID | None:
    if not matter.workflow:
        return None
    if matter.case_id is None:
        raise CaseNotFound()
    return ensure_workflow(scope, matter.case_id, matter.workflow)


def reopen_run(scope: Scope, run_id: UUID) -> None:
    """Make a failed run active again because a person retried its work."""
    Run.objects.in_scope(scope).filter(pk=run_id, state=RunState.FAILED).update(
        state=RunState.ACTIVE, ended_at=None
    )


def delete_runs(scope: Scope, run_ids: Collection[UUID]) -> None:
    """Delete runs with their jobs and events, when what they worked on is deleted too."""
    Run.objects.in_scope(scope).filter(pk__in=run_ids).delete()


def end_run(scope: Scope, run_id: UUID, state: RunState) -> None:
    """End a run. A run that has already ended keeps its state."""
    active = Run.objects.in_scope(scope).filter(pk=run_id, state=RunState.ACTIVE)
    with transaction.atomic(savepoint=False):
        if active.update(state=state, ended_at=utcnow()):
            _publish_end(scope, run_id, state)


def _publish_end(scope: Scope, run_id: UUID, state: RunState) -> None:
    kind = Run.objects.in_scope(scope).filter(pk=run_id).values_list("kind", flat=True).get()
    notice = NoticeKind.RUN_DONE if state is RunState.DONE else NoticeKind.RUN_FAILED
    publish_notice(scope, notice, run_id=run_id, run_kind=kind)


def record_steps(scope: Scope, run_id: UUID, steps: Iterable[Step]) -> None:
    """Append the steps to a run of this tenant, in one statement."""
    RunStep.objects.bulk_create(
        RunStep(
            tenant_id=scope.tenant_id,
            run_id=run_id,
            name=step.name,
            began_at=step.began_at,
            took_ms=step.took_ms,
            outcome=step.outcome[:100],
        )
        for step in steps
    )


@transaction.atomic
def record_tool_calls(
    scope: Scope, subject_id: UUID, run_id: UUID | None, calls: Sequence[ToolCallEntry]
) -> None:
    """Store calls after the subject's earlier ones, with unstorable characters dropped.

    The calls of a run that was deleted meanwhile are not stored: what they worked on is gone too.
    """
    lock_name(LockedKind.TOOL_CALLS, scope.tenant_id, subject_id)
    if run_id is not None and not _hold_run(scope, run_id):
        return
    earlier = ToolCall.objects.in_scope(scope).filter(subject_id=subject_id)
    last = earlier.aggregate(last=Max("position"))["last"] or 0
    ToolCall.objects.bulk_create(
        _call_row(scope, call, subject_id=subject_id, run_id=run_id, position=position)
        for position, call in enumerate(calls, last + 1)
    )


def delete_tool_calls(scope: Scope, subject_ids: Collection[UUID]) -> None:
    """Delete every call that was made for these subjects."""
    ToolCall.objects.in_scope(scope).filter(subject_id__in=subject_ids).delete()


def _hold_run(scope: Scope, run_id: UUID) -> bool:
    """Keep a run from being deleted until the transaction ends. False if it already was."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT FROM tenancy_run WHERE tenant_id = %s AND id = %s FOR KEY SHARE",
            [scope.tenant_id, run_id],
        )
        return bool(cursor.rowcount)


def _call_row(
    scope: Scope, call: ToolCallEntry, *, subject_id: UUID, run_id: UUID | None, position: int
) -> ToolCall:
    envelope = storable_json(dict(call.envelope))
    ids = {"trace_id": str(scope.trace_id), "invocation_id": str(call.invocation_id)}
    envelope["meta"] = {**envelope["meta"], **ids}
    return ToolCall(
        tenant_id=scope.tenant_id,
        run_id=run_id,
        subject_id=subject_id,
        position=position,
        invocation_id=call.invocation_id,
        tool=call.tool[:100],
        status=envelope.pop("status"),
        input=envelope.pop("input"),
        outcome=envelope,
        cited_ids=sorted(call.cited_ids),
        at=call.at,
    )
