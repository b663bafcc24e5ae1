"""Whether everything that can be pressed on a page is reached by Tab."""

from playwright.sync_api import Page

MOST = 400
"""Presses on one page; where a list is longer, its rows are alike."""
PATIENT = 2
"""Presses without a new stop: one leaves the page, the next begins it again."""
WATCH = """within => {
  const pressed = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const root = document.querySelector(within);
  const seen = each => {
    const { width, height } = each.getBoundingClientRect();
    const shown = { visibilityProperty: true, opacityProperty: true };
    return width > 1 && height > 1 && each.checkVisibility(shown);
  };
  window.tabbed = new Set();
  window.toReach = [...root.querySelectorAll(pressed)].filter(
    each => seen(each) && !each.disabled && !each.closest("[inert], [role=grid], .unseen"));
  document.addEventListener("focusin", ({ target }) => window.tabbed.add(target), true);
  document.activeElement?.blur();
  root.focus({ preventScroll: true });
  getSelection().collapse(root, 0);
}"""
STANDS = """() => {
  const at = document.activeElement;
  const ofParts = ["date", "datetime-local", "time"].includes(at?.type);
  const left = window.toReach.filter(each => each.tabIndex >= 0 && !window.tabbed.has(each));
  return [left.length ? window.tabbed.size : -1, ofParts, !!at?.closest("[role=grid]")];
}"""
"""How many had the focus, -1 for all of them; whether Tab goes on inside; whether in a grid."""
LEFT = """() => {
  const roves = each => each.closest("[role=tablist], [role=toolbar], [role=listbox], [data-path]");
  const alike = each => each.type === "radio"
    && [...window.tabbed].some(other => other.name === each.name && other.form === each.form);
  const beside = each =>
    roves(each) && [...window.tabbed].some(other => roves(each).contains(other));
  return window.toReach
    .filter(each => each.isConnected && !window.tabbed.has(each) && !alike(each) && !beside(each))
    .map(each => each.outerHTML.slice(0, 160));
}"""
"""Of tabs, of choices of one kind and of one field's parts Tab reaches one; keys do the rest."""


def unreached(page: Page, within: str = "body") -> list[str]:
    """What is in sight and can be pressed, but never had the focus on the way round the page."""
    page.evaluate(WATCH, within)
    known, idle = 0, 0
    for _ in range(MOST):
        page.keyboard.press("Tab")
        reached, goes_on, in_grid = page.evaluate(STANDS)
        if in_grid:
            page.keyboard.press("Escape")
        known, idle = reached, idle + 1 if reached == known and not goes_on else 0
        if reached < 0 or idle > PATIENT:
            break
    left: list[str] = page.evaluate(LEFT)
    return left


def out_of_order(page: Page) -> list[str]:
    """What is in sight and can be pressed, but was taken out of Tab's way: no press is needed."""
    page.evaluate(WATCH, "body")
    page.evaluate("window.tabbed = new Set(window.toReach.filter(each => each.tabIndex >= 0))")
    left: list[str] = page.evaluate(LEFT)
    return left
