// Columns: their menus, and the dialog that edits one.

import { say } from "./strings.js";
import { toast } from "../toasts.js";

export function openColumns(root, grid, store, { sending, arranged, renewed, read, kept }) {
  const menu = root.querySelector("[data-column-menu]");
  const dialog = document.getElementById("column");
  const form = dialog.querySelector("form");
  const where = menu.querySelector("[data-where]");
  let chosen = null;
  let opener = null;

  function open(column, button) {
    chosen = column;
    opener = button;
    fill("name", column.name);
    fill("type", typeName(column.type));
    fill("instructions", column.instructions ?? "");
    where.value = store.asked.where[column.key] ?? "";
    for (const item of menu.querySelectorAll(".own [data-act]")) item.hidden = !column.key;
    menu.showPopover();
    const box = button.getBoundingClientRect();
    menu.style.top = `${box.bottom + 4}px`;
    menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.querySelector("button").focus();
  }

  const fill = (name, words) => {
    const box = menu.querySelector(`[data-${name}]`);
    box.textContent = words;
    box.hidden = !words;
  };
  const typeName = (type) => form.elements.type.querySelector(`[value="${type}"]`)?.textContent ?? "";
  const specs = () => store.columns.map(({ key, name, type, instructions }) => ({ key, name, type, instructions }));

  const acts = {
    up: () => sort(chosen.key || "document", false),
    down: () => sort(chosen.key || "document", true),
    unsorted: () => sort(null, false),
    edit: () => ask(chosen),
    reread: () => read({ again: true, columns: [chosen.key] }),
    hide: () => kept.hide(chosen.key),
    async remove() {
      const left = specs().filter(({ key }) => key !== chosen.key);
      if (await put(left)) toast(say("removed_column"));
    },
  };

  function sort(key, down) {
    Object.assign(store.asked, { sort: key, down });
    arranged();
  }

  async function put(columns) {
    const told = await sending.ask("PUT", "/columns", { columns });
    if (told) await renewed();
    return Boolean(told);
  }

  /** Create or edit a column. */
  function ask(column) {
    dialog.querySelector("[data-title]").textContent = column?.name ?? say("new_column");
    form.elements.key.value = column?.key ?? "";
    form.elements.name.value = column?.name ?? "";
    form.elements.type.value = column?.type ?? "string";
    form.elements.instructions.value = column?.instructions ?? "";
    dialog.showModal();
    form.elements.name.focus();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(form));
    const spec = { name: said.name.trim(), type: said.type, instructions: said.instructions.trim() };
    const columns = said.key
      ? specs().map((each) => (each.key === said.key ? { ...spec, key: said.key } : each))
      : [...specs(), spec];
    if (!(await put(columns))) return;
    dialog.close();
    if (said.now) await read({});
    else toast(say("saved_column"));
  });

  menu.addEventListener("click", (event) => {
    const item = event.target.closest("[data-act]");
    if (!item) return;
    menu.hidePopover();
    opener?.focus();
    acts[item.dataset.act]();
  });
  menu.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") opener?.focus();
    if (event.key === "Enter" && event.target === where) menu.hidePopover();
    if (!by) return;
    event.preventDefault();
    const items = [...menu.querySelectorAll("button, input")].filter((each) => !each.hidden);
    const at = items.indexOf(document.activeElement);
    items[(at + by + items.length) % items.length].focus();
  });
  where.addEventListener("input", () => {
    const words = where.value.trim().toLowerCase();
    if (words) store.asked.where[chosen.key] = words;
    else delete store.asked.where[chosen.key];
    arranged();
  });

  return { open, ask };
}
