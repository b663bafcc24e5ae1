"""Addresses that a tenant's admin entered: they obey the rules of fetching, at every request.

The rules live above this package, so they are registered here. A name is resolved and checked, and
the connection goes to the address that was checked; TLS and the Host header still use the name.
"""

from collections.abc import Callable
from typing import Protocol

import httpx

from pramana.kit.errors import InvalidRequest

DNS_SECONDS = 5.0
PORTS = {"http": 80, "https": 443}


class AddressRules(Protocol):
    """Which hosts may be reached."""

    def is_allowed(self, host: str, port: int) -> bool:
        """Whether an operator opened this host of the inner network."""
        ...

    def addresses(self, host: str, port: int, *, seconds: float) -> list[str]:
        """The checked addresses of a host; raises an `AppError` if it may not be reached."""
        ...


_rules: dict[str, Callable[[], AddressRules]] = {}


def register_address_rules(rules: Callable[[], AddressRules]) -> None:
    _rules["rules"] = rules


def check_address(written: str) -> None:
    """Raise an `AppError` that says why this address may not be used, if it may not."""
    try:
        url = httpx.URL(written)
    except (httpx.InvalidURL, TypeError):
        url = httpx.URL("")
    if url.scheme not in PORTS or not url.host or url.userinfo:
        raise InvalidRequest("Write an address like https://models.example.org/v1.")
    port = url.port or PORTS[url.scheme]
    if url.scheme == "http" and not _rules["rules"]().is_allowed(url.host, port):
        raise InvalidRequest(
            "The address must begin with https://. An operator can open a host of the inner "
            "network with PRAMANA_FETCH_ALLOW."
        )
    checked_address(url.scheme, url.host, url.port)


def checked_address(scheme: str, host: str, port: int | None) -> str:
    """An address of the host to connect to, or an `AppError` if it may not be reached."""
    return _rules["rules"]().addresses(host, port or PORTS[scheme], seconds=DNS_SECONDS)[0]


class GuardedTransport(httpx.BaseTransport):
    """Connects only to addresses that were just checked. Use one for one host."""

    def __init__(self) -> None:
        self._transport = httpx.HTTPTransport(trust_env=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        request.url = url.copy_with(host=checked_address(url.scheme, url.host, url.port))
        request.extensions = {**request.extensions, "sni_hostname": url.host}
        return self._transport.handle_request(request)

    def close(self) -> None:
        self._transport.close()
