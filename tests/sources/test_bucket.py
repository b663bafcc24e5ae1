"""A bucket's day, on a real S3 server on loopback: new, changed, renamed, deleted, revoked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

import boto3
import httpx
import pytest
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.core import disable_iam_authentication, enable_iam_authentication
from moto.server import ThreadedMotoServer

from pramana.kit.scope import Scope
from pramana.sources.connectors import bucket as bucket_module
from pramana.sources.connectors.bucket import canonical_query, signed_headers
from pramana.sources.contracts import BucketSettings, ItemState, SourceKind, SyncCounts
from pramana.sources.errors import BadSource, CredentialsRefused, SourceUnavailable
from pramana.sources.models import FollowedSource
from pramana.sources.services import change_source, follow_source
from tests.documents.fetching.server import Served, page, serving
from tests.settings import change
from tests.sources.following import Followed

pytestmark = pytest.mark.django_db
BUCKET = "ward-papers"


@dataclass
class BucketUser:
    """A user of the S3 server, what its owner allows, and its key."""

    NAME: ClassVar[str] = "reader"
    owner: Any
    key: str
    secret: str

    def allow(self, *actions: str) -> None:
        """Allow this, and nothing else from now on."""
        rule = {"Effect": "Allow", "Action": actions, "Resource": "*"}
        document = json.dumps({"Version": "2012-10-17", "Statement": [rule]})
        with disable_iam_authentication():
            self.owner.put_user_policy(
                UserName=self.NAME, PolicyName="read", PolicyDocument=document
            )

    def revoke(self) -> None:
        with disable_iam_authentication():
            self.owner.delete_access_key(UserName=self.NAME, AccessKeyId=self.key)


@contextmanager
def serving_buckets() -> Iterator[str]:
    """A real S3 server on loopback."""
    started = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    started.start()
    host, port = started.get_host_and_port()
    yield f"{host}:{port}"
    started.stop()


@contextmanager
def filled_bucket(server: str) -> Iterator[Any]:
    """The bucket as another program writes it."""
    client = boto3.client(
        "s3",
        endpoint_url=f"http://{server}",
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    client.create_bucket(Bucket=BUCKET)
    put(client, "in/well.txt", "The well at Bhorle is forty metres deep.")
    put(client, "in/2081/सडक.txt", "The road to Tipling was closed in June.")
    put(client, "out/other.txt", "This is outside the prefix.")
    yield client
    for entry in client.list_objects_v2(Bucket=BUCKET).get("Contents", []):
        client.delete_object(Bucket=BUCKET, Key=entry["Key"])
    client.delete_bucket(Bucket=BUCKET)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving_buckets() as address:
        yield address


@pytest.fixture
def objects(server: str, settings) -> Iterator[Any]:
    change(settings, fetch_allow=(server,))
    with filled_bucket(server) as client:
        yield client


def put(client: Any, key: str, words: str) -> None:
    client.put_object(Bucket=BUCKET, Key=key, Body=words.encode())


def settings_of(server: str, **changes: str) -> BucketSettings:
    given = {"bucket": BUCKET, "prefix": "in/", "access_key": "test", **changes}
    return BucketSettings(kind=SourceKind.BUCKET, endpoint=f"http://{server}", **given)


@pytest.fixture
def followed(scope: Scope, server: str, objects: Any, collection_id: UUID) -> Followed:
    source = follow_source(
        scope, "Papers", settings_of(server), secret="test", collection_id=collection_id
    )
    return Followed(scope, source)


def test_a_day_of_a_bucket(followed: Followed, objects: Any) -> None:
    assert followed.source.counts == SyncCounts(added=2)
    assert set(followed.documents) == {"well.txt", "सडक.txt"}
    before = followed.document_ids()
    assert followed.sync() == SyncCounts(unchanged=2)

    put(objects, "in/school.txt", "The school has nine rooms.")
    put(objects, "in/well.txt", "The well at Bhorle is sixty metres deep.")
    assert followed.sync() == SyncCounts(added=1, changed=1, unchanged=1)

    objects.copy_object(Bucket=BUCKET, CopySource=f"{BUCKET}/in/well.txt", Key="in/deep well.txt")
    objects.delete_object(Bucket=BUCKET, Key="in/well.txt")
    assert followed.sync() == SyncCounts(renamed=1, unchanged=2)
    assert followed.document_ids()["deep well.txt"] == before["well.txt"]

    objects.delete_object(Bucket=BUCKET, Key="in/school.txt")
    assert followed.sync() == SyncCounts(deleted=1, unchanged=2)
    assert set(followed.documents) == {"deep well.txt", "सडक.txt"}


def test_a_listing_in_several_pages_is_read_to_its_end(
    followed: Followed, objects: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = bucket_module.canonical_query
    monkeypatch.setattr(
        bucket_module, "canonical_query", lambda query: real({"max-keys": "1", **query})
    )
    put(objects, "in/a b+c&d=e.txt", "A name with signs.")

    assert followed.sync() == SyncCounts(added=1, unchanged=2)


def test_a_bucket_that_is_gone_deletes_nothing(followed: Followed, objects: Any) -> None:
    for entry in objects.list_objects_v2(Bucket=BUCKET)["Contents"]:
        objects.delete_object(Bucket=BUCKET, Key=entry["Key"])
    objects.delete_bucket(Bucket=BUCKET)

    assert "no such bucket" in followed.fail()
    assert len(followed.documents) == 2
    objects.create_bucket(Bucket=BUCKET)


def test_a_server_that_is_away_deletes_nothing(followed: Followed, settings) -> None:
    change(settings, fetch_allow=())
    assert "hosts that are allowed" in followed.fail()
    assert len(followed.documents) == 2


@pytest.fixture
def user(objects: Any, server: str) -> Iterator[BucketUser]:
    """Someone who may read the bucket; from here on the server checks keys and signatures."""
    client = boto3.client(
        "iam",
        endpoint_url=f"http://{server}",
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    client.create_user(UserName=BucketUser.NAME)
    made = client.create_access_key(UserName=BucketUser.NAME)["AccessKey"]
    user = BucketUser(client, made["AccessKeyId"], made["SecretAccessKey"])
    user.allow("s3:ListBucket", "s3:GetObject")
    with enable_iam_authentication():
        yield user
    client.delete_user_policy(UserName=user.NAME, PolicyName="read")
    for key in client.list_access_keys(UserName=user.NAME)["AccessKeyMetadata"]:
        client.delete_access_key(UserName=user.NAME, AccessKeyId=key["AccessKeyId"])
    client.delete_user(UserName=user.NAME)


@pytest.fixture
def guarded(scope: Scope, server: str, user: BucketUser, collection_id: UUID) -> Followed:
    described = settings_of(server, access_key=user.key)
    return Followed(
        scope,
        follow_source(scope, "Papers", described, secret=user.secret, collection_id=collection_id),
    )


def test_a_revoked_key_stops_the_source(guarded: Followed, user: BucketUser) -> None:
    assert guarded.source.counts == SyncCounts(added=2), "the server accepts our signatures"
    user.revoke()
    assert guarded.fail() == "The server refused the access key as unknown."
    assert guarded.source.next_at is None
    assert len(guarded.documents) == 2 and not guarded.items(ItemState.DELETED)


def test_a_bucket_that_refuses_the_key_stops_the_source(
    guarded: Followed, user: BucketUser
) -> None:
    user.allow("s3:GetObject")
    assert "may not list this bucket" in guarded.fail()
    assert guarded.source.next_at is None
    assert len(guarded.documents) == 2 and not guarded.items(ItemState.DELETED)


def test_an_object_that_may_not_be_read_is_named(
    guarded: Followed, user: BucketUser, objects: Any
) -> None:
    user.allow("s3:ListBucket")
    with disable_iam_authentication():
        put(objects, "in/school.txt", "The school has nine rooms.")
    assert guarded.sync() == SyncCounts(failed=1, unchanged=2)
    [failed] = guarded.items(ItemState.FAILED)
    assert failed.name == "in/school.txt" and "403" in failed.error

    user.allow("s3:ListBucket", "s3:GetObject")
    assert guarded.sync() == SyncCounts(added=1, unchanged=2)


def test_a_wrong_secret_key_is_refused_at_once(guarded: Followed, scope: Scope) -> None:
    with pytest.raises(CredentialsRefused, match="refused the secret key"):
        change_source(scope, guarded.id, secret="wrong")


@pytest.mark.parametrize(
    ("status", "answer", "kind", "sentence"),
    [
        (403, "<Error><Code>AccessDenied</Code></Error>", CredentialsRefused, "may not list"),
        (403, "<html>Forbidden", CredentialsRefused, "refused the access key"),
        (403, "<Error><Code>RequestTimeTooSkewed</Code></Error>", SourceUnavailable, "clock"),
        (400, "<Error><Code>AuthorizationHeaderMalformed</Code></Error>", BadSource, "region"),
        (301, "<Error><Code>PermanentRedirect</Code></Error>", BadSource, "region"),
        (404, "<Error><Code>NoSuchBucket</Code></Error>", BadSource, "no such bucket"),
        (503, "<Error><Code>SlowDown</Code></Error>", SourceUnavailable, "answered 503"),
        (200, "<html><p>Please sign in.</p></html>", SourceUnavailable, "not the list"),
        (200, "<ListBucketResult><Contents>", SourceUnavailable, "not well-formed"),
    ],
)
def test_each_refusal_is_said_and_none_is_taken_for_an_empty_bucket(
    followed: Followed, settings, status: int, answer: str, kind: type[Exception], sentence: str
) -> None:
    with serving({"*": page(answer, "application/xml", status)}) as other:
        lead_to(other, followed, settings)
        with pytest.raises(kind, match=sentence):
            change_source(followed.scope, followed.id, secret="test")
        assert sentence in followed.fail()
    assert len(followed.documents) == 2 and not followed.items(ItemState.DELETED)
    assert (followed.source.next_at is None) == (kind is CredentialsRefused)


def lead_to(other: Served, followed: Followed, settings) -> None:
    """What stands at the bucket's address is another server now."""
    change(settings, fetch_allow=(other.host,))
    row = FollowedSource.objects.in_scope(followed.scope).get()
    row.settings["endpoint"] = other.url
    row.save()


