"""A product spread over machines: webs and workers on one PostgreSQL server and one S3."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from urllib.parse import urlsplit

import boto3
import httpx
import psycopg
from moto.server import ThreadedMotoServer
from psycopg import sql

from pramana.jobs.liveness import SESSION_NAME
from pramana.postgres.cluster import SUPERUSER
from pramana.postgres.server import DATABASE, ROLE, use_server
from tests.soak.network import Machine, Network

BUCKET, PORT, PASSWORD = "pramana", "8000", "of-all-machines"
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}
STOP_S = 30.0
LOCK_HOLDERS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"


@contextmanager
def database_server(data: Path, network: Network) -> Iterator[str]:
    """A server of its own that the whole network reaches by password, as an administrator's."""
    with use_server(data) as own:
        superuser = urlsplit(own)._replace(netloc=f"{SUPERUSER}@").geturl()
        rules = data.parent / "pg_hba.conf"
        rules.write_text(
            f"local all all peer map=pramana\nhost all all {network.range} scram-sha-256"
        )
        with psycopg.connect(superuser, autocommit=True) as connection:
            for statement, value in (
                (f"ALTER ROLE {ROLE} PASSWORD {{}}", PASSWORD),
                ("ALTER SYSTEM SET listen_addresses = {}", network.address),
                ("ALTER SYSTEM SET hba_file = {}", str(rules)),
            ):
                connection.execute(sql.SQL(statement).format(value))
    with use_server(data):
        yield f"postgresql://{ROLE}:{PASSWORD}@{network.address}:5432/{DATABASE}"


@contextmanager
def file_server(network: Network) -> Iterator[str]:
    """An S3 server with one empty bucket."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedMotoServer(ip_address=network.address, port=0, verbose=False)
    server.start()
    try:
        url = "http://{}:{}".format(*server.get_host_and_port())
        given = {key.lower(): value for key, value in KEYS.items() if key != "AWS_REGION"}
        client = boto3.client("s3", endpoint_url=url, region_name=KEYS["AWS_REGION"], **given)
        client.create_bucket(Bucket=BUCKET)
        yield url
    finally:
        server.stop()


class Fleet:
    """The processes of one product, each on a machine of the network."""

    def __init__(self, network: Network, database: str, files: str, folder: Path) -> None:
        self._network, self._address, self._folder = network, database, folder
        self._environment = {
            **os.environ,
            **KEYS,
            "DATABASE_URL": database,
            "PRAMANA_SECRET_KEY": "the same on every machine of this fleet",
            "PRAMANA_FILES": "s3",
            "PRAMANA_S3_BUCKET": BUCKET,
            "PRAMANA_S3_ENDPOINT": files,
            "PRAMANA_EMBEDDINGS": "none",
            "PRAMANA_PORT": PORT,
        }
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._command("migrate")
        self.key = self._command("key", "create", "load")

    def start(self, *names: str) -> None:
        """What a machine is for is in its name: `web 1`, `worker 2`."""
        for name in names:
            machine = self._network.machines[name]
            data = self._folder / name.replace(" ", "-")
            words = (sys.executable, "-m", "pramana.cli", name.split()[0])
            own = {"PRAMANA_DATA": str(data), "PRAMANA_HOST": machine.address}
            with (self._folder / f"{data.name}.log").open("ab") as log:
                self._running[name] = subprocess.Popen(
                    machine.command(*words), env={**self._environment, **own}, stderr=log
                )

    def kill(self, name: str) -> None:
        killed = self._running.pop(name)
        killed.kill()
        killed.wait()

    def stop(self) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def machine(self, name: str) -> Machine:
        return self._network.machines[name]

    @property
    def urls(self) -> list[str]:
        webs = (each for name, each in self._network.machines.items() if name.startswith("web"))
        return [f"http://{each.address}:{PORT}" for each in webs]

    def is_up(self, url: str) -> bool:
        try:
            answer = httpx.get(f"{url}/health", timeout=10)
        except httpx.HTTPError:
            return False
        return answer.is_success and answer.json()["status"] == "healthy"

    def workers(self) -> int:
        """As the database sees them: those that hold their lock."""
        with psycopg.connect(self._address) as connection:
            [row] = connection.execute(LOCK_HOLDERS, [SESSION_NAME]).fetchall()
        return int(row[0])

    def database(self) -> nullcontext[str]:
        return nullcontext(self._address)

    def _command(self, *words: str) -> str:
        """On our own machine, which reaches the database as all of them do."""
        done = subprocess.run(
            [sys.executable, "-m", "pramana.cli", *words, "--data", str(self._folder / "operator")],
            env=self._environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@contextmanager
def fleet(network: Network, database: Path, folder: Path) -> Iterator[Fleet]:
    """Servers and processes for as long as it lasts; everything that was started ends."""
    with ExitStack() as stack:
        address = stack.enter_context(database_server(database, network))
        files = stack.enter_context(file_server(network))
        made = Fleet(network, address, files, folder)
        stack.callback(made.stop)
        yield made
