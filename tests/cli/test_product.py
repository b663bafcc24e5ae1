"""A whole product, as a newcomer starts it."""

import os
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from pramana.postgres.testing import processes_in, scratch_data_dir
from tests.prepared import PreparedProcess, run_prepared
from tests.product import alive, children, running_product
from tests.waiting import wait_until

pytestmark = pytest.mark.starts
SOON = 20
"""Seconds, on a machine that does much else; an open stream alone would hold a server for ever."""


@pytest.fixture
def data():
    with scratch_data_dir() as folder:
        yield folder


def pramana(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return run_prepared(["-m", "pramana.cli", *arguments], env={**bare, **environment})


def test_the_thread_from_upload_to_highlight_through_a_real_product(data):
    """First start on an embedded server, a file read by the worker, found, backed up, restored."""
    with running_product(DATABASE_URL="", PRAMANA_DATA=str(data)) as product:
        client = httpx.Client(
            base_url=product.url, headers={"Authorization": f"Bearer {product.key}"}, timeout=30
        )
        wait_until(lambda: client.get("/health").json()["status"] == "healthy")
        sent = client.post(
            "/api/documents/", files={"file": ("n.txt", b"The tender was cancelled.")}
        )
        assert sent.status_code == 202
        place = f"/api/documents/{sent.json()['id']}"
        wait_until(lambda: client.get(place).json()["status"] == "completed")
        [hit] = client.post("/api/search", json={"query": "tender"}).json()["hits"]
        assert hit["marks"] == [[4, 10]]

        key = pramana("key", "create", "cli", "--data", str(data))
        assert key.stdout.startswith("pmn_") and len(key.stdout.split()) == 1
        archive = data.parent / "backup.tar"
        assert pramana("backup", str(archive), "--data", str(data)).returncode == 0
        assert product.stop() < SOON
        assert product.process.returncode == 0
    assert processes_in(data) == []

    copy = data.parent / "copy"
    assert pramana("restore", str(archive), "--data", str(copy)).returncode == 0
    again = pramana("restore", str(archive), "--data", str(copy))
    assert again.returncode == 1 and "overwrite" in again.stderr
    with running_product(
        start=PreparedProcess, DATABASE_URL="", PRAMANA_DATA=str(copy)
    ) as restored:
        client = httpx.Client(
            base_url=restored.url,
            headers={"Authorization": f"Bearer {key.stdout.strip()}"},
            timeout=30,
        )
        [hit] = client.post("/api/search", json={"query": "tender"}).json()["hits"]
        assert client.get(place + "/text").json()["text"] == "The tender was cancelled."
    assert processes_in(copy) == []


LOADING = """
import threading
import onnxruntime
from pathlib import Path
from pramana.cli.commands.serve import leave

smallest = min(Path(".assets/models").glob("*/*.onnx"), key=lambda path: path.stat().st_size)

def load():
    while True:
        onnxruntime.InferenceSession(str(smallest), providers=["CPUExecutionProvider"])
        started.set()

started = threading.Event()
threading.Thread(target=load, daemon=True).start()
started.wait()
print("stopped")
"""


def test_a_model_that_is_still_loading_does_not_abort_the_end():
    """Without `leave()` the same program ends with SIGABRT: the thread is inside native code."""
    ended = subprocess.run(
        [sys.executable, "-c", LOADING + "leave()"], capture_output=True, text=True, timeout=120
    )
    assert (ended.returncode, ended.stdout) == (0, "stopped\n"), ended.stderr


def test_an_open_stream_does_not_delay_the_end(own_database):
    with running_product(start=PreparedProcess, DATABASE_URL=own_database) as own:
        headers = {"Authorization": f"Bearer {own.key}"}
        with httpx.stream(
            "GET", f"{own.url}/api/jobs/stream", headers=headers, timeout=30
        ) as stream:
            lines = stream.iter_lines()
            next(lines)
            assert own.stop(signal.SIGINT) < SOON
            assert any("error" in line for line in lines)


def test_a_killed_worker_is_started_again_and_a_killed_product_leaves_none(own_database):
    with running_product(DATABASE_URL=own_database) as own:
        assert own.url
        own.kill_worker()
        [worker] = children(own.process.pid)
        own.process.kill()
        wait_until(lambda: not alive(worker))


def refused(*arguments: str, **environment: str) -> str:
    ended = pramana(*arguments, **environment)
    assert ended.returncode not in (0, None)
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
    return ended.stderr


@pytest.mark.parametrize("command", ["serve", "web", "worker", "migrate"])
def test_bad_settings_are_one_sentence(command):
    assert "PRAMANA_PORT" in refused(command, PRAMANA_PORT="many")


def test_open_mode_elsewhere_than_loopback_is_refused():
    assert "loopback" in refused("serve", "--host", "0.0.0.0", PRAMANA_OPEN="1")


def test_a_taken_port_is_one_sentence_and_nothing_is_started(data):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"Port {port}" in refused("serve", "--port", port, "--data", str(data))
    assert not (data / "postgres").exists()


def test_a_data_directory_that_is_a_file_is_one_sentence(tmp_path):
    place = tmp_path / "data"
    place.write_text("mine")
    assert "--data" in refused("serve", "--port", "0", "--data", str(place))
    assert place.read_text() == "mine"


def test_a_database_that_is_not_there_is_one_sentence(tmp_path):
    sentence = refused(
        "serve", "--port", "0", "--data", str(tmp_path), DATABASE_URL="postgresql://127.0.0.1:1/x"
    )
    assert "DATABASE_URL" in sentence


def test_the_doctor_speaks_of_every_part(data):
    said = pramana("doctor", "--data", str(data))
    assert said.returncode == 0
    parts = {line.split()[1]: line.split()[0] for line in said.stdout.splitlines()}
    assert parts["database"] == "ready" and parts["migrations"] == "missing"
    assert {"data", "files", "ocr", "embeddings", "model"} <= parts.keys()


def test_the_doctor_names_stored_files_that_are_not_as_they_were_given(own_database, tmp_path):
    place = {"DATABASE_URL": own_database, "PRAMANA_DATA": str(tmp_path)}
    made = run_prepared(["-c", TWO_FILES], env={**os.environ, **place})
    kept, damaged = made.stdout.split()

    said = run_prepared(["-m", "pramana.cli", "doctor", "--verify"], env={**os.environ, **place})

    [line] = [each for each in said.stdout.splitlines() if "checksums" in each]
    assert line.startswith("broken") and "1 of 2 files" in line
    assert damaged in line and kept not in line


TWO_FILES = """
import django; django.setup()
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from pramana.tenancy.services.files import store_file
from pramana.tenancy.testing import make_tenant
scope = make_tenant("kept")
kept, damaged = (store_file(scope, ContentFile(content)) for content in (b"one", b"two"))
default_storage.delete(damaged.key)
default_storage.save(damaged.key, ContentFile(b"too"))
print(kept.key, damaged.key)
"""


def test_unknown_commands_are_explained():
    ended = pramana("dance")
    assert ended.returncode == 2 and "usage" in ended.stderr
    assert ended.stdout == ""
