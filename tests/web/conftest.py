"""A product of our own with something in it, and browsers that visit it."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

from tests.plugin import TEMPLATE
from tests.prepared import PreparedProcess, run_prepared
from tests.product import running_product
from tests.starting import starts_processes
from tests.web.browser import Visitor, launch
from tests.web.seed import PASSWORD
from tests.web.talking import Talking, talking

Visit = Callable[..., Visitor]


@dataclass
class Site:
    """Where the product is, and what the seed put into it."""

    url: str
    documents: dict[str, str]
    place: dict[str, str] = field(default_factory=dict)
    """Its database and its data, for programs that set a scene."""

    def reader(self, name: str, query: str = "") -> str:
        return f"/app/documents/{self.documents[name]}{query}"

    def staged(self, module: str, *arguments: str, **environment: str) -> str:
        """Set a scene in the product's database, in a process of its own; what it prints."""
        return staged({**self.place, **environment}, "-m", module, *arguments)


def staged(place: dict[str, str], *command: str) -> str:
    environment = {**os.environ, **place, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = run_prepared(command, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="session")
@starts_processes
def site(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    from pramana.postgres.testing import clone_database, drop_database

    server, name = os.environ["DATABASE_URL"], f"web_{worker_id}"
    place = {
        "DATABASE_URL": clone_database(server, TEMPLATE, name),
        "PRAMANA_DATA": str(tmp_path_factory.mktemp("web")),
    }
    with running_product(start=PreparedProcess, **place) as product:
        documents = json.loads(staged(place, "-m", "tests.web.seed"))["documents"]
        yield Site(product.url.rstrip("/"), documents, place)
    drop_database(server, name)


@pytest.fixture(scope="session")
def woven(site: Site) -> dict[str, str]:
    """A tenant in which everything hangs together, by what its ids are of."""
    found: dict[str, str] = json.loads(site.staged("tests.web.threaded", PRAMANA_EMBEDDINGS="none"))
    return found


@pytest.fixture(scope="session")
@starts_processes
def one_that_talks(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talking]:
    """A web server with a model that can be held; whoever holds it lets it go."""
    with talking(f"talk_{worker_id}", tmp_path_factory.mktemp("talk")) as started:
        yield started


@pytest.fixture(scope="session")
def cookies(site: Site) -> Callable[[str], dict[str, str]]:
    """Cookies of someone who signed in; each person does so once."""
    known: dict[str, dict[str, str]] = {}

    def of(name: str) -> dict[str, str]:
        if name not in known:
            known[name] = _sign_in(site.url, name)
        return known[name]

    return of


def _sign_in(url: str, name: str) -> dict[str, str]:
    with httpx.Client(base_url=url, follow_redirects=True, timeout=60) as client:
        form = client.get("/app/sign-in").text
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
        assert found
        answer = client.post(
            "/app/sign-in",
            data={"csrfmiddlewaretoken": found.group(1), "name": name, "password": PASSWORD},
        )
        assert answer.status_code == 200, answer.text
        return dict(client.cookies)


class OpenBrowser:
    """The browser that tests share, and its windows that are free, by their size.

    A new window fetches and compiles every script again, and so does a page in a new process. One
    page of each window stays open, so that its process goes on. The browser is closed before a
    module that begins without it: while Playwright runs, its event loop is in the way of Django.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._opened: Browser | None = None
        self.windows: dict[tuple[int, int], list[BrowserContext]] = defaultdict(list)

    def browser(self) -> Browser:
        if self._opened is None:
            playwright = self._stack.enter_context(sync_playwright())
            self._opened = self._stack.enter_context(closing(launch(playwright)))
        return self._opened

    def window(self, size: ViewportSize, url: str) -> BrowserContext:
        if free := self.windows[size["width"], size["height"]]:
            return free.pop()
        context = self.browser().new_context(viewport=size)
        context.new_page().goto(f"{url}/healthcheck")
        return context

    def close(self) -> None:
        self._opened = None
        self.windows.clear()
        self._stack.close()


OPEN = OpenBrowser()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    try:
        return (yield)
    finally:
        goes_on = nextitem is not None and nextitem.path == item.path
        if not goes_on and "browser" not in getattr(nextitem, "fixturenames", ()):
            OPEN.close()


@pytest.fixture(scope="session")
def _browser_ends(django_db_setup: None) -> Iterator[None]:
    """At the end of a process the browser is closed before the database is."""
    yield
    OPEN.close()


@pytest.fixture
@starts_processes
def browser(_browser_ends: None) -> Browser:
    return OPEN.browser()


@pytest.fixture
def visit(
    site: Site,
    browser: Browser,
    cookies: Callable[[str], dict[str, str]],
) -> Iterator[Visit]:
    """Open a window as someone; at the end nothing may be left in its console.

    A window is used again once its test has ended, and remembers nothing but files of the pages.
    """
    visitors: list[tuple[tuple[int, int], Visitor]] = []

    def opened(
        name: str | None = "archive-admin",
        *,
        width: int = 1440,
        height: int = 900,
        theme: str = "light",
        language: str = "en",
    ) -> Visitor:
        size: ViewportSize = {"width": width, "height": height}
        visitor = Visitor(OPEN.window(size, site.url), site.url)
        visitor.forget()
        kept = {"pramana_theme": theme, "pramana_language": language}
        kept |= cookies(name) if name else {}
        visitor.context.add_cookies(
            [{"name": each, "value": kept[each], "url": site.url} for each in kept]
        )
        visitors.append(((width, height), visitor))
        return visitor

    yield opened
    complaints = [each for _, visitor in visitors for each in visitor.complaints]
    for size, visitor in visitors:
        for page in visitor.context.pages[1:]:
            page.close()
        OPEN.windows[size].append(visitor.context)
    assert complaints == []
