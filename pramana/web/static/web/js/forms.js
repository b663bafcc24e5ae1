// Forms: selects that submit themselves, no double submits, and fields for files in our words.

import { parsePage } from "./page.js";
import { text as say } from "./text.js";

export function startForms() {
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
  });
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method === "dialog") return;
    if (event.submitter?.dataset.stays !== undefined) return; // a download leaves the page as it is
    if (event.submitter?.dataset.answers !== undefined) {
      showAnswer(event);
      return;
    }
    if (event.target.dataset.sent !== undefined) event.preventDefault();
    event.target.dataset.sent = "";
    if (event.target.dataset.lean !== undefined) leaveOut(event.target);
    showSkeleton(event.target);
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) {
      delete form.dataset.sent;
      if (form.dataset.lean !== undefined) for (const field of form.elements) field.disabled = false;
    }
  });
  startDependents();
  document.querySelectorAll("input.input[type=file]").forEach(dressFileField);
}

/** A browser's field for files speaks the browser's language. Ours lies over it: the field stays, so
 * pressing, dropping and the keyboard work as they do. */
function dressFileField(field) {
  const frame = document.createElement("div");
  const words = document.createElement("span");
  const invite = say(field.multiple ? "choose_files" : "choose_file");
  frame.className = "file-field input";
  const tell = () => {
    const names = [...field.files].map((file) => file.name);
    words.textContent = names.length ? names.join(", ") : invite;
    words.title = names.join("\n");
    frame.toggleAttribute("data-filled", names.length > 0);
  };
  field.replaceWith(frame);
  frame.append(field, words);
  field.addEventListener("change", tell);
  for (const kind of ["dragenter", "dragleave", "drop"]) {
    field.addEventListener(kind, () => frame.toggleAttribute("data-over", kind === "dragenter"));
  }
  field.form?.addEventListener("reset", () => setTimeout(tell));
  tell();
}

/** Leave empty fields out of the URL; restore them when the page is shown again. */
function leaveOut(form) {
  for (const field of form.elements) if (field.name && !field.value) field.disabled = true;
}

/** Show a skeleton while the response is fetched. */
function showSkeleton(form) {
  const place = document.getElementById(form.dataset.skeleton ?? "");
  const shape = document.getElementById("skeleton");
  if (place && shape) place.replaceChildren(shape.content.cloneNode(true));
}

/** data-answers="id": the form is sent, that part is shown as the answer has it, and what was typed
 * stays as it is. */
async function showAnswer(event) {
  const { target: form, submitter } = event;
  event.preventDefault();
  const place = document.getElementById(submitter.dataset.answers);
  submitter.disabled = true;
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(submitter.formAction, { method: "POST", body: new FormData(form) });
    place.innerHTML = (await parsePage(answer)).getElementById(place.id)?.innerHTML ?? "";
  } catch {
    place.textContent = say("load_failed");
  } finally {
    submitter.disabled = false;
    place.removeAttribute("aria-busy");
  }
}

/** data-shown-when="kind=publishable|secret": shown while the form's field has one of the values. */
function startDependents() {
  for (const part of document.querySelectorAll("[data-shown-when]")) {
    const [name, value] = part.dataset.shownWhen.split("=");
    const field = part.closest("form").elements[name];
    const values = value.split("|");
    const update = () => (part.hidden = !values.includes(field.value));
    field.addEventListener("change", update);
    update();
  }
}
