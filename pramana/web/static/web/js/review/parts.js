// Replaces changed claims, except those someone is working in.

const PARTS = ["standing", "about", "card", "queue", "messages"];
const TIMES = /<time[^>]*>[^<]*<\/time>/g;
const SEEN = / data-seen="[^"]*"/g;

const known = new Map(); // the last HTML of each part

const wording = (part) => part.outerHTML.replace(TIMES, "").replace(SEEN, "");

for (const id of PARTS) {
  const part = document.getElementById(id);
  if (part) known.set(id, wording(part));
}

export function renewParts(page, { anew = false } = {}) {
  for (const id of PARTS) {
    const old = document.getElementById(id);
    const fresh = page.getElementById(id);
    if (old && fresh) renew(id, old, fresh, anew);
  }
  document.dispatchEvent(new Event("pramana:swapped"));
}

function renew(id, old, fresh, anew) {
  const says = wording(fresh);
  const isSame = known.get(id) === says && !(anew && id === "card");
  if (isSame) return void copySeen(old, fresh);
  const isSameOne = old.dataset.entity === fresh.dataset.entity;
  if (id === "card" && !anew && isSameOne && isInUse(old)) return; // what it saw stays what it saw
  if (id === "about" && old.querySelector("[data-metadata]:not([hidden])")) return;
  if (id === "queue") keepName(old, fresh);
  known.set(id, says);
  const held = id === "queue" && document.activeElement?.dataset?.index;
  if (id === "about") fresh.open = old.open;
  if (id === "card" && !anew) keepChoice(old, fresh);
  old.replaceWith(document.adoptNode(fresh));
  if (held) document.querySelector(`#queue [data-index="${held}"]`)?.focus();
  if (id === "messages") fresh.scrollTop = fresh.scrollHeight;
}

function copySeen(old, fresh) {
  if (fresh.dataset.seen) old.dataset.seen = fresh.dataset.seen;
}

/** Someone is editing, searching, typing a reason or confirming, so do not replace it. */
function isInUse(card) {
  const edit = card.querySelector("[data-edit]");
  if ((edit && !edit.hidden) || card.querySelector(".notice")) return true;
  const fields = card.querySelectorAll("[data-seek] input, [data-reason]");
  return [...fields].some((field) => field.value || field === document.activeElement);
}

/** A name that someone is typing to add it. */
function keepName(old, fresh) {
  const typed = old.querySelector("[data-add] [name=name]");
  const field = fresh.querySelector("[data-add] [name=name]");
  if (typed && field && document.activeElement === typed) field.value = typed.value;
}

function keepChoice(old, fresh) {
  const chosen = old.querySelector("[name=candidate]:checked")?.value;
  const same = [...fresh.querySelectorAll("[name=candidate]")].find((each) => each.value === chosen);
  if (same) same.checked = true;
}
