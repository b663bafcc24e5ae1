// The grid: only visible rows are elements, and they are reused while scrolling. Keeps the current
// cell and the selected range.

import { fillLine, newLine } from "./row_elements.js";
import { say } from "./strings.js";

export const ROW = 36; // px; the style sheet says the same
const OVER = 6; // rows kept beyond the edges
const WIDEST = 900;
const LEAST = 64;
const WIDTHS = { text: 300, string: 190, list: 220, money: 130, number: 110, integer: 100, date: 116, boolean: 90 };

export function openGrid(root, store, kept) {
  const head = root.querySelector("[data-head]");
  const body = root.querySelector("[data-body]");
  const lines = new Map(); // by place
  const free = []; // out of sight, to be used again
  const grid = { at: { row: 0, column: 1 }, anchor: null, columns: [], moved() {}, body };
  let frame = 0;

  /** The visible columns, the document first. */
  function layOut() {
    const hidden = kept.hidden();
    grid.columns = [
      { key: "", name: say("document"), type: "title" },
      ...store.columns.filter((column) => !hidden.includes(column.key)),
    ];
    grid.at.column = Math.min(grid.at.column, grid.columns.length - 1);
    grid.anchor = null;
    setTracks();
    root.setAttribute("aria-colcount", String(grid.columns.length));
    for (const line of lines.values()) line.remove();
    lines.clear();
    draw();
  }

  const widthOf = (column) => kept.width(column.key) ?? (column.key ? WIDTHS[column.type] ?? 170 : titleWidth());
  const titleWidth = () => (root.clientWidth < 600 ? 148 : 240);

  function resize(column, width) {
    kept.setWidth(column.key, Math.round(Math.min(Math.max(width, LEAST), WIDEST)));
    setTracks();
  }

  function setTracks() {
    root.style.setProperty("--tracks", grid.columns.map((column) => `${widthOf(column)}px`).join(" "));
  }

  /** Redraw every visible row. */
  function draw() {
    body.style.height = `${store.view.length * ROW}px`;
    root.setAttribute("aria-rowcount", String(store.view.length + 1));
    for (const [place, line] of lines) {
      if (place >= store.view.length) recycle(place, line);
      else fill(line, place);
    }
    paint();
  }

  function fill(line, place) {
    line.style.transform = `translateY(${place * ROW}px)`;
    fillLine(line, store.view[place], grid.columns, place);
    markLine(line, place, range());
  }

  function recycle(place, line) {
    lines.delete(place);
    free.push(line);
  }

  function paint() {
    frame = 0;
    const top = root.scrollTop;
    const first = Math.max(0, Math.floor(top / ROW) - OVER);
    const end = Math.min(store.view.length, Math.ceil((top + root.clientHeight) / ROW) + OVER);
    for (const [place, line] of lines) if (place < first || place >= end) recycle(place, line);
    for (let place = first; place < end; place += 1) {
      if (lines.has(place)) continue;
      const line = free.pop() ?? newLine();
      if (!line.isConnected) body.append(line);
      lines.set(place, line);
      fill(line, place);
    }
    for (const line of free) line.remove(); // those in use again never left the page
    pointAt();
  }

  /** Show the current cell and the selection. */
  function mark() {
    const chosen = range();
    for (const [place, line] of lines) markLine(line, place, chosen);
    pointAt();
  }

  function markLine(line, place, { top, left, bottom, right }) {
    const inside = place >= top && place <= bottom;
    for (let at = 0; at < line.children.length; at += 1) {
      const box = line.children[at];
      const isChosen = inside && at >= left && at <= right;
      if (isChosen !== (box.getAttribute("aria-selected") === "true")) {
        box.setAttribute("aria-selected", String(isChosen));
      }
      box.toggleAttribute("data-at", place === grid.at.row && at === grid.at.column);
    }
  }

  /** Tell screen readers the current cell while it is visible. */
  function pointAt() {
    const box = boxAt(grid.at);
    if (box) root.setAttribute("aria-activedescendant", box.id);
    else root.removeAttribute("aria-activedescendant");
  }

  /** The selected range, from the anchor to the current cell. */
  function range() {
    const from = grid.anchor ?? grid.at;
    return {
      top: Math.min(from.row, grid.at.row),
      bottom: Math.max(from.row, grid.at.row),
      left: Math.min(from.column, grid.at.column),
      right: Math.max(from.column, grid.at.column),
    };
  }

  const boxAt = ({ row, column }) => lines.get(row)?.children[column] ?? null;

  function goTo(row, column, { extend = false } = {}) {
    const last = store.view.length - 1;
    if (last < 0) return;
    if (extend) grid.anchor ??= { ...grid.at };
    else grid.anchor = null;
    grid.at = { row: within(row, last), column: within(column, grid.columns.length - 1) };
    reveal();
    mark();
    grid.moved(grid.at);
  }

  const within = (number, most) => Math.max(0, Math.min(number, most));

  /** Scroll the cell into view, beside the frozen column and below the header. */
  function reveal() {
    const top = grid.at.row * ROW;
    const room = root.clientHeight - head.offsetHeight;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + ROW > root.scrollTop + room) root.scrollTop = top + ROW - room;
    const title = head.firstElementChild;
    const box = head.children[grid.at.column];
    if (!box || grid.at.column === 0) return void paint();
    const [left, right] = [box.offsetLeft, box.offsetLeft + box.offsetWidth];
    if (left - title.offsetWidth < root.scrollLeft) root.scrollLeft = left - title.offsetWidth;
    else if (right > root.scrollLeft + root.clientWidth) root.scrollLeft = right - root.clientWidth;
    paint();
  }

  root.addEventListener("scroll", () => (frame ||= requestAnimationFrame(paint)), { passive: true });
  new ResizeObserver(() => (frame ||= requestAnimationFrame(paint))).observe(root);

  return Object.assign(grid, {
    layOut,
    draw,
    mark,
    range,
    goTo,
    boxAt,
    resize,
    widthOf,
    head,
    rowAt: (place) => store.view[place],
    page: () => Math.max(1, Math.floor(root.clientHeight / ROW) - 2),
  });
}
