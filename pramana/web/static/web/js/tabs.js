// Tabs whose panels are on the page: arrows move, the panel follows.

export function startTabs() {
  for (const list of document.querySelectorAll("[role=tablist]")) {
    const tabs = [...list.querySelectorAll("[role=tab]")];
    for (const tab of tabs) tab.addEventListener("click", () => choose(tabs, tab));
    list.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const at = tabs.indexOf(document.activeElement);
      const next = tabs[(at + by + tabs.length) % tabs.length];
      choose(tabs, next);
      next.focus();
    });
  }
}

function choose(tabs, chosen) {
  for (const tab of tabs) {
    const selected = tab === chosen;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls"));
    if (tab.dataset.side) continue; // panes are shown and hidden by their frame, on phones only
    if (panel) panel.hidden = !selected;
  }
  const panes = chosen.closest(".panes");
  if (panes) panes.dataset.shown = chosen.dataset.side;
}

/** Bring a pane to the front, where panes are tabs. */
export function showPane(panes, side) {
  panes.querySelector(`[role=tab][data-side="${side}"]`)?.click();
}
