// The registry: names are found while they are typed, lines of a form come and go.

import { refresh } from "./swap.js";

const CALM = 220; // ms without a key before we ask

startTypingAhead();
startLookingUp();
startLines();

/** The address says what is shown, so that reload and links keep it; the list follows. */
function startTypingAhead() {
  const form = document.querySelector("form[data-types-ahead]");
  form?.addEventListener("input", later((event) => {
    if (event.target.type !== "search") return;
    const address = new URL(location.href);
    for (const name of ["from", "name"]) address.searchParams.delete(name);
    const words = event.target.value.trim();
    if (words) address.searchParams.set("name", words);
    history.replaceState(history.state, "", address);
    refresh().catch(() => {});
  }));
}

/** Suggestions for the other end of a relation: the id goes into the field, the name beside it. */
function startLookingUp() {
  const field = document.querySelector("input[data-looks-up]");
  field?.addEventListener("input", later(async () => {
    const words = field.value.trim();
    if (words.length < 2) return;
    const query = new URLSearchParams({ query: words, limit: "8" });
    const answer = await fetch(`${field.dataset.looksUp}?${query}`, { credentials: "same-origin" });
    if (answer.ok) suggest(field.list, (await answer.json()).entities);
  }));
}

function suggest(list, entities) {
  list.replaceChildren(...entities.map((entity) => {
    const names = entity.names.flatMap((name) => [name.en?.full, name.ne?.full]).filter(Boolean);
    return new Option(names.slice(0, 2).join(" · "), entity.nes_id);
  }));
}

function startLines() {
  const form = document.querySelector("form[data-editing]");
  form?.addEventListener("click", (event) => {
    const adds = event.target.closest("[data-adds]");
    const drops = event.target.closest("[data-drops]");
    if (adds) add(adds.closest("fieldset"));
    if (drops) drop(drops);
  });
}

function add(group) {
  const line = group.querySelector("template").content.cloneNode(true);
  group.querySelector("[data-rows]").append(line);
  group.querySelector("[data-line]:last-child input").focus();
}

function drop(button) {
  const group = button.closest("fieldset");
  button.closest("[data-line]").remove();
  (group.querySelector("[data-line]:last-child input") ?? group.querySelector("[data-adds]")).focus();
}

function later(act) {
  let timer = 0;
  return (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(event), CALM);
  };
}
