// The panel beside the grid: a cell's evidence, checks and history.

import { parsePage } from "../page.js";
import { cell } from "./row_store.js";
import { meant } from "./strings.js";
import { isPhone } from "../library/text_windows.js";
import { openViewer } from "../viewer/viewer.js";

const CALM = 140; // ms of rest before a cell's details are fetched
const KEPT = "pramana.stack.panel";

export function openPanel(root, grid, sending, acts) {
  const panel = root.querySelector("[data-panel]");
  const told = panel.querySelector("[data-told]");
  const rests = panel.querySelector("[data-viewer-rests]");
  const viewer = openViewer(panel, { onlyPages: true });
  let timer = 0;
  let turn = 0;
  let shown = null;

  const isOpen = () => panel.dataset.open !== undefined;

  function open(wanted) {
    panel.toggleAttribute("data-open", wanted);
    root.toggleAttribute("data-beside", wanted);
    if (!isPhone.matches) localStorage.setItem(KEPT, wanted ? "open" : "shut");
    if (wanted) show();
  }

  function moved() {
    clearTimeout(timer);
    if (isOpen()) timer = setTimeout(show, CALM);
  }

  async function show() {
    const row = grid.rowAt(grid.at.row);
    const column = grid.columns[grid.at.column];
    if (!row || !column) return;
    turn += 1;
    const mine = turn;
    const address = root.dataset.cell.replace("00000000-0000-0000-0000-000000000000", row.id);
    const query = column.key ? `?${new URLSearchParams({ column: column.key })}` : "";
    const answer = await fetch(address + query).catch(() => null);
    if (mine !== turn || !answer?.ok || answer.redirected) return;
    const page = await parsePage(answer);
    if (mine !== turn) return;
    rests.append(viewer.element); // it outlives what is told
    told.replaceChildren(...page.body.childNodes);
    showPage(told.querySelector("[data-viewer-here]"));
    shown = { row, column, seen: cell(row, column.key)[3] ?? undefined };
    panel.dataset.of = `${row.id} ${column.key}`;
    document.dispatchEvent(new Event("pramana:swapped"));
  }

  /** The page of the evidence, with its words marked. */
  async function showPage(place) {
    if (!place) return;
    const { document: id, base, start, end, page, pages, language } = place.dataset;
    place.append(viewer.element);
    if (panel.dataset.document !== id) viewer.show({ document: id, base, language, pageCount: pages, pictured: true });
    viewer.setMarks({ start, end });
    viewer.reveal({ start, end, page });
  }

  panel.addEventListener("submit", async (event) => {
    if (!event.target.matches("[data-write]")) return;
    event.preventDefault();
    const { row, column, seen } = shown;
    const value = meant(new FormData(event.target).get("value"), column.type);
    await sending.change([{ row, key: column.key, body: { value, seen } }]);
    show();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      acts.back();
    } else if (event.key === "Enter" && event.target.matches("textarea") && !event.shiftKey) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
  });
  panel.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button || !shown) return;
    const { row, column } = shown;
    if (button.dataset.judge) {
      await sending.change([{ row, key: column.key, body: { state: button.dataset.judge } }]);
      show();
    } else if (button.dataset.undo) {
      await sending.undoOne(button.dataset.undo, row);
      show();
    } else if (button.dataset.reread) {
      acts.reread([button.dataset.reread]);
    }
  });

  const startsOpen = !isPhone.matches && localStorage.getItem(KEPT) !== "shut";
  panel.toggleAttribute("data-open", startsOpen);
  root.toggleAttribute("data-beside", startsOpen);

  return { moved, show, isOpen, open, toggle: () => open(!isOpen()), focus: () => told.focus() };
}
