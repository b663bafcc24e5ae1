// The header of the grid: names, sort and filter marks, widths and menus.

import { say } from "./strings.js";

const STEP = 16; // px

export function openHead(grid, store, { menu }) {
  const { head } = grid;

  function draw() {
    head.replaceChildren(...grid.columns.map(box));
  }

  function box(column, at) {
    const made = document.createElement("div");
    made.className = "grid-cell";
    made.setAttribute("role", "columnheader");
    made.setAttribute("aria-colindex", String(at + 1));
    const key = column.key || "document";
    const { sort, down, where } = store.asked;
    const isSorted = sort === key;
    if (isSorted) made.setAttribute("aria-sort", down ? "descending" : "ascending");
    made.toggleAttribute("data-filtered", Boolean(where[column.key]));
    made.append(button(column, at, isSorted, down), handle(column));
    return made;
  }

  function button(column, at, isSorted, down) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "grid-name";
    made.dataset.column = at;
    made.setAttribute("aria-haspopup", "dialog");
    made.setAttribute("aria-label", say("menu_of", { name: column.name }));
    made.title = column.instructions || column.name;
    const name = document.createElement("span");
    name.textContent = column.name;
    made.append(name);
    if (isSorted) made.dataset.sorted = down ? "down" : "up";
    made.addEventListener("click", () => menu(column, made));
    return made;
  }

  function handle(column) {
    const made = document.createElement("div");
    made.className = "grid-handle";
    made.setAttribute("role", "separator");
    made.setAttribute("aria-orientation", "vertical");
    made.setAttribute("aria-label", say("resize", { name: column.name }));
    made.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      made.setPointerCapture(event.pointerId);
      const begun = { x: event.clientX, width: grid.widthOf(column) };
      const move = (moved) => grid.resize(column, begun.width + moved.clientX - begun.x);
      made.addEventListener("pointermove", move);
      made.addEventListener("lostpointercapture", () => made.removeEventListener("pointermove", move), {
        once: true,
      });
    });
    made.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
      if (by) grid.resize(column, grid.widthOf(column) + by);
    });
    return made;
  }

  return { draw, buttonOf: (at) => head.children[at]?.querySelector("button") };
}
