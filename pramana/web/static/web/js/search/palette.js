// The command palette (Ctrl+K or ⌘K): actions, places, recent things, and the search over
// everything. Actions about a document are offered while one is open.

import { parsePage } from "../page.js";

const CALM = 180; // ms after the last key
const SHORTEST = 2;
const MOST_RECENT = 6;
const RECENT = "pramana_recent";

export function startPalette() {
  const palette = document.getElementById("palette");
  const quick = document.querySelector("[data-everywhere]")?.dataset.everywhere;
  if (!palette || !quick) return;
  remember();
  const field = palette.querySelector("[name=command]");
  const found = palette.querySelector("[data-found]");
  const current = document.querySelector("[data-document]")?.dataset.document;
  let timer = 0;
  let request = null;

  for (const row of palette.querySelectorAll("[data-needs-document]")) {
    const link = row.querySelector("a");
    if (!current) continue;
    link.href = link.getAttribute("href").replace("{document}", current);
    row.hidden = false;
    row.dataset.fits = "";
  }

  function open() {
    if (palette.open) return palette.close();
    document.querySelector("dialog[open]")?.close();
    field.value = "";
    show(recent(palette));
    filter();
    palette.showModal();
    field.focus();
  }

  /** Recent things stand above the commands, what was found below them. */
  const show = (...parts) => {
    found.replaceChildren(...parts.filter(Boolean));
    found.toggleAttribute("data-first", !field.value.trim());
  };

  /** Commands whose words begin like those typed. */
  function filter() {
    const typed = folded(field.value).split(/\s+/).filter(Boolean);
    for (const row of palette.querySelectorAll("[data-command]")) {
      const words = folded(row.dataset.command).split(/\s+/);
      const fits = typed.every((part) => words.some((word) => word.startsWith(part)));
      const isOffered = row.dataset.needsDocument === undefined || row.dataset.fits !== undefined;
      row.hidden = !fits || !isOffered;
    }
    for (const section of palette.querySelectorAll("[data-commands]")) {
      section.hidden = !section.querySelector("[data-command]:not([hidden])");
    }
  }

  async function search() {
    request?.abort();
    request = new AbortController();
    const query = new URLSearchParams({ q: field.value.trim() });
    try {
      const answer = await fetch(`${quick}?${query}`, { signal: request.signal });
      if (!answer.ok || answer.redirected) return;
      const page = await parsePage(answer);
      show(...page.getElementById("everywhere").childNodes);
    } catch (error) {
      if (error.name !== "AbortError") show();
    }
  }

  const lines = () =>
    [...palette.querySelectorAll("[data-open]")].filter((line) => line.offsetParent !== null);

  document.addEventListener("keydown", (event) => {
    const isKey = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!isKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  });
  field.addEventListener("input", () => {
    filter();
    clearTimeout(timer);
    request?.abort();
    if (field.value.trim().length < SHORTEST) show(field.value.trim() ? null : recent(palette));
    else timer = setTimeout(search, CALM);
  });
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const query = new URLSearchParams({ q: field.value.trim() });
    location.assign(lines()[0]?.href ?? `${field.form.action}?${query}`);
  });
  palette.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault(); // a search field would only be emptied
      palette.close();
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [field, ...lines()];
    const next = all.indexOf(document.activeElement) + by;
    all[Math.min(Math.max(next, 0), all.length - 1)].focus();
  });
}

const folded = (text) => text.trim().toLocaleLowerCase();

/** Keep the pages of single things in this browser tab's session, the newest first. */
function remember() {
  const title = document.querySelector("main h1")?.textContent.trim();
  if (!title || !/\/[0-9a-f-]{36}(\/|$)/.test(location.pathname)) return;
  const here = { title, address: location.pathname };
  const others = stored().filter((each) => each.address !== here.address);
  sessionStorage.setItem(RECENT, JSON.stringify([here, ...others].slice(0, MOST_RECENT + 1)));
}

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(RECENT) ?? "[]");
  } catch {
    return [];
  }
}

/** The things that were open last, without this one. */
function recent(palette) {
  const rows = stored().filter((each) => each.address !== location.pathname);
  if (!rows.length) return null;
  const section = document.createElement("section");
  section.className = "kind";
  section.append(document.createElement("h2"), document.createElement("ul"));
  section.firstChild.textContent = palette.dataset.recent;
  for (const { title, address } of rows) {
    const link = document.createElement("a");
    link.href = address;
    link.dataset.open = "";
    link.textContent = title;
    section.lastChild.appendChild(document.createElement("li")).append(link);
  }
  return section;
}
