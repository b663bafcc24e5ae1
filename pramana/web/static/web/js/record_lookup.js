// A record is named by its id: while one types, the records that sound like it are offered, the id
// for the field and the name beside it. The field may come and go with its part of the page.

const CALM = 220; // ms without a key before we ask

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

/** The act, once nothing was typed for a moment. */
export function later(act) {
  let timer = 0;
  return (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(event), CALM);
  };
}
