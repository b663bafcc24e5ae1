// The form of a new extraction: rows are added, nested and removed. Typing a field's name selects
// custom fields.

const DEEPEST = 3;

const form = document.querySelector("[data-fields]");
if (form) start(form);

function start(form) {
  const rows = form.querySelector("[data-rows]");
  const adds = form.querySelector("[data-adds]");
  const custom = form.querySelector("[name=mode][value=custom]");
  const arm = (row) => row.querySelector("[data-script]").removeAttribute("hidden");

  const depthOf = (row) => Number(row.dataset.depth);
  function setDepth(row, depth) {
    row.dataset.depth = depth;
    row.querySelector("[name=depth]").value = depth;
  }

  /** A row can be at most one level deeper than the row above it. */
  function settle() {
    let above = -1;
    for (const row of rows.children) {
      setDepth(row, Math.max(0, Math.min(depthOf(row), above + 1, DEEPEST)));
      above = depthOf(row);
    }
  }

  function add(after = rows.lastElementChild) {
    const row = document.getElementById("spec").content.firstElementChild.cloneNode(true);
    arm(row);
    if (after) after.after(row);
    else rows.append(row);
    if (after) setDepth(row, depthOf(after));
    settle();
    row.querySelector("[name=name]").focus();
  }

  for (const row of rows.children) arm(row);
  adds.hidden = false;
  adds.addEventListener("click", () => add());
  rows.addEventListener("click", (event) => {
    const row = event.target.closest(".spec");
    const indents = event.target.closest("[data-indents]");
    if (indents) setDepth(row, depthOf(row) + Number(indents.dataset.indents));
    if (event.target.closest("[data-drops]")) {
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      (next?.querySelector("[name=name]") ?? adds).focus();
    }
    settle();
  });
  rows.addEventListener("input", () => (custom.checked = true));
  rows.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
    event.preventDefault();
    add(event.target.closest(".spec"));
  });
}
