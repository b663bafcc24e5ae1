// A research run: preview pages, decide by keyboard, and count the decisions.

import { isTyping } from "../shortcuts.js";
import { parsePage } from "../page.js";
import { showPane } from "../tabs.js";
import { text } from "../text.js";
import { toast } from "../toasts.js";

const panes = document.querySelector("[data-research]");
const preview = panes.querySelector("[data-preview]");
let looking = 0; // the newest preview; late responses of older ones are dropped

panes.addEventListener("click", (event) => {
  const link = event.target.closest("[data-look]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    look(link);
  }
  if (event.target.closest("[data-close-preview]")) close();
  if (event.target.closest("[data-clear]")) clear(event.target.closest("[data-page]"));
  if (event.target.closest("[data-all]")) markAll();
});
panes.addEventListener("change", tally);
panes.addEventListener("input", tally);
document.addEventListener("pramana:swapped", tally);
document.addEventListener("keydown", decideByKey, { capture: true });
tally();

async function look(link) {
  const turn = ++looking;
  const shape = document.getElementById("skeleton");
  preview.replaceChildren(shape.content.cloneNode(true));
  preview.hidden = false;
  preview.dataset.of = link.closest("[data-page]").id;
  showPane(panes, "source");
  panes.querySelector("#source").scrollTop = 0;
  try {
    const answer = await fetch(`${link.getAttribute("href")}?part=1`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = await parsePage(answer);
    if (turn === looking) preview.replaceChildren(document.adoptNode(page.querySelector(".preview")));
  } catch {
    if (turn !== looking) return;
    close();
    toast(panes.dataset.lost, "error");
  }
}

function close() {
  looking += 1;
  const row = document.getElementById(preview.dataset.of ?? "");
  preview.hidden = true;
  preview.replaceChildren();
  showPane(panes, "claims");
  row?.querySelector("[data-open]").focus();
}

function clear(row) {
  for (const mark of row.querySelectorAll("input[type=radio]")) mark.checked = false;
  tally();
}

function markAll() {
  for (const mark of panes.querySelectorAll("[data-page] [value=in]")) mark.checked = true;
  tally();
}

function counted() {
  const rows = panes.querySelectorAll("[data-page]").length;
  const chosen = panes.querySelectorAll("[data-page] [value=in]:checked").length;
  const left = panes.querySelectorAll("[data-page] [value=out]:checked").length;
  const added = (panes.querySelector("#urls")?.value ?? "").split(/\s+/).filter(Boolean).length;
  return { in: chosen + added, out: left, rest: rows - chosen - left };
}

function tally() {
  const place = panes.querySelector("[data-tally]");
  if (!place) return;
  const said = text(panes.dataset.said, counted());
  if (place.textContent !== said) place.textContent = said;
}

/** Enter on a row submits the decision; in a field or on a button it works as usual. */
function decideByKey(event) {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = panes.querySelector("[data-decide]");
  const from = event.target;
  if (!button || isTyping(from) || document.querySelector("dialog[open]")) return;
  if (from.closest("button, summary, a:not([data-look])")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { in: chosen, out, rest } = counted();
  if (chosen) button.click();
  else if (out && !rest) panes.querySelector("[data-nothing]").click();
  else toast(panes.dataset.unmarked);
}
