"""`pramana jobs`: list background jobs and retry failed ones."""

import argparse
from uuid import UUID

from pramana.cli.commands.migrate import add_tenant_option, check_schema
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

STATES = ("queued", "running", "done", "failed", "dead", "cancelled")


def jobs_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    list_parser = commands.add_parser("list", help="list jobs, newest first")
    list_parser.add_argument("--state", choices=STATES)
    list_parser.add_argument("--limit", type=int, default=50)
    retry_parser = commands.add_parser("retry", help="retry a failed or dead job")
    retry_parser.add_argument("job", metavar="ID")
    add_tenant_option(list_parser, retry_parser)


def run_jobs(options: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.tenancy.selectors import owner_scope

        check_schema()
        scope = owner_scope(options.tenant)
        _list(scope, options) if options.action == "list" else _retry(scope, options.job)


def _list(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.jobs.contracts import JobState
    from pramana.jobs.selectors import jobs_page

    state = JobState(options.state) if options.state else None
    for job in jobs_page(scope, state=state, limit=options.limit).jobs:
        print(f"{job.id}  {job.state:<9}  {job.created_at:%Y-%m-%d %H:%M}  {job.name}  {job.error}")


def _retry(scope: Scope, job_id: str) -> None:
    from pramana.jobs.queue import retry_job

    try:
        retry_job(scope, UUID(job_id))
    except ValueError:
        raise InvalidRequest(
            f"{job_id!r} is not a job id. `pramana jobs list` shows the ids."
        ) from None
    say("The job was queued again.")
