// Selected rows, to be moved or deleted together. The bar shows how many, and the confirmation
// says exactly what is deleted.

import { text } from "../text.js";

const chosen = new Set();
let last = null;

export function startRowSelection() {
  const bar = document.getElementById("bulk");
  if (!bar) return;
  document.addEventListener("click", (event) => {
    if (!event.target.matches("input[name=document]")) return;
    if (event.shiftKey && last) stretch(last, event.target);
    last = event.target;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-pick-all]")) {
      for (const box of boxes()) box.checked = event.target.checked;
    }
    if (event.target.matches("[data-pick-all], input[name=document]")) remember(bar);
  });
  bar.addEventListener("reset", () => setTimeout(() => remember(bar)));
  document.addEventListener("pramana:swapped", () => restore(bar));
  remember(bar);
}

const boxes = () => [...document.querySelectorAll("input[name=document]")];

/** With Shift, select everything between this row and the last one. */
function stretch(from, to) {
  const all = boxes();
  const [first, end] = [all.indexOf(from), all.indexOf(to)].sort((a, b) => a - b);
  if (first < 0) return;
  for (const box of all.slice(first, end + 1)) box.checked = to.checked;
}

function remember(bar) {
  chosen.clear();
  for (const box of boxes()) if (box.checked) chosen.add(box.value);
  tell(bar);
}

/** Replaced rows keep their selection; removed rows lose it. */
function restore(bar) {
  for (const box of boxes()) if (chosen.has(box.value)) box.checked = true;
  remember(bar);
}

function tell(bar) {
  const picked = boxes().filter((box) => box.checked);
  const count = picked.length;
  bar.querySelector("[data-chosen-count]").textContent = text(
    count === 1 ? "chosen_one" : "chosen_many",
    { count },
  );
  const all = document.querySelector("[data-pick-all]");
  if (!all) return;
  all.checked = count > 0 && count === boxes().length;
  all.indeterminate = count > 0 && !all.checked;
}
