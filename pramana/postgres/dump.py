"""Backup and restore of one database, in PostgreSQL's own custom format."""

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from pramana.postgres.clients import Clients, client_environment, clients_for
from pramana.postgres.errors import BackupFailed
from pramana.postgres.external import connected

CLEAR = files(__package__).joinpath("clear.sql").read_text("utf-8")
"""Empties a database of everything but pgvector, inside the restoring transaction."""

NOT_OURS = re.compile(r"\d+; \d+ \d+ (EXTENSION -|COMMENT - EXTENSION) ")
"""Lines of an archive's list that only a superuser could restore; the extension stays instead."""


def dump_database(url: str, file: Path) -> None:
    """Write the whole database to `file`, which appears only when it is complete."""
    clients = clients_for(url)
    making = file.with_name(f".{file.name}.{os.getpid()}")
    options = ("--format=custom", "--no-owner", "--no-privileges", f"--file={making}")
    try:
        making.touch(mode=0o600)
        _run(clients.command("pg_dump", url, *options), url, "The backup could not be written")
        making.replace(file)
    except OSError as error:
        raise BackupFailed(f"The backup could not be written to {file}: {error}") from error
    finally:
        making.unlink(missing_ok=True)


def restore_database(url: str, file: Path) -> None:
    """Replace everything in the database by what `file` holds, in one transaction.

    Whatever goes wrong, a cut file or a full disk, the database is as it was before.
    """
    clients = clients_for(url)
    contents = _contents(clients, url, file)
    with tempfile.NamedTemporaryFile("w", suffix=".list") as chosen:
        chosen.writelines(line for line in contents if not NOT_OURS.match(line))
        chosen.flush()
        _replay(clients, url, file, Path(chosen.name))
    with connected(url) as connection:
        connection.execute("ANALYZE")


def _contents(clients: Clients, url: str, file: Path) -> list[str]:
    """The archive's list; refuse what is no archive, or was written by a newer server."""
    if not file.is_file():
        raise BackupFailed(f"There is no backup at {file}.")
    command = [str(clients.folder / "pg_restore"), "--list", str(file)]
    listed = _run(command, url, f"{file} is not a backup that can be read")
    wrote = re.search(r"Dumped from database version: (\d+)", listed)
    with connected(url) as connection:
        major = connection.info.server_version // 10000
    if wrote and int(wrote[1]) > major:
        raise BackupFailed(
            f"{file} was made by PostgreSQL {wrote[1]} and this server is {major}. "
            f"Restore it on PostgreSQL {wrote[1]} or newer."
        )
    return listed.splitlines(keepends=True)


def _replay(clients: Clients, url: str, file: Path, chosen: Path) -> None:
    """Feed the archive, as SQL, to a session that commits only what arrived whole."""
    reading = [str(clients.folder / "pg_restore"), "--no-owner", "--no-privileges", "--file=-"]
    reading += [f"--use-list={chosen}", str(file)]
    writing = clients.command(
        "psql", url, "--no-psqlrc", "--quiet", "--single-transaction", "--output=/dev/null",
        "--set=ON_ERROR_STOP=1", f"--command={CLEAR}", "--file=-",
    )  # fmt: skip
    environment = client_environment(url)
    with tempfile.TemporaryFile() as said:
        reader = subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=said, env=environment)
        writer = subprocess.Popen(writing, stdin=subprocess.PIPE, stderr=said, env=environment)
        whole = _pour(reader, writer)
        if not whole:
            said.seek(0)
            reason = said.read().decode("utf-8", "replace").strip()
            raise BackupFailed(f"{file} was not restored; nothing was changed.\n{reason[-2000:]}")


def _pour(reader: subprocess.Popen[bytes], writer: subprocess.Popen[bytes]) -> bool:
    """Copy one program's output to the other; end the second, uncommitted, if the first fails."""
    assert reader.stdout is not None
    assert writer.stdin is not None
    try:
        with suppress(BrokenPipeError):
            shutil.copyfileobj(reader.stdout, writer.stdin, 1 << 20)
            reader.stdout.close()
            if reader.wait() == 0:
                writer.stdin.close()
                return writer.wait() == 0
        return False
    finally:
        for process in (reader, writer):
            process.kill()
            process.wait()
        with suppress(OSError):
            writer.stdin.close()


def _run(command: list[str], url: str, what: str) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=client_environment(url)
    )
    if done.returncode:
        raise BackupFailed(f"{what}: {done.stderr.strip()[-2000:]}")
    return done.stdout
