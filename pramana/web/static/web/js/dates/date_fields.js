// Fields for a day: what is typed is read in either calendar and shown in the reader's; a picker
// opens beside the field. All is delegated, so that fields of a refreshed part work as well.

import { text as say } from "../text.js";
import { AD, BS, fieldText, parseDay, sentText } from "./calendars.js";
import { closePicker, openPicker } from "./date_picker.js";

export function startDateFields() {
  document.addEventListener("change", settle, true);
  document.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-date]")) accuse(target, "");
  });
  document.addEventListener("formdata", ({ target, formData }) => {
    for (const field of target.elements) {
      if (field.dataset.date !== undefined && formData.has(field.name)) formData.set(field.name, sentDay(field));
    }
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-picks]");
    if (button) toggle(button.parentElement.querySelector("[data-date]"));
  });
  document.addEventListener("keydown", (event) => {
    if (!event.altKey || event.key !== "ArrowDown" || !event.target.matches?.("[data-date]")) return;
    event.preventDefault();
    toggle(event.target);
  });
  document.addEventListener("pramana:swapped", closePicker);
}

/** The day that a field holds, or null. */
export const dayOf = (field) => (field.value.trim() ? parseDay(field.value) : null);

/** What a form sends for this field; the server refuses what nobody can read. */
export function sentDay(field) {
  const day = dayOf(field);
  return day === null ? field.value.trim() : sentText(day);
}

export function setDay(field, day) {
  field.value = day === null ? "" : fieldText(day);
  accuse(field, "");
}

/** Show what was typed in the reader's calendar, or say that nobody can read it. */
function settle(event) {
  const field = event.target;
  if (!field.matches?.("[data-date]")) return;
  const day = dayOf(field);
  if (day === null && field.value.trim()) {
    event.stopImmediatePropagation();
    accuse(field, say("bad_date"));
    field.reportValidity();
  } else {
    setDay(field, day);
  }
}

function accuse(field, words) {
  field.setCustomValidity(words);
  if (words) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

function toggle(field) {
  openPicker(field, dayOf(field), {
    calendars: document.documentElement.lang === "ne" ? [BS, AD] : [AD],
    choose(day) {
      setDay(field, day);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    },
  });
}
