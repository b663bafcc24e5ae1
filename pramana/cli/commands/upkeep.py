"""`pramana migrate`, `doctor` and `jobs`: bring the product up to date, check it, retry jobs."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from config.environment import Environment
from pramana.cli.product import (
    add_tenant_option,
    check_schema,
    database,
    migrate,
    read_environment,
    ready_data,
    ready_product,
    say,
    setup_django,
)
from pramana.kit.errors import AppError, InvalidRequest
from pramana.kit.scope import Scope


def run_migrate(_: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        applied = migrate()
    say(f"{applied} migrations applied." if applied else "The database is up to date.")


READY, MISSING, BROKEN = "ready", "missing", "broken"
MOST_NAMED = 20
"""How many damaged files are named; the log names them all."""


@dataclass(frozen=True)
class DoctorFinding:
    part: str
    state: str
    message: str


def doctor_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--verify", action="store_true", help="also compare every stored file with its checksum"
    )


def run_doctor(options: argparse.Namespace) -> int:
    """Return 0 unless a part is broken. A missing part has a fallback and is not an error."""
    environment = read_environment()
    checks = (*CHECKS, _stored_files) if options.verify else CHECKS
    findings = [check(environment) for check in checks]
    for finding in findings:
        print(f"{finding.state:<8} {finding.part:<12} {finding.message}")
    return int(any(finding.state == BROKEN for finding in findings))


def _data(environment: Environment) -> DoctorFinding:
    try:
        ready_data(environment.data)
    except AppError as error:
        return DoctorFinding("data", BROKEN, str(error))
    return DoctorFinding("data", READY, str(environment.data))


def _database(environment: Environment) -> DoctorFinding:
    kind = "your server" if environment.database_url else "embedded"
    try:
        with database(environment) as url:
            return DoctorFinding("database", READY, f"{kind}, {_versions(url)}")
    except AppError as error:
        return DoctorFinding("database", BROKEN, str(error))


def _versions(url: str) -> str:
    import psycopg

    with psycopg.connect(url) as connection:
        server = connection.execute("SHOW server_version").fetchone()
        vector = connection.execute(
            "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"
        ).fetchone()
    return (
        f"PostgreSQL {server[0] if server else '?'}, pgvector {vector[0] if vector else 'missing'}"
    )


def _migrations(environment: Environment) -> DoctorFinding:
    import os

    try:
        with database(environment) as url:
            os.environ["DATABASE_URL"] = url
            setup_django()
            check_schema()
            pending = _pending_migrations()
    except AppError as error:
        return DoctorFinding("migrations", BROKEN, str(error))
    if pending:
        return DoctorFinding("migrations", MISSING, f"{pending} to apply: pramana migrate")
    return DoctorFinding("migrations", READY, "up to date")


def _pending_migrations() -> int:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    count = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    connection.close()
    return count


def _embeddings(environment: Environment) -> DoctorFinding:
    if not environment.embeddings.startswith("packaged"):
        return DoctorFinding("embeddings", READY, environment.embeddings)
    models = environment.assets / "models"
    # Imported here: the encoders read a tenant's choices, and with them the tables.
    from pramana.llm.embeddings.local_encoders import ENGLISH, MODEL, MULTILINGUAL

    if all((models / name / MODEL).is_file() for name in (ENGLISH, MULTILINGUAL)):
        return DoctorFinding("embeddings", READY, "packaged model")
    return DoctorFinding(
        "embeddings", MISSING, "search uses words only; download the model with ./run setup"
    )


def _ocr(environment: Environment) -> DoctorFinding:
    home = environment.assets / "tesseract"
    missing = [name for name in ("nep", "eng") if not (home / f"{name}.traineddata").is_file()]
    if missing:
        names = ", ".join(missing)
        message = f"Nepali scans cannot be read ({names} missing); fix with ./run setup"
        return DoctorFinding("ocr", MISSING, message)
    return DoctorFinding("ocr", READY, "Nepali and English")


def _model(environment: Environment) -> DoctorFinding:
    if environment.model == "offline":
        return DoctorFinding(
            "model", READY, "offline engine; set PRAMANA_MODEL to use a language model"
        )
    return DoctorFinding("model", READY, environment.model)


def _files(environment: Environment) -> DoctorFinding:
    if environment.files != "s3":
        return DoctorFinding("files", READY, str(environment.data / "files"))
    from botocore.exceptions import BotoCoreError, ClientError

    bucket = environment.s3_bucket
    try:
        _check_bucket(bucket, environment.s3_endpoint)
    except (BotoCoreError, ClientError) as error:
        return DoctorFinding("files", BROKEN, f"the bucket {bucket!r} cannot be used: {error}")
    return DoctorFinding("files", READY, f"the bucket {bucket!r}")


def _check_bucket(bucket: str, endpoint: str) -> None:
    """Request the bucket itself: asking for a file would not show whether the bucket exists."""
    import boto3
    from botocore.config import Config

    patience = Config(connect_timeout=5, read_timeout=5, retries={"total_max_attempts": 1})
    client = boto3.client("s3", endpoint_url=endpoint or None, config=patience)
    client.head_bucket(Bucket=bucket)


def _stored_files(environment: Environment) -> DoctorFinding:
    """Hash every file. What is missing or damaged is named, and health tells it from now on."""
    import os

    try:
        with database(environment) as url:
            os.environ["DATABASE_URL"] = url
            setup_django()
            check_schema()
            count, damaged = _verify_files()
    except AppError as error:
        return DoctorFinding("checksums", BROKEN, str(error))
    if damaged:
        names = "; ".join(damaged[:MOST_NAMED])
        message = (
            f"{len(damaged)} of {count} files are missing or damaged: {names}. "
            "Upload the same files again, or restore a backup"
        )
        return DoctorFinding("checksums", BROKEN, message)
    return DoctorFinding("checksums", READY, f"{count} files are as they were given")


def _verify_files() -> tuple[int, list[str]]:
    """How many files there are, and the keys of those that are missing or damaged."""
    from django.db import connections

    from pramana.tenancy.services.files import verify_all

    count, damaged = 0, []
    for row, intact in verify_all():
        count += 1
        if not intact:
            damaged.append(row.key)
    connections.close_all()
    return count, damaged


CHECKS: tuple[Callable[[Environment], DoctorFinding], ...] = (
    _data,
    _database,
    _migrations,
    _files,
    _ocr,
    _embeddings,
    _model,
)


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
        _list_jobs(scope, options) if options.action == "list" else _retry_job(scope, options.job)


def _list_jobs(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.jobs.contracts import JobState
    from pramana.jobs.selectors import jobs_page

    state = JobState(options.state) if options.state else None
    for job in jobs_page(scope, state=state, limit=options.limit).jobs:
        print(f"{job.id}  {job.state:<9}  {job.created_at:%Y-%m-%d %H:%M}  {job.name}  {job.error}")


def _retry_job(scope: Scope, job_id: str) -> None:
    from pramana.jobs.queue import retry_job

    try:
        retry_job(scope, UUID(job_id))
    except ValueError:
        raise InvalidRequest(
            f"{job_id!r} is not a job id. `pramana jobs list` shows the ids."
        ) from None
    say("The job was queued again.")
