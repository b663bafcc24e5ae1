// Sends the explorer's forms without leaving the page, and shows the result.

import { parsePage } from "../page.js";
import { text } from "../text.js";
import { toast } from "../toasts.js";

export function startPostForm(root, { sent }) {
  root.addEventListener("input", ({ target }) => {
    const part = target.closest("[data-live]");
    if (part && target.form?.method === "post") part.dataset.filling = location.href;
  });
  root.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    event.preventDefault();
    if (form.dataset.sending !== undefined) return;
    form.dataset.sending = "";
    const isDone = await send(form, event.submitter);
    delete form.dataset.sending;
    if (isDone) for (const part of root.querySelectorAll("[data-filling]")) delete part.dataset.filling;
    if (isDone) await sent(event.submitter?.name === "next" ? event.submitter.value : "");
  });
}

async function send(form, button) {
  const body = new FormData(form, button);
  if ("tells" in form.dataset || "offset" in form.dataset) {
    body.set("offset", String(-new Date().getTimezoneOffset()));
  }
  forget(form, button);
  const address = button?.getAttribute("formaction") ?? form.action;
  const answer = await fetch(address, { method: "POST", body }).catch(() => null);
  if (!answer) return void toast(text("load_failed"), "error");
  const page = await parsePage(answer);
  const said = [...page.querySelectorAll(".toasts > .toast")];
  for (const each of said) toast(each.querySelector(".words").textContent, each.dataset.tone);
  if (!said.length) toast(page.querySelector("main p")?.textContent ?? text("load_failed"), "error");
  const isDone = said.length > 0 && said.every((each) => each.dataset.tone !== "error");
  if (isDone && form.dataset.tells !== undefined) form.querySelector("textarea").value = "";
  return isDone;
}

/** A confirmation counts for one form only. */
function forget(form, button) {
  for (const answer of form.querySelectorAll("[data-answer]")) answer.remove();
  if (button) delete button.dataset.agreed;
}
