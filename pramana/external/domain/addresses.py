"""Addresses as results carry them: one spelling each, and whose they are."""

from urllib.parse import urlsplit

from pramana.documents.fetching import FetchError, normalise_url


def spelt(url: str) -> str | None:
    """The one spelling of an address; None where it is not the address of a web page."""
    try:
        return normalise_url(url.strip())
    except FetchError:
        return None


def belongs_to(host: str, domain: str) -> bool:
    """Whether a host is the domain or any subdomain of it.

    >>> belongs_to("news.example.org", "Example.org"), belongs_to("notexample.org", "example.org")
    (True, False)
    """
    domain = domain.strip().lower().strip(".")
    return bool(domain) and (host == domain or host.endswith(f".{domain}"))


def is_pdf(url: str, content_type: str = "") -> bool:
    return "pdf" in content_type.lower() or urlsplit(url).path.lower().endswith(".pdf")
