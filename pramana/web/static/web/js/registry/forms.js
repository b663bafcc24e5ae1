// The registry's forms: search while typing, and rows that can be added and removed.

import { later, startRecordLookup } from "../record_lookup.js";
import { refresh } from "../swap.js";

startTypingAhead();
startRecordLookup();
startLines();

/** Keep the search in the URL, and refresh the list. */
function startTypingAhead() {
  const form = document.querySelector("form[data-types-ahead]");
  form?.addEventListener("input", later((event) => {
    if (event.target.type !== "search") return;
    const address = new URL(location.href);
    for (const name of ["from", "name"]) address.searchParams.delete(name);
    const words = event.target.value.trim();
    if (words) address.searchParams.set("name", words);
    history.replaceState(history.state, "", address);
    refresh().catch(() => {});
  }));
}

function startLines() {
  const form = document.querySelector("form[data-editing]");
  form?.addEventListener("click", (event) => {
    const adds = event.target.closest("[data-adds]");
    const drops = event.target.closest("[data-drops]");
    if (adds) add(adds.closest("fieldset"));
    if (drops) drop(drops);
  });
}

function add(group) {
  const line = group.querySelector("template").content.cloneNode(true);
  group.querySelector("[data-rows]").append(line);
  group.querySelector("[data-line]:last-child input").focus();
}

function drop(button) {
  const group = button.closest("fieldset");
  button.closest("[data-line]").remove();
  (group.querySelector("[data-line]:last-child input") ?? group.querySelector("[data-adds]")).focus();
}
