// Search while typing. Older requests are dropped. While the pointer or the focus is on the results,
// new ones wait behind a button, so that nothing moves under a click.

import { parsePage } from "../page.js";
import { text } from "../text.js";

const CALM = 250; // ms after the last key

export function startSearch() {
  const results = document.querySelector("[data-results]");
  const form = document.getElementById("finder");
  if (!results || !form) return;
  const field = form.querySelector("[name=q]");
  let timer = 0;
  let request = null;
  let isAimedAt = false;

  const address = () => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value) query.set(name, value);
    return `${form.action}?${query}`;
  };

  async function search() {
    clearTimeout(timer);
    request?.abort();
    request = new AbortController();
    const wanted = address();
    results.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(wanted, { credentials: "same-origin", signal: request.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const page = await parsePage(answer);
      arrived(page, wanted);
    } catch (error) {
      if (error.name !== "AbortError") failed();
    }
  }

  function arrived(page, wanted) {
    const show = () => {
      const fresh = page.getElementById("results");
      results.replaceChildren(...fresh.childNodes);
      results.dataset.results = fresh.dataset.results;
      results.removeAttribute("aria-busy");
      renewChips(page);
      history.replaceState(history.state, "", wanted);
    };
    if (isAimedAt && results.querySelector("[data-open]")) hold(show);
    else show();
  }

  function hold(show) {
    results.removeAttribute("aria-busy");
    results.querySelector(".held")?.remove();
    const note = document.getElementById("held").content.firstElementChild.cloneNode(true);
    note.querySelector("[data-words]").textContent = text("results_ready");
    note.querySelector("button").addEventListener("click", show);
    results.prepend(note);
  }

  function failed() {
    results.removeAttribute("aria-busy");
    results.replaceChildren(document.getElementById("search-failed").content.cloneNode(true));
    results.querySelector("[data-search-again]").addEventListener("click", search);
  }

  field.addEventListener("input", () => {
    isAimedAt = false; // the person is typing
    clearTimeout(timer);
    timer = setTimeout(search, CALM);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  results.addEventListener("pointermove", () => (isAimedAt = true));
  results.addEventListener("pointerleave", () => (isAimedAt = false));
  results.addEventListener("focusin", () => (isAimedAt = true));
  results.addEventListener("focusout", () => (isAimedAt = false));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    const first = results.querySelector("[data-open]");
    if (!first) return;
    event.preventDefault();
    first.focus();
  });
  results.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" || event.target !== results.querySelector("[data-open]")) return;
    event.preventDefault();
    field.focus();
  });
}

/** Update the filter chips, except the focused one. */
function renewChips(page) {
  const old = [...document.querySelectorAll(".chips > *")];
  const fresh = [...page.querySelectorAll(".chips > *")];
  const clear = (chips) => chips.find((chip) => chip.matches(".clear"));
  for (const chip of fresh.filter((each) => each.matches("label"))) {
    const name = chip.querySelector("[name]").name;
    const mine = document.querySelector(`.chips [name="${name}"]`)?.closest("label");
    mine?.toggleAttribute("data-chosen", chip.hasAttribute("data-chosen"));
  }
  clear(old)?.remove();
  if (clear(fresh)) document.querySelector(".chips").append(document.adoptNode(clear(fresh)));
}
