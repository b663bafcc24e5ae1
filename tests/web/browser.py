"""A real browser, and what we ask of every page it shows."""

import os
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

from tests.sharing import process_name

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / ".screens"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--process-per-site",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-maglev,--no-opt",
)
"""No page of a test lives so long that compiling its scripts to machine code pays."""
PATIENCE = 30_000
SIZES = {1440: 900, 390: 844}
"""Windows that pages are looked at in: a desktop's and a phone's."""
GRAVE = ("serious", "critical")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice")
COLOURS = ("color-contrast",)
"""All that a theme can change."""
SETTLE = """async () => {
  const ends = each => each.effect.getComputedTiming().endTime < Infinity;
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise(requestAnimationFrame);
    document.getAnimations().filter(ends).forEach(each => each.finish());
  }
}"""
"""What a new size sets in motion begins a frame later."""
SELECT = """words => {
  const text = document.querySelector("[data-text]");
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(words);
    if (at < 0) continue;
    getSelection().setBaseAndExtent(
      walker.currentNode, at, walker.currentNode, at + words.length);
    return;
  }
}"""
"""Select words of a document's text, as a pointer drawn over them does."""
RUN_AXE = """({ rules, impacts }) => {
  const left = ["experimental", "deprecated"];
  const impact = new Map(axe._audit.rules.map(each => [each.id, each.impact]));
  const values = axe.getRules()
    .filter(({ ruleId, tags }) => rules.some(each => each === ruleId || tags.includes(each)))
    .filter(({ ruleId, tags }) =>
      impacts.includes(impact.get(ruleId)) && !tags.some(each => left.includes(each)))
    .map(each => each.ruleId);
  return axe.run(document, { runOnly: { type: "rule", values }, resultTypes: ["violations"] });
}"""
"""Rules by id or tag. Those whose findings are never grave need not be run."""
STARTING = "html:not([data-ready]):has(script[src*='web/js/app'])"
"""A page of ours whose scripts have not started; what is pressed there may be lost."""


def is_looked_at() -> bool:
    """Nobody looks at the pictures of a run of everything."""
    return process_name() == "main"


def launch(playwright: Playwright) -> Browser:
    path = os.environ.get("PRAMANA_CHROMIUM", "/usr/bin/chromium")
    return playwright.chromium.launch(
        executable_path=path if Path(path).exists() else None, args=list(FLAGS)
    )


class Visitor:
    """One window. What its console complains about is kept, and fails the test at the end."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url
        self.context = context
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_locator_handler(
            self.page.locator(STARTING), lambda _: self._wait_until_ready(), no_wait_after=True
        )
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} at {self.page.url}")

    def forget(self) -> None:
        """Know nothing of who used the window before, except the files of the pages."""
        self.context.clear_cookies()
        self.context.clear_permissions()
        tools = self.context.new_cdp_session(self.page)
        tools.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
        tools.detach()

    def open(self, path: str) -> Page:
        """Go there and wait until the page's scripts have started."""
        self.page.goto(self.url + path)
        self._wait_until_ready()
        return self.page

    def _wait_until_ready(self) -> None:
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def expect_complaint(self, part: str) -> None:
        """A refusal that the test asked for is not a fault of the page."""
        assert any(part in complaint for complaint in self.complaints), self.complaints
        self.complaints = [each for each in self.complaints if part not in each]

    def shoot(self, name: str) -> None:
        """Let movements end, and keep a picture where people look at them."""
        self.page.evaluate(SETTLE)
        if is_looked_at():
            SCREENS.mkdir(exist_ok=True)
            self.page.screenshot(path=SCREENS / f"{name}.png", animations="disabled")


def check_appearance(visitor: Visitor, name: str, *, accessible: bool = True) -> None:
    """The page fits both windows, and axe-core finds nothing serious in either theme.

    Structure is checked once, in the wide window and light colours; the dark theme can only change
    contrast. Pictures are taken where people look at them.
    """
    page = visitor.page
    for theme, rules in (("light", RULES), ("dark", COLOURS)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        for width, height in SIZES.items():
            judged = accessible and width == max(SIZES)
            if theme == "dark" and not judged and not is_looked_at():
                continue  # colours do not change the layout
            page.set_viewport_size({"width": width, "height": height})
            visitor.shoot(f"{name}-{width}-{theme}")
            assert overflow(page) <= 0, f"{name} at {width}"
            if judged:
                found = grave_findings(page, rules)
                assert not found, f"{name} at {width} {theme}: {found}"
    page.set_viewport_size({"width": max(SIZES), "height": SIZES[max(SIZES)]})


def grave_findings(page: Page, rules: tuple[str, ...] = RULES) -> list[str]:
    """What axe-core finds serious. Evaluated, not added, so that the page's policy stays on."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    wanted = {"rules": list(rules), "impacts": list(GRAVE)}
    found: dict[str, Any] = page.evaluate(RUN_AXE, wanted)
    return [
        f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )
