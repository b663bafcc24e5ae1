"""Errors in fetching a page. The message is for the person who entered the URL."""

from pramana.kit.errors import AppError

RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})


class FetchError(AppError):
    """The page was not fetched, and nothing was stored."""

    code = "fetch_failed"
    status = 502
    transient: bool = False
    """Whether a later retry may help."""


class BadUrl(FetchError):
    """The text is not the URL of a web page."""

    code = "bad_url"
    status = 400


class AddressRefused(FetchError):
    """The URL leads to an address that is not allowed."""

    code = "address_refused"
    status = 400

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            f"{where} is not fetched: {why}. "
            "If it may be read, an operator can add its host to PRAMANA_FETCH_ALLOW."
        )


class TooManyRedirects(FetchError):
    code = "too_many_redirects"

    def __init__(self, url: str, limit: int) -> None:
        super().__init__(
            f"{url} redirects in a loop or more than {limit} times. "
            "Open it in a browser and give the address where it ends."
        )


class FetchTimeout(FetchError):
    code = "fetch_timeout"
    status = 504
    transient = True

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} did not answer completely in time. Try again later.")


class FetchTooLarge(FetchError):
    code = "too_large"
    status = 413

    def __init__(self, limit: int) -> None:
        size = f"{limit // 1024 // 1024} MB" if limit >= 1024 * 1024 else f"{limit // 1024} kB"
        super().__init__(f"The page is larger than {size}. Upload the part of it that you need.")


class ContentTypeRefused(FetchError):
    code = "content_type_refused"
    status = 400

    def __init__(self, content_type: str) -> None:
        named = f"“{content_type[:80]}”" if content_type else "something without a type"
        super().__init__(
            f"The server sends {named}, which cannot be read. "
            "Web pages, text, Markdown, PDF, Word files and images can."
        )


class RobotsRefused(FetchError):
    """The site's robots.txt forbids it, or cannot be read, which counts as forbidden (RFC 9309)."""

    code = "robots_refused"
    status = 400

    def __init__(self, url: str) -> None:
        super().__init__(
            f"The robots.txt of the site asks that {url} is not read by programs. "
            "Ask the site, or download the page yourself and upload it."
        )


class RobotsUnreachable(RobotsRefused):
    transient = True

    def __init__(self, origin: str, why: str) -> None:
        FetchError.__init__(
            self,
            f"The robots.txt of {origin} cannot be read; without it nothing is read there. {why}",
        )


class FetchFailed(FetchError):
    """The server refused, failed or closed the connection."""

    def __init__(
        self, message: str, *, upstream: int | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.upstream = upstream
        self.retry_after = retry_after
        self.transient = upstream is None or upstream in RETRYABLE

    @classmethod
    def answered(cls, url: str, status: int, retry_after: int | None = None) -> "FetchFailed":
        hint = {
            401: "It needs a sign-in: download it yourself and upload it.",
            403: "The site does not give it to programs: download it yourself and upload it.",
            404: "Check the address.",
            410: "Check the address.",
        }.get(status, "Try again later." if status in RETRYABLE else "Check it in a browser.")
        message = f"The server answered {status} for {url}. {hint}"
        return cls(message, upstream=status, retry_after=retry_after)


class HostNotFound(FetchFailed):
    def __init__(self, host: str) -> None:
        super().__init__(f"There is no host named {host}, or its name server does not answer.")
