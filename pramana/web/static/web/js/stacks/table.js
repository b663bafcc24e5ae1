// A stack's table: the grid, the panel of the current cell, and the running extraction. Filters and
// order are kept in the URL.

import { openActions } from "./actions.js";
import { startClipboard } from "./clipboard.js";
import { openColumns } from "./columns.js";
import { startCorrection } from "./correction.js";
import { openEditor } from "./cell_editor.js";
import { openGrid } from "./grid.js";
import { startInput } from "./input.js";
import { openHead } from "./header.js";
import { tablePreferences } from "./preferences.js";
import { openPanel } from "./cell_panel.js";
import { openExtraction } from "./extraction.js";
import { openRows } from "./row_store.js";
import { openRequests } from "./requests.js";
import { openFilters } from "./filters.js";
import { say } from "./strings.js";
import { isPhone } from "../library/text_windows.js";

const root = document.querySelector("[data-stack-page]");
const frame = root.querySelector("[data-grid]");
const canChange = root.dataset.canChange !== undefined;
const told = JSON.parse(document.getElementById("stack-told").textContent);
const find = (name) => root.querySelector(`[data-${name}]`);

const store = openRows(told);
const kept = tablePreferences(root.dataset.table, () => show({ anew: true }));
const grid = openGrid(frame, store, kept);
const sending = openRequests(root, store, () => show());
const editor = openEditor(frame, grid, sending);
const head = openHead(grid, store, { menu: (column, button) => columns.open(column, button) });
const sieve = openFilters(root, store, arranged);
const panel = openPanel(root, grid, sending, {
  back: () => (isPhone.matches ? panel.open(false) : frame.focus()),
  reread: (ids) => reading.read({ again: true, document_ids: ids }),
});
const reading = openExtraction(root, store, told, { sending, show, renewed: panel.moved });
const columns = openColumns(root, grid, store, {
  sending,
  arranged,
  renewed: reading.reload,
  read: reading.read,
  kept,
});

/** Redraw everything; with `anew` also the columns. */
function show({ anew = false } = {}) {
  if (anew) {
    grid.layOut();
    head.draw();
  } else {
    grid.draw();
  }
  tally();
}

/** After filtering or sorting, keep the current cell if it is still there. */
function arranged() {
  const row = grid.rowAt(grid.at.row);
  store.arrange();
  const place = row ? store.view.indexOf(row) : -1;
  grid.at.row = Math.max(0, place);
  grid.anchor = null;
  if (place < 0) frame.scrollTop = 0;
  sieve.remember();
  head.draw();
  show();
}

function tally() {
  const counts = store.counts();
  sieve.count(counts, store.view.length, store.rows.size);
  find("none").hidden = store.view.length > 0 || store.rows.size === 0;
  find("bare").hidden = store.columns.length > 0 && store.rows.size > 0;
  const hidden = kept.hidden().length;
  const unhide = find("does=unhide");
  unhide.hidden = !hidden;
  unhide.textContent = say("hidden", { count: hidden });
  reading.tell(counts);
}

const acts = {
  ...openActions(grid, store, { sending, editor, panel, canChange }),
  panel: panel.toggle,
  menu: () => head.buttonOf(grid.at.column)?.click(),
  leave: () => (panel.isOpen() ? panel.focus() : (root.querySelector("#wish") ?? find("find")).focus()),
  touched: () => isPhone.matches && panel.open(true),
  stop: reading.stop,
  read: () => reading.read({}),
  again: () => reading.read({ again: true }),
  column: () => columns.ask(null),
  unhide: kept.unhide,
};

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-does]");
  if (!button) return;
  button.closest("details")?.removeAttribute("open");
  acts[button.dataset.does]();
});

/** Open the cell in the URL; false until its row is loaded. */
function pointed() {
  const asked = new URL(location.href).searchParams;
  const row = store.view.findIndex((each) => each.id === asked.get("row"));
  if (row < 0) return !asked.has("row");
  const column = grid.columns.findIndex((each) => each.key === asked.get("column"));
  grid.goTo(row, Math.max(column, 0));
  panel.open(true);
  return true;
}

grid.moved = panel.moved;
startInput(frame, grid, store, acts);
startClipboard(frame, grid, sending);
startCorrection(find("correct"), sending, reading.reload);
sieve.recall();
store.arrange();
show({ anew: true });
const isPointed = pointed();
if (panel.isOpen() && store.view.length) panel.show();
if (!isPhone.matches) frame.focus({ preventScroll: true });
await reading.rest(told.next);
if (!isPointed) pointed();
reading.follow();
root.dataset.started = "";
