// Replaces changed parts of the workspace, except those someone is editing.

import { toast } from "../toasts.js";

const PARTS = ["standing", "field-tree", "story", "past", "correcting"];
const COUNTS = ["count-fields", "count-history"];
const PASSING = /<time[^>]*>[^<]*<\/time>| name="csrfmiddlewaretoken" value="[^"]*"| data-current=""/g;

const known = new Map(); // the last HTML of each part
const wording = (part) => part.outerHTML.replace(PASSING, "");

for (const id of PARTS) known.set(id, wording(document.getElementById(id)));

/** Show the response's messages; returns whether one is an error. */
export function sayWhat(page) {
  const said = [...page.querySelectorAll("[data-toast]")];
  for (const each of said) toast(each.textContent, each.dataset.toast);
  return said.some((each) => each.dataset.toast === "error");
}

/** True where the fields changed. */
export function renewParts(page) {
  for (const id of COUNTS) {
    document.getElementById(id).textContent = page.getElementById(id).textContent;
  }
  const changed = PARTS.filter((id) => renew(id, page.getElementById(id)));
  document.dispatchEvent(new Event("pramana:swapped"));
  return changed.includes("field-tree");
}

function renew(id, fresh) {
  const old = document.getElementById(id);
  const says = wording(fresh);
  if (known.get(id) === says || (id === "field-tree" && isInUse(old))) return false;
  known.set(id, says);
  const held = focusOf(old);
  keepOpen(old, fresh);
  if (id === "correcting") keepWords(old, fresh);
  old.replaceWith(document.adoptNode(fresh));
  fresh.querySelector(held)?.focus({ preventScroll: true });
  return true;
}

/** Someone is editing or adding a field, so do not replace it. */
function isInUse(tree) {
  const adding = [...tree.querySelectorAll("[data-adding] .input")];
  return tree.querySelector("[data-editor]") || adding.some((field) => field.value);
}

/** How to find the focused element again: a field by its path, else an element by its name. */
function focusOf(part) {
  const active = document.activeElement;
  if (!active || !part.contains(active)) return "none";
  const path = active.closest("[data-path]")?.dataset.path;
  if (path !== undefined) return `[data-path="${CSS.escape(path)}"] [data-edits]`;
  return active.name ? `[name="${CSS.escape(active.name)}"]` : active.localName;
}

function keepOpen(old, fresh) {
  const parts = fresh.querySelectorAll("details");
  for (const [at, each] of [...old.querySelectorAll("details")].entries()) {
    if (each.open && parts[at]) parts[at].open = true;
  }
}

function keepWords(old, fresh) {
  const [before, after] = [old, fresh].map((part) => part.querySelector("textarea"));
  if (before && after && !after.disabled) after.value = before.value;
}
