// Quick search: a list of matches under the search box while typing. Enter without a selection opens
// the search page, arrows move in the list, Escape closes it.

import { parsePage } from "../page.js";
import { text } from "../text.js";

const CALM = 200; // ms after the last key
const SHORTEST = 2;

export function startQuickSearch() {
  const form = document.getElementById("finder");
  const list = form?.querySelector("[data-everywhere]");
  if (!list || document.querySelector("[data-results]")) return; // the search page shows it itself
  const field = form.querySelector("[name=q]");
  let timer = 0;
  let request = null;

  const close = () => {
    clearTimeout(timer);
    request?.abort();
    list.hidden = true;
  };

  async function find() {
    request?.abort();
    request = new AbortController();
    const address = `${list.dataset.everywhere}?${new URLSearchParams({ q: field.value.trim() })}`;
    try {
      const answer = await fetch(address, { credentials: "same-origin", signal: request.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const page = await parsePage(answer);
      list.replaceChildren(...page.getElementById("everywhere").childNodes);
    } catch (error) {
      if (error.name === "AbortError") return;
      const note = document.createElement("p");
      note.className = "finder-note muted";
      note.textContent = text("search_failed");
      list.replaceChildren(note);
    }
    if (document.activeElement === field || list.contains(document.activeElement)) list.hidden = false;
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    if (field.value.trim().length < SHORTEST) close();
    else timer = setTimeout(find, CALM);
  });
  field.addEventListener("focus", () => {
    if (list.childElementCount && field.value.trim().length >= SHORTEST) list.hidden = false;
  });
  form.addEventListener("keydown", (event) => walk(event, field, list, close));
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) list.hidden = true;
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // a click keeps the focus
}

/** Move up and down between the box and the list. */
function walk(event, field, list, close) {
  if (event.key === "Escape" && !list.hidden) {
    event.preventDefault();
    event.stopPropagation();
    close();
    field.focus();
    list.hidden = true;
    return;
  }
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || list.hidden) return;
  const lines = [field, ...list.querySelectorAll("[data-open]")];
  const next = lines.indexOf(document.activeElement) + by;
  if (next < 0 || next >= lines.length) return;
  event.preventDefault();
  event.stopPropagation();
  lines[next].focus();
}
