// Record lookup: while typing, similar records are offered; the field gets the id, the name is shown
// beside it. The field may be replaced with its part of the page.

const CALM = 220; // ms without a key before a request

export function startRecordLookup() {
  document.addEventListener("input", later(({ target }) => target.matches("input[data-looks-up]") && lookUp(target)));
}

async function lookUp(field) {
  const words = field.value.trim();
  if (words.length < 2) return;
  const query = new URLSearchParams({ query: words, limit: "8" });
  const answer = await fetch(`${field.dataset.looksUp}?${query}`, { credentials: "same-origin" });
  if (answer.ok && field.list) suggest(field.list, (await answer.json()).entities);
}

function suggest(list, entities) {
  list.replaceChildren(...entities.map((entity) => {
    const names = entity.names.flatMap((name) => [name.en?.full, name.ne?.full]).filter(Boolean);
    return new Option(names.slice(0, 2).join(" · "), entity.nes_id);
  }));
}

/** Call `act` once nothing was typed for a moment. */
export function later(act) {
  let timer = 0;
  return (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(event), CALM);
  };
}