def test_a_list_that_ends_in_the_middle_deletes_nothing(followed: Followed, settings) -> None:
    half = "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"
    with serving({"*": page(half, "application/xml")}) as other:
        lead_to(other, followed, settings)
        assert "ends in the middle" in followed.fail()
    assert len(followed.documents) == 2


def test_what_cannot_be_listed_is_refused_at_once(
    scope: Scope, server: str, objects: Any, collection_id: UUID
) -> None:
    with pytest.raises(BadSource, match="no such bucket"):
        follow_source(
            scope,
            "No",
            settings_of(server, bucket="no-such-papers"),
            secret="test",
            collection_id=collection_id,
        )
    for endpoint in ("http://93.184.216.34", "https://10.0.0.4", "http://169.254.169.254"):
        settings = settings_of(server).model_copy(update={"endpoint": endpoint})
        with pytest.raises(BadSource):
            follow_source(scope, "No", settings, secret="s", collection_id=collection_id)


@pytest.mark.parametrize("key", ["in/well.txt", "in/a b+c&d=e~.txt", "in/2081/सडक.txt"])
def test_our_signatures_are_those_of_amazons_own_library(key: str) -> None:
    from urllib.parse import quote

    at = datetime(2026, 3, 2, 9, 30, 1, tzinfo=UTC)
    query = canonical_query({"prefix": "in/सडक +&=", "continuation-token": "a/b="})
    path = f"/{BUCKET}/{quote(key, safe='/-_.~')}"
    url = httpx.URL("https://s3.eu-west-1.amazonaws.com")
    url = url.copy_with(raw_path=f"{path}?{query}".encode("ascii"))

    ours = signed_headers(url, "AKIDEXAMPLE", "a/secret+key", "eu-west-1", at=at)

    request = AWSRequest("GET", str(url))
    request.context["timestamp"] = at.strftime("%Y%m%dT%H%M%SZ")
    request.headers["X-Amz-Content-SHA256"] = ours["x-amz-content-sha256"]
    request.headers["X-Amz-Date"] = ours["x-amz-date"]
    signer = S3SigV4Auth(Credentials("AKIDEXAMPLE", "a/secret+key"), "s3", "eu-west-1")
    canonical = signer.canonical_request(request)
    signature = signer.signature(signer.string_to_sign(request, canonical), request)
    assert ours["Authorization"].endswith(f"Signature={signature}"), json.dumps(canonical)
