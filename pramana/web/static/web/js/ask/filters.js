// Filters of a question, as chips whose values are in the URL.

/** The filters as API parameters. */
export function questionFilters() {
  const chosen = new FormData(document.getElementById("narrow"));
  const [collection, memory, section, address] = [
    "collection",
    "memory",
    "section",
    "address",
  ].map((name) => (chosen.get(name) ?? "").trim());
  const filters = {};
  if (section) filters.section = section;
  if (address) filters.source_url_prefix = address;
  if (chosen.has("in")) filters.document_ids = chosen.getAll("in");
  return {
    ...(collection && { collection_id: collection }),
    ...(memory && { memory_group: memory }),
    ...(Object.keys(filters).length && { filters }),
  };
}

/** A filter changes the URL and its chip; typed text is kept. */
export function startFilters() {
  const form = document.getElementById("narrow");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = new URL(location.href);
    for (const field of form.elements) {
      if (!field.name || field.name === "in") continue;
      if (field.value) address.searchParams.set(field.name, field.value);
      else address.searchParams.delete(field.name);
      field.closest(".chip")?.toggleAttribute("data-chosen", Boolean(field.value));
    }
    history.replaceState(history.state, "", address);
  });
}
