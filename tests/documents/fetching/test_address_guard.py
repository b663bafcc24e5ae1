from ipaddress import ip_address

import pytest

from pramana.documents.fetching.addresses import is_allowed, refusal_reason


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.9.9.9",
        "168.63.129.16", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192",
        "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.9",
        "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1",
        "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
        "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
    ],
)  # fmt: skip
def test_private_addresses_are_refused(address: str) -> None:
    assert refusal_reason(ip_address(address))


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:4700::1", "2a00:1450::1"]
)
def test_public_addresses_are_allowed(address: str) -> None:
    assert refusal_reason(ip_address(address)) is None


def test_an_allowed_host_is_named_with_or_without_its_port() -> None:
    allow = ("wiki.local", "files.local:8080", "[::1]", " Case.Local ")

    assert is_allowed("wiki.local", 9000, allow)
    assert is_allowed("files.local", 8080, allow)
    assert is_allowed("::1", 80, allow)
    assert is_allowed("case.local", 80, allow)
    assert not is_allowed("files.local", 80, allow)
    assert not is_allowed("sub.wiki.local", 80, allow)
    assert not is_allowed("evilwiki.local", 80, allow)
    assert not is_allowed("anything", 80, ("", "*"))
