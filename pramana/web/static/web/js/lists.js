// Lists: j/k or arrows move between rows, Enter opens, "more" loads the next rows.

import { isTyping } from "./shortcuts.js";
import { parsePage } from "./page.js";
import { text } from "./text.js";
import { toast } from "./toasts.js";

export function startLists() {
  document.addEventListener("keydown", (event) => {
    const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (!by || event.defaultPrevented || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest("[role=tablist]")) return;
    if (walk(by, event.key.startsWith("Arrow"))) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const more = event.target.closest("a[data-more]");
    if (!more) return;
    event.preventDefault();
    extend(more);
  });
}

/** Arrows scroll as usual until a row has the focus. */
function walk(by, arrow) {
  const rows = [...document.querySelectorAll("[data-list] [data-open]")];
  const at = rows.indexOf(document.activeElement);
  if (!rows.length || (arrow && at < 0)) return false;
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next].focus();
  return true;
}

async function extend(more) {
  more.setAttribute("aria-disabled", "true");
  try {
    const answer = await fetch(more.href, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = await parsePage(answer);
    append(more, page);
  } catch {
    more.removeAttribute("aria-disabled");
    toast(text("load_failed"), "error");
  }
}

function append(more, page) {
  const list = document.getElementById(more.dataset.more);
  const coming = page.getElementById(more.dataset.more);
  const rows = [...(coming?.children ?? [])].map((row) => document.adoptNode(row));
  list.append(...rows);
  list.dataset.extended = location.href;
  rows[0]?.querySelector("[data-open]")?.focus();
  const next = page.querySelector("a[data-more]");
  if (next) more.replaceWith(document.adoptNode(next));
  else more.remove();
  document.dispatchEvent(new Event("pramana:swapped"));
}
