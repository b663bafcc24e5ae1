"""Backup and restore of one database, in PostgreSQL's own custom format."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pramana.postgres.binaries import find_wheel
from pramana.postgres.errors import BackupFailed, BinariesMissing
from pramana.postgres.external import connect

PASSED_VARIABLES = ("PATH", "HOME", "LD_LIBRARY_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR")
"""What the programs need from our environment, besides PostgreSQL's own variables."""


@dataclass(frozen=True)
class ClientPrograms:
    """A folder of client programs, the newest server they support, and whether they support TLS."""

    folder: Path
    major: int
    speaks_tls: bool

    def command(self, program: str, url: str, *options: str) -> list[str]:
        """A command line without the password, because other users can see command lines."""
        address = {k: v for k, v in conninfo_to_dict(url).items() if k != "password"}
        return [str(self.folder / program), f"--dbname={make_conninfo('', **address)}", *options]


def client_environment(url: str) -> dict[str, str]:
    """An environment with the password and none of our other secrets."""
    kept = {k: v for k, v in os.environ.items() if k in PASSED_VARIABLES or k.startswith("PG")}
    password = conninfo_to_dict(url).get("password")
    return kept | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})


def client_programs_for(url: str) -> ClientPrograms:
    """Programs new enough for the server, with TLS if the connection uses it."""
    with connect(url) as connection:
        major = connection.info.server_version // 10000
        encrypted = connection.pgconn.ssl_in_use
    available = list(_available_programs())
    for clients in available:
        if clients.major >= major and (clients.speaks_tls or not encrypted):
            return clients
    newest = max((clients.major for clients in available), default=0)
    raise BackupFailed(
        f"The server is PostgreSQL {major}{' and asks for TLS' if encrypted else ''}; the newest "
        f"pg_dump on this machine is {newest or 'missing'}{' without TLS' if encrypted else ''}. "
        f"Install the client programs of PostgreSQL {major} or newer (on Debian and Ubuntu the "
        f"package postgresql-client-{major}) and try again."
    )


def _available_programs() -> Iterator[ClientPrograms]:
    try:
        packaged = find_wheel().binaries
        yield ClientPrograms(packaged.home / "bin", packaged.major, packaged.speaks_tls)
    except BinariesMissing:
        pass  # the machine may have client programs of its own
    on_path = shutil.which("pg_dump")
    if on_path:
        yield ClientPrograms(Path(on_path).parent, _major(on_path), speaks_tls=True)


def _major(program: str) -> int:
    result = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    version = re.search(r"(\d+)\.?\d*", result.stdout)
    return int(version[1]) if version else 0


CLEAR = files(__package__).joinpath("clear.sql").read_text("utf-8")
"""Removes everything but pgvector from a database, in the transaction of the restore."""

SUPERUSER_ENTRIES = re.compile(r"\d+; \d+ \d+ (EXTENSION -|COMMENT - EXTENSION) ")
"""Entries of an archive that only a superuser could restore; the extension is kept instead."""


def dump_database(url: str, file: Path, *, without_rows_of: Sequence[str] = ()) -> None:
    """Write the whole database to `file`, which appears only when it is complete.

    Of tables named in `without_rows_of` only the definition is written.
    """
    clients = client_programs_for(url)
    making = file.with_name(f".{file.name}.{os.getpid()}")
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={making}"]
    options += [f"--exclude-table-data=public.{table}" for table in without_rows_of]
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
    clients = client_programs_for(url)
    contents = _contents(clients, url, file)
    with tempfile.NamedTemporaryFile("w", suffix=".list") as chosen:
        chosen.writelines(line for line in contents if not SUPERUSER_ENTRIES.match(line))
        chosen.flush()
        _replay(clients, url, file, Path(chosen.name))
    with connect(url) as connection:
        connection.execute("ANALYZE")


def _contents(clients: ClientPrograms, url: str, file: Path) -> list[str]:
    """The archive's entries; raise if it is no archive or was written by a newer server."""
    if not file.is_file():
        raise BackupFailed(f"There is no backup at {file}.")
    command = [str(clients.folder / "pg_restore"), "--list", str(file)]
    entries = _run(command, url, f"{file} is not a backup that can be read")
    version = re.search(r"Dumped from database version: (\d+)", entries)
    with connect(url) as connection:
        major = connection.info.server_version // 10000
    if version and int(version[1]) > major:
        raise BackupFailed(
            f"{file} was made by PostgreSQL {version[1]} and this server is {major}. "
            f"Restore it on PostgreSQL {version[1]} or newer."
        )
    return entries.splitlines(keepends=True)


def stored_rows(url: str, file: Path, table: str) -> list[list[str]]:
    """The columns of a table's rows in a backup, as COPY writes them. Nothing is restored."""
    clients = client_programs_for(url)
    command = [str(clients.folder / "pg_restore"), "--data-only", f"--table={table}", "--file=-"]
    script = _run([*command, str(file)], url, f"{file} is not a backup that can be read")
    _, _, rest = script.partition(" FROM stdin;\n")
    lines, _, _ = rest.partition("\n\\.\n")
    return [line.split("\t") for line in lines.splitlines()]


def _replay(clients: ClientPrograms, url: str, file: Path, chosen: Path) -> None:
    """Feed the archive, as SQL, to a session that commits only when all of it has arrived."""
    reading = [str(clients.folder / "pg_restore"), "--no-owner", "--no-privileges", "--file=-"]
    reading += [f"--use-list={chosen}", str(file)]
    writing = clients.command(
        "psql", url, "--no-psqlrc", "--quiet", "--single-transaction", "--output=/dev/null",
        "--set=ON_ERROR_STOP=1", f"--command={CLEAR}", "--file=-",
    )  # fmt: skip
    environment = client_environment(url)
    with tempfile.TemporaryFile() as errors:
        reader = subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=errors, env=environment)
        writer = subprocess.Popen(writing, stdin=subprocess.PIPE, stderr=errors, env=environment)
        complete = _pipe(reader, writer)
        if not complete:
            errors.seek(0)
            reason = errors.read().decode("utf-8", "replace").strip()
            raise BackupFailed(f"{file} was not restored; nothing was changed.\n{reason[-2000:]}")


def _pipe(reader: subprocess.Popen[bytes], writer: subprocess.Popen[bytes]) -> bool:
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
