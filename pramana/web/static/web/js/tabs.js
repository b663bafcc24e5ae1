// Tabs whose panels are on the page: arrows move, and the panel follows.

export function startTabs() {
  for (const list of document.querySelectorAll("[role=tablist]")) {
    const tabs = [...list.querySelectorAll("[role=tab]")];
    for (const tab of tabs) {
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        choose(tabs, tab);
      });
    }
    list.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const shown = tabs.filter((tab) => tab.offsetParent !== null);
      const at = shown.indexOf(document.activeElement);
      const next = shown[(at + by + shown.length) % shown.length];
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
    if (tab.dataset.side) continue; // panes are shown and hidden by their container
    if (panel) panel.hidden = !selected;
  }
  const panes = chosen.closest(".panes");
  if (!panes) return;
  panes.dataset.shown = chosen.dataset.side;
  if (chosen.dataset.panel) panes.dataset.panel = chosen.dataset.panel;
  const { side, panel } = chosen.dataset;
  panes.dispatchEvent(new CustomEvent("pramana:pane", { detail: { side, panel } }));
}

/** Show a pane where panes are tabs. */
export function showPane(panes, side) {
  panes.querySelector(`[role=tab][data-side="${side}"]`)?.click();
}
