// Copies what stands in a field, and says so.

import { text } from "./text.js";
import { toast } from "./toasts.js";

export function startCopy() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copies);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      toast(text("copied"));
    } catch {
      // Without https the browser keeps its clipboard to itself; the field is selected already.
      if (document.execCommand("copy")) toast(text("copied"));
      else toast(text("copy_failed"), "error");
    }
  });
}
