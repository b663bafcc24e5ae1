"""PostgreSQL's client programs: which copy of them can talk to a given server, and how."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pramana.postgres.carrier import find_carrier
from pramana.postgres.errors import BackupFailed, BinariesMissing
from pramana.postgres.external import connected

PASSED_ON = ("PATH", "HOME", "LD_LIBRARY_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR")
"""What the programs need of our environment, beside PostgreSQL's own variables."""


@dataclass(frozen=True)
class Clients:
    """One folder of programs, the newest server they know, and whether they can encrypt."""

    folder: Path
    major: int
    speaks_tls: bool

    def command(self, program: str, url: str, *options: str) -> list[str]:
        """A command line for one program. The password is never on it; others can see those."""
        address = {k: v for k, v in conninfo_to_dict(url).items() if k != "password"}
        return [str(self.folder / program), f"--dbname={make_conninfo('', **address)}", *options]


def client_environment(url: str) -> dict[str, str]:
    """An environment that holds the password and none of our other secrets."""
    kept = {k: v for k, v in os.environ.items() if k in PASSED_ON or k.startswith("PG")}
    password = conninfo_to_dict(url).get("password")
    return kept | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})


def clients_for(url: str) -> Clients:
    """Programs new enough for the server, and able to encrypt if the connection is encrypted."""
    with connected(url) as connection:
        major = connection.info.server_version // 10000
        encrypted = connection.pgconn.ssl_in_use
    known = list(_known())
    for clients in known:
        if clients.major >= major and (clients.speaks_tls or not encrypted):
            return clients
    newest = max((clients.major for clients in known), default=0)
    raise BackupFailed(
        f"The server is PostgreSQL {major}{' and asks for TLS' if encrypted else ''}; the newest "
        f"pg_dump on this machine is {newest or 'missing'}{' without TLS' if encrypted else ''}. "
        f"Install the client programs of PostgreSQL {major} or newer (on Debian and Ubuntu the "
        f"package postgresql-client-{major}) and try again."
    )


def _known() -> Iterator[Clients]:
    try:
        carried = find_carrier().binaries
        yield Clients(carried.home / "bin", carried.major, carried.speaks_tls)
    except BinariesMissing:
        pass  # an unsupported machine with a server of its own may still have the programs
    on_path = shutil.which("pg_dump")
    if on_path:
        yield Clients(Path(on_path).parent, _major(on_path), speaks_tls=True)


def _major(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)\.?\d*", said.stdout)
    return int(found[1]) if found else 0
