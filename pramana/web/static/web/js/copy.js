// Copies a field or a given text, and reports it.

import { text } from "./text.js";
import { toast } from "./toasts.js";

export function startCopy() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copies);
    field.select();
    copyWords(field.value, field);
  });
}

/** Without https there is no clipboard API; then copy from a selected field. */
export async function copyWords(words, field = null) {
  try {
    await navigator.clipboard.writeText(words);
    toast(text("copied"));
  } catch {
    if (field ? document.execCommand("copy") : copiedByField(words)) toast(text("copied"));
    else toast(text("copy_failed"), "error");
  }
}

function copiedByField(words) {
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.value = words;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
