"""The name, not the checked address, is what the certificate must carry."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from pramana.documents.fetching import FetchOptions, connection, fetch
from pramana.documents.fetching.errors import RobotsUnreachable
from tests.certificates import make_certificate, server_tls
from tests.documents.fetching.server import PUBLIC, Internet, page, serving

OPTIONS = FetchOptions(pause_seconds=0.0)


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ssl.SSLContext]:
    """A server's certificate for pages.test, trusted as an operator would do it."""
    made = make_certificate(tmp_path, "pages.test")
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    connection.trusted_roots.cache_clear()
    yield server_tls(made)
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
