"""Background work from the command line."""

import argparse
from uuid import UUID

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

STATES = ("queued", "running", "done", "failed", "dead", "cancelled")


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    listed = commands.add_parser("list", help="newest first")
    listed.add_argument("--state", choices=STATES)
    listed.add_argument("--limit", type=int, default=50)
    retry = commands.add_parser("retry", help="try a failed or dead job again")
    retry.add_argument("job", metavar="ID")
    for command in (listed, retry):
        command.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def run(asked: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope(asked.tenant)
        _list(scope, asked) if asked.action == "list" else _retry(scope, asked.job)


def _list(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.jobs.contracts import JobState
    from pramana.jobs.selectors import jobs_page

    state = JobState(asked.state) if asked.state else None
    for job in jobs_page(scope, state=state, limit=asked.limit).jobs:
        print(f"{job.id}  {job.state:<9}  {job.created_at:%Y-%m-%d %H:%M}  {job.name}  {job.error}")


def _retry(scope: Scope, job_id: str) -> None:
    from pramana.jobs.services import retry_job

    try:
        retry_job(scope, UUID(job_id))
    except ValueError:
        raise InvalidRequest(f"{job_id!r} is not an id. `pramana jobs list` shows them.") from None
    say("Asked for again.")
