"""The name, not the checked address, is what the certificate must carry."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pramana.documents.fetching import FetchOptions, connection, fetch
from pramana.documents.fetching.errors import RobotsUnreachable
from tests.documents.fetching.server import PUBLIC, Internet, page, serving

OPTIONS = FetchOptions(pause_seconds=0.0)


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ssl.SSLContext]:
    """A server's certificate for pages.test, trusted as an operator would do it."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.NameAttribute(NameOID.COMMON_NAME, "x"),
    )
    now, names = datetime.now(UTC), x509.SubjectAlternativeName([x509.DNSName("pages.test")])
    made = (
        x509.CertificateBuilder(x509.Name([name]), x509.Name([name]), key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (tmp_path / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (tmp_path / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    connection.trusted_roots.cache_clear()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    yield context
    connection.trusted_roots.cache_clear()


def test_the_name_is_checked_while_the_address_is_pinned(
    internet: Internet, certificate: ssl.SSLContext
) -> None:
    asked_for: list[str | None] = []
    certificate.sni_callback = lambda _, name, __: asked_for.append(name)
    internet.name("pages.test", [PUBLIC])
    internet.name("other.test", [PUBLIC])
    with serving({"/": page("safe")}, certificate) as site:
        internet.machine(site, port=443)

        with fetch("https://pages.test/", OPTIONS) as found:
            assert found.content() == b"safe"
        with pytest.raises(RobotsUnreachable, match="certificate"):
            fetch("https://other.test/", OPTIONS)

    assert set(internet.connected) == {(PUBLIC, 443)}
    assert asked_for == ["pages.test", "pages.test", "other.test"]


def test_an_untrusted_certificate_is_refused(
    internet: Internet, certificate: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    connection.trusted_roots.cache_clear()
    internet.name("pages.test", [PUBLIC])
    with serving({"/": page("x")}, certificate) as site:
        internet.machine(site, port=443)
        with pytest.raises(RobotsUnreachable, match="certificate"):
            fetch("https://pages.test/", OPTIONS)
    assert not site.asked
