// Selecting documents for a stack; the selection is kept while searching for others.

import { parsePage } from "../page.js";
import { text } from "../text.js";

const CALM = 220; // ms without a key before the library is searched

const form = document.querySelector("[data-new-stack]");
const chooser = form.querySelector("[data-chooser]");
const find = chooser.querySelector("[data-find]");
const collection = chooser.querySelector("[data-collection]");
const list = chooser.querySelector("[data-chosen]");
const chosen = new Map(); // titles by id
let timer = 0;
let turn = 0;

async function fetchPart(after = "") {
  turn += 1;
  const mine = turn;
  const query = new URLSearchParams({ title: find.value.trim(), collection: collection.value, after });
  const answer = await fetch(`${chooser.dataset.chooser}?${query}`).catch(() => null);
  if (mine !== turn || !answer?.ok || answer.redirected) return null;
  return (await parsePage(answer)).getElementById("choices");
}

async function renew() {
  const part = await fetchPart();
  if (!part) return;
  document.getElementById("choices").replaceWith(part);
  tick();
}

async function more(button) {
  const part = await fetchPart(button.dataset.after);
  if (!part) return;
  document.getElementById("choice-rows").append(...part.querySelector("ul").children);
  const next = part.querySelector(".more-choices");
  if (next) button.parentElement.replaceWith(next);
  else button.parentElement.remove();
  tick();
}

const boxes = () => [...chooser.querySelectorAll("#choices [name=document]")];

/** Checkboxes show the selection; hidden ones are sent from the list below. */
function tick() {
  const seen = new Set();
  for (const box of boxes()) {
    seen.add(box.value);
    box.checked = chosen.has(box.value);
  }
  list.replaceChildren(...[...chosen].filter(([id]) => !seen.has(id)).map(line));
  const count = chosen.size;
  chooser.querySelector("[data-tally]").textContent = count
    ? text(count === 1 ? "chosen_one" : "chosen_many", { count })
    : "";
}

function line([id, title]) {
  const item = document.createElement("li");
  const label = document.createElement("label");
  const box = document.createElement("input");
  Object.assign(box, { type: "checkbox", name: "document", value: id, checked: true });
  box.dataset.title = title;
  label.className = "tick small";
  label.append(box, title);
  item.append(label);
  return item;
}

chooser.addEventListener("change", (event) => {
  if (event.target === collection) return void renew();
  if (event.target.name !== "document") return;
  if (event.target.checked) chosen.set(event.target.value, event.target.dataset.title);
  else chosen.delete(event.target.value);
  tick();
});
chooser.addEventListener("click", (event) => {
  const button = event.target.closest("[data-after]");
  if (button) more(button);
});
find.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(renew, CALM);
});
find.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault(); // Enter in this field searches and does not submit
});
form.addEventListener("formdata", ({ formData }) => {
  formData.delete("document");
  for (const id of chosen.keys()) formData.append("document", id); // in the order they were selected
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.ctrlKey) form.requestSubmit();
});

const asked = form.querySelector("[data-asked]");
if (asked) {
  form.addEventListener("click", (event) => {
    if (event.target.closest("[data-adds]")) {
      asked.append(form.querySelector("[data-blank]").content.cloneNode(true));
      asked.lastElementChild.querySelector("input").focus();
    }
    const line = event.target.closest("[data-drops]")?.closest("[data-line]");
    if (line && asked.children.length > 1) line.remove();
  });
}
form.dataset.started = "";
