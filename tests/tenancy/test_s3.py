"""The same files on an S3 server: a real one over HTTP, on loopback."""

from datetime import timedelta

import boto3
import pytest
from django.core.files.base import ContentFile
from django.test import override_settings
from moto.server import ThreadedMotoServer

from config.environment import Environment
from config.files import storages
from pramana.cli.commands import upkeep
from pramana.tenancy.errors import FileGone
from pramana.tenancy.models import StoredFile
from pramana.tenancy.services import open_file, release_file, store_file, sweep_files

BUCKET = "pramana"


@pytest.fixture(scope="module")
def s3_server():
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3_server, monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    client = boto3.client("s3", endpoint_url=s3_server)
    client.create_bucket(Bucket=BUCKET)
    settings = storages(Environment(files="s3", s3_bucket=BUCKET, s3_endpoint=s3_server))
    with override_settings(STORAGES=settings):
        yield client
    for entry in client.list_objects_v2(Bucket=BUCKET).get("Contents", []):
        client.delete_object(Bucket=BUCKET, Key=entry["Key"])
    client.delete_bucket(Bucket=BUCKET)


def keys(client) -> list[str]:
    found = client.list_objects_v2(Bucket=BUCKET).get("Contents", [])
    return [entry["Key"] for entry in found]


def test_bytes_go_out_and_come_back(bucket, scope, other_scope):
    row = store_file(scope, ContentFile("नेपाल".encode() * 1000))
    assert keys(bucket) == [row.key]
    with open_file(scope, row.id) as file:
        assert file.read() == "नेपाल".encode() * 1000
    with pytest.raises(FileGone), open_file(other_scope, row.id):
        pass


def test_the_same_bytes_are_sent_once(bucket, scope):
    assert store_file(scope, ContentFile(b"x")).id == store_file(scope, ContentFile(b"x")).id
    assert len(keys(bucket)) == 1


def test_released_bytes_are_gone(bucket, scope, django_capture_on_commit_callbacks):
    row = store_file(scope, ContentFile(b"x"))
    with django_capture_on_commit_callbacks(execute=True):
        release_file(scope, row.id)
    assert keys(bucket) == []


def test_bytes_without_a_row_are_swept(bucket, scope, monkeypatch):
    row = store_file(scope, ContentFile(b"x"))
    StoredFile.objects.in_scope(scope).filter(pk=row.pk).delete()
    assert sweep_files() == 0
    monkeypatch.setattr("pramana.tenancy.services.files.GRACE_PERIOD", timedelta(hours=-1))
    assert sweep_files() == 1
    assert keys(bucket) == []


def test_the_doctor_knows_a_bucket_from_one_that_is_not_there(bucket, s3_server):
    for name, state in ((BUCKET, upkeep.READY), ("elsewhere", upkeep.BROKEN)):
        asked = Environment(files="s3", s3_bucket=name, s3_endpoint=s3_server)
        assert upkeep._files(asked).state == state
