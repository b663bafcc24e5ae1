// One row of the grid as elements. Unchanged content is not written again.

import { cell } from "./row_store.js";
import { say, shown } from "./strings.js";

const NUMBERS = new Set(["money", "number", "integer"]);

export function newLine() {
  const line = document.createElement("div");
  line.className = "grid-line";
  line.setAttribute("role", "row");
  return line;
}

export function fillLine(line, row, columns, place) {
  while (line.children.length > columns.length) line.lastChild.remove();
  while (line.children.length < columns.length) line.append(newCell(line.children.length));
  line.setAttribute("aria-rowindex", String(place + 2));
  line.dataset.place = place;
  line.dataset.status = row.status;
  fillTitle(line.children[0], row, place);
  for (let at = 1; at < columns.length; at += 1) {
    fillCell(line.children[at], row, columns[at], `cell-${place}-${at}`);
  }
}

/** A cell contains its value and, for screen readers, its state. */
function newCell(at) {
  const box = document.createElement("div");
  box.className = "grid-cell";
  box.setAttribute("role", at ? "gridcell" : "rowheader");
  box.setAttribute("aria-colindex", String(at + 1));
  box.append(document.createElement("span"), document.createElement("span"));
  box.lastChild.className = "unseen";
  return box;
}

function fillTitle(box, row, place) {
  box.id = `cell-${place}-0`;
  box.title = row.error || row.title;
  box.dataset.status = row.status;
  write(box.firstChild, row.title);
  write(box.lastChild, say(`row_${row.status}`));
}

function fillCell(box, row, column, id) {
  const [value, state] = cell(row, column.key);
  box.id = id;
  box.dataset.state = state;
  box.toggleAttribute("data-number", NUMBERS.has(column.type));
  write(box.firstChild, shown(value, column.type));
  write(box.lastChild, say(`state_${state}`));
}

function write(box, words) {
  if (box.textContent !== words) box.textContent = words;
}
