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

/** A button with data-confirm submits its form only after confirmation. */
function askFirst(event) {
  const button = event.submitter;
  if (!button?.dataset.confirm || button.dataset.agreed !== undefined) return;
  event.preventDefault();
  event.stopPropagation();
  ask(button).then((agreed) => {
    if (agreed) submit(event.target, button);
    else button.focus();
  });
}

function ask(button) {
  const dialog = document.getElementById("confirm");
  dialog.querySelector("[data-title]").textContent = button.dataset.confirm;
  dialog.querySelector("[data-text]").textContent = button.dataset.confirmText ?? "";
  const yes = dialog.querySelector("[data-yes]");
  yes.textContent = button.dataset.confirmYes ?? button.textContent.trim();
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((settle) => {
    dialog.addEventListener("close", () => settle(dialog.returnValue === "yes"), { once: true });
  });
}

function submit(form, button) {
  button.dataset.agreed = "";
  const said = document.createElement("input");
  Object.assign(said, { type: "hidden", name: "confirmed", value: "yes" });
  form.append(said);
  if (button.isConnected) {
    form.requestSubmit(button);
  } else {
    form.action = button.formAction; // its row was replaced while the dialog was open
    form.submit();
  }
}
