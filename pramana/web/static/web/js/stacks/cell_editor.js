// The cell editor: Enter and Tab save and move on, Escape cancels.

import { ROW } from "./grid.js";
import { cell } from "./row_store.js";
import { editable, meant } from "./strings.js";

export function openEditor(root, grid, sending) {
  const field = document.createElement("textarea");
  field.className = "grid-field";
  field.maxLength = 10000;
  field.hidden = true;
  grid.body.append(field);
  let open = null;

  function edit() {
    const column = grid.columns[grid.at.column];
    const row = grid.rowAt(grid.at.row);
    const box = grid.boxAt(grid.at);
    if (!column.key || !row || !box || box.dataset.state === "locked") return;
    open = { row, column, seen: cell(row, column.key)[3], before: editable(cell(row, column.key)[0], column.type) };
    field.value = open.before;
    field.setAttribute("aria-label", `${column.name}, ${row.title}`);
    field.style.transform = `translate(${box.offsetLeft}px, ${grid.at.row * ROW}px)`;
    field.style.width = `${Math.max(box.offsetWidth, 240)}px`;
    field.hidden = false;
    field.style.height = `${Math.max(ROW, Math.min(field.scrollHeight, 180))}px`;
    field.focus({ preventScroll: true });
    field.select();
  }

  function close({ save = false, step = null } = {}) {
    if (!open) return;
    const { row, column, seen, before } = open;
    open = null;
    field.hidden = true;
    root.focus({ preventScroll: true });
    if (save && field.value.trim() !== before) {
      const body = { value: meant(field.value, column.type), seen: seen ?? undefined };
      sending.change([{ row, key: column.key, body }]).then(() => grid.moved(grid.at));
    }
    if (step) grid.goTo(grid.at.row + step[0], grid.at.column + step[1]);
  }

  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    event.stopPropagation();
    const step = { Enter: event.shiftKey ? null : [1, 0], Tab: [0, event.shiftKey ? -1 : 1] }[event.key];
    if (event.key === "Escape") close();
    else if (step) close({ save: true, step });
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", () => close({ save: true }));
  field.addEventListener("input", () => {
    field.style.height = `${Math.max(ROW, Math.min(field.scrollHeight, 180))}px`;
  });

  return { edit };
}
