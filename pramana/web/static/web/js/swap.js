// Updates parts of the page from a fresh copy, without losing scroll position or focus.

import { parsePage } from "./page.js";

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

/** Fetch this URL again and update every [data-live] part that changed, unless the URL changed
 * meanwhile. */
export async function refresh() {
  const address = location.href;
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return;
  const page = await parsePage(answer);
  if (location.href !== address) return;
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(part.id);
    if (fresh) renew(part, fresh);
    else if (part.dataset.passing !== undefined) location.reload(); // what it waited for has arrived
  }
  document.dispatchEvent(new Event("pramana:swapped"));
}

function renew(part, fresh) {
  const list = part.querySelector("[data-keyed]");
  const freshList = fresh.querySelector("[data-keyed]");
  if (list && freshList) renewRows(list, freshList);
  else if (!isExtended(part) && !isBeingFilled(part)) replace(part, fresh);
}

/** What a person has typed into a form stays until it is sent or another URL is shown. */
function isBeingFilled(part) {
  return part.dataset.filling === location.href;
}

/** Rows loaded by "more" are not in a fresh copy; another URL shows another list. */
function isExtended(part) {
  return part.querySelector("[data-extended]")?.dataset.extended === location.href;
}

/** Unchanged rows keep their elements; rows loaded by "more" stay. */
function renewRows(list, freshList) {
  const known = new Map([...list.children].map((row) => [row.id, row]));
  let place = list.firstElementChild;
  for (const fresh of [...freshList.children]) {
    let row = known.get(fresh.id);
    known.delete(fresh.id);
    if (row) {
      if (row === place) place = place.nextElementSibling;
      row = replace(row, fresh);
    } else {
      row = document.adoptNode(fresh);
      list.insertBefore(row, place);
    }
  }
  if (list.dataset.extended === undefined) for (const gone of known.values()) gone.remove();
}

/** Details that someone opened stay open until another URL is shown. */
function keepOpen(old, fresh) {
  const others = fresh.querySelectorAll("details");
  [...old.querySelectorAll("details")].forEach((each, at) => {
    const other = others[at];
    const { opened = location.href } = each.dataset; // without a mark it was opened just now
    if (!each.open || opened !== location.href || !other) return;
    if (other.querySelector("summary")?.textContent !== each.querySelector("summary")?.textContent) return;
    other.open = true;
    other.dataset.opened = location.href;
  });
}

document.addEventListener("toggle", ({ target }) => {
  if (!target.matches?.("details")) return;
  if (target.open) target.dataset.opened = location.href;
  else delete target.dataset.opened;
}, true);

function replace(old, fresh) {
  keepOpen(old, fresh);
  if (wording(old) === wording(fresh)) return old;
  const active = document.activeElement;
  const at = [...old.querySelectorAll(FOCUSABLE)].indexOf(active);
  const next = document.adoptNode(fresh);
  old.replaceWith(next);
  if (at >= 0) focusAt(next, at, isField(active));
  return next;
}

const isField = (element) => element.matches("input, select, textarea");

/** Focus the element at this place. Who was on a link or a button does not land in a field, where
 * the next key would be typed. */
function focusAt(part, at, wasField) {
  const found = part.querySelectorAll(FOCUSABLE)[at];
  if (found && (wasField || !isField(found))) found.focus();
  else part.querySelector("a[href], button")?.focus();
}

/** A row's content without its relative times, which times.js updates, and without form tokens,
 * which differ in every copy. */
function wording(row) {
  const copy = row.cloneNode(true);
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
  for (const time of copy.querySelectorAll("time[data-ago]")) {
    time.removeAttribute("title");
    time.textContent = "";
  }
  return copy.outerHTML;
}
