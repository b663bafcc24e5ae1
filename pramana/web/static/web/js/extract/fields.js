// The fields: the current one shows its evidence and is edited in place.

export function startFields(root, source) {
  const tree = () => document.getElementById("field-tree");
  const rows = () => [...tree().querySelectorAll(".field[data-value]")];
  const rowOf = (path) => rows().find((row) => row.dataset.path === path);
  let current = tree().querySelector("[data-current]")?.dataset.path ?? "";
  let pressed = ""; // what was current when the pointer went down

  function mark() {
    for (const row of rows()) row.toggleAttribute("data-current", row.dataset.path === current);
  }

  function show(row, { now = false } = {}) {
    current = row.dataset.path;
    mark();
    remember(current);
    if (row.dataset.start) source?.reveal(row.dataset, { now });
    else source?.forget();
  }

  function focus(row) {
    row?.querySelector("[data-edits]")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }

  function step(by, fits = () => true) {
    const all = rows();
    const at = all.findIndex((row) => row.dataset.path === current);
    const ahead = by > 0 ? all.slice(at + 1) : all.slice(0, Math.max(at, 0)).reverse();
    const next = ahead.find(fits);
    if (next) focus(next);
    return Boolean(next);
  }

  function edit(which = "value", row = rowOf(current)) {
    if (!row?.querySelector("[data-starts]") || row.querySelector("[data-editor]")) return;
    close();
    const form = document.getElementById("editor").content.firstElementChild.cloneNode(true);
    const { path, name, value } = form.elements;
    path.value = row.dataset.path;
    name.value = row.dataset.keyName;
    name.disabled = !row.dataset.keyName;
    value.value = row.dataset.value;
    row.append(form);
    row.dataset.editing = "";
    const field = which === "name" && !name.disabled ? name : value;
    field.focus();
    field.select();
  }

  /** Close the editor without saving. */
  function close() {
    const form = tree().querySelector("[data-editor]");
    const row = form?.closest(".field");
    form?.remove();
    if (row) delete row.dataset.editing;
    return row;
  }

  /** Cancel the edit and fetch what changed meanwhile. */
  function cancel() {
    focus(close());
    root.dispatchEvent(new Event("pramana:cancelled"));
  }

  function remove(row = rowOf(current)) {
    const button = row?.querySelector("[data-removes]");
    if (!button) return;
    const all = rows();
    const at = all.indexOf(row);
    current = (all[at + 1] ?? all[at - 1])?.dataset.path ?? "";
    button.form.requestSubmit(button);
  }

  root.addEventListener("pointerdown", () => (pressed = current), { capture: true });
  root.addEventListener("focusin", (event) => {
    const row = event.target.closest(".field[data-value]");
    if (row && row.dataset.path !== current) show(row);
  });
  root.addEventListener("pointerover", (event) => {
    source?.hint(event.target.closest(".field[data-value]")?.dataset.path ?? "");
  });
  root.addEventListener("click", (event) => {
    const row = event.target.closest(".field[data-value]");
    if (!row || event.ctrlKey || event.metaKey) return;
    const starts = event.target.closest("[data-starts]");
    const link = event.target.closest("[data-edits], [data-shows-place], [data-cancels]");
    if (link) event.preventDefault();
    if (starts) return edit(starts.dataset.starts, row);
    if (event.target.closest("[data-cancels]")) return cancel();
    if (event.target.closest("[data-shows-place]")) return show(row, { now: true });
    const isSecond = event.detail === 0 || pressed === row.dataset.path;
    if (event.target.closest("[data-edits]") && isSecond) return edit("value", row);
    if (!event.target.closest("[data-editor], button")) focus(row);
  });
  root.addEventListener("keydown", (event) => {
    const form = event.target.closest("[data-editor]");
    if (!form || event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    } else if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea")) {
      event.preventDefault();
      form.requestSubmit();
    }
  });

  const first = rowOf(current);
  if (first) {
    first.scrollIntoView({ block: "center" });
    show(first);
  }

  return {
    edit,
    close,
    remove,
    step,
    mark,
    choose: (path) => focus(rowOf(path)),
    /** Return the focus to the edited field. */
    again: (path = current) => focus(rowOf(path)),
    /** The evidence as one string, to detect changes. */
    evidence: () =>
      rows()
        .map(({ dataset: { path, start, end, tone } }) => [path, start, end, tone].join())
        .join("\n"),
  };
}

function remember(path) {
  const address = new URL(location.href);
  address.searchParams.set("field", path);
  address.searchParams.delete("edit");
  history.replaceState(history.state, "", address);
}
