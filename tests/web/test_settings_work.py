"""Settings as an admin sets them, in a browser: a model is tried, saved, and then answers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.api.server import running_web
from tests.starting import starts_processes
from tests.web.browser import PATIENCE, Visitor, check_appearance
from tests.web.conftest import _sign_in
from tests.web.talking import FILL, FIRST, Talking, model

expect.set_options(timeout=2 * PATIENCE)

KEY = "sk-key-of-the-office"
OPERATOR = """
from pramana.tenancy.models import User
User.objects.update(is_superuser=True)
"""


@pytest.fixture(scope="module")
@starts_processes
def office(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talking]:
    """A web server without a model of its own, beside a model that its operator has opened."""
    with model() as speaks:
        settings = {
            "PRAMANA_EMBEDDINGS": "none",
            "PRAMANA_FETCH_ALLOW": speaks.url.removeprefix("http://").removesuffix("/v1"),
        }
        folder = tmp_path_factory.mktemp("settings")
        with running_web(f"settings_{worker_id}", folder, **settings) as web:
            yield Talking(web, speaks, *web.python(FILL).split())


@pytest.fixture
def visitor(office: Talking, browser: Browser) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    cookies = _sign_in(office.web.url, office.person)
    context.add_cookies(
        [{"name": k, "value": v, "url": office.web.url} for k, v in cookies.items()]
    )
    opened = Visitor(context, office.web.url)
    yield opened
    context.close()
    assert opened.complaints == []


def test_a_model_is_set_in_the_browser_and_answers_without_a_restart(
    visitor: Visitor, office: Talking
) -> None:
    page = visitor.open("/app/settings/models")
    form = page.locator("form[action$='/model']")
    form.get_by_label("Provider").select_option("server")
    form.get_by_label("Address").fill(office.model.url)
    form.get_by_label("Key").fill(KEY)
    form.get_by_label("Name of the model").fill("small")
    form.get_by_role("button", name="Try it").click()
    expect(page.locator("#trial")).to_contain_text("It answered")
    expect(form.get_by_label("Key")).to_have_value(KEY)  # what was typed stays
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("It is used from now on")
    expect(form.get_by_label("Key")).to_have_value("")
    assert KEY not in page.content()

    page = visitor.open("/app/ask")
    page.locator("textarea[name=query]").fill("Who signed for the bridge?")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_contain_text(FIRST)

    page = visitor.open("/app/settings/usage")
    expect(page.get_by_role("row", name="Answers")).to_be_visible()
    page.get_by_label("US dollars a month").fill("12.5")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("US dollars a month")).to_have_value("12.5")
    check_appearance(visitor, "usage-full", accessible=True)
    visitor.open("/app/settings/models")
    check_appearance(visitor, "models-own", accessible=True)
    office.web.python(OPERATOR)
    page = visitor.open("/app/settings/defaults")
    page.get_by_label("US dollars a day").fill("4")
    page.locator("form[action$='/alarms']").get_by_role("button", name="Save").click()
    expect(page.get_by_label("US dollars a day")).to_have_value("4")
    check_appearance(visitor, "settings-defaults", accessible=True)
    visitor.open("/app/settings/audit?what=setting.changed")
    expect(visitor.page.locator("tbody tr")).to_have_count(2)
