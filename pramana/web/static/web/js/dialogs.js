// The shortcuts dialog and the confirmation dialog.

export function startDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens)?.showModal();
    if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
    if (event.target instanceof HTMLDialogElement) event.target.close(); // the backdrop
  });
  document.addEventListener("submit", askFirst, true);
}

/** A button with data-confirm submits its form only after confirmation; with data-confirm-why, a
 * reason is asked for too. */
function askFirst(event) {
  const button = event.submitter;
  if (!button?.dataset.confirm || button.dataset.agreed !== undefined) return;
  event.preventDefault();
  event.stopPropagation();
  ask(button).then((answer) => {
    if (answer) submit(event.target, button, answer);
    else button.focus();
  });
}

/** What to send with the form, or null if the person goes back. */
function ask(button) {
  const dialog = document.getElementById("confirm");
  dialog.querySelector("[data-title]").textContent = button.dataset.confirm;
  dialog.querySelector("[data-text]").textContent = button.dataset.confirmText ?? "";
  const yes = dialog.querySelector("[data-yes]");
  yes.textContent = button.dataset.confirmYes ?? button.textContent.trim();
  const asksWhy = "confirmWhy" in button.dataset;
  const why = dialog.querySelector("[name=why]");
  why.disabled = why.closest(".field").hidden = !asksWhy;
  yes.dataset.kind = asksWhy ? "primary" : "loss";
  why.value = dialog.returnValue = "";
  dialog.showModal();
  if (asksWhy) why.focus();
  return new Promise((settle) => {
    const answer = () => (asksWhy ? { confirmed: "yes", why: why.value } : { confirmed: "yes" });
    const close = () => settle(dialog.returnValue === "yes" ? answer() : null);
    dialog.addEventListener("close", close, { once: true });
  });
}

function submit(form, button, answer) {
  button.dataset.agreed = "";
  for (const [name, value] of Object.entries(answer)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    field.dataset.answer = "";
    form.append(field);
  }
  if (button.isConnected) {
    form.requestSubmit(button);
  } else {
    form.action = button.formAction; // its row was replaced while the dialog was open
    form.submit();
  }
}
