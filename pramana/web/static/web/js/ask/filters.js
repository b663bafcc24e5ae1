// Filters of a question, as chips whose values are in the URL.

import { sentDay } from "../dates/date_fields.js";
import { parsePage } from "../page.js";
import { localDigits } from "../text.js";

const ISO = 10; // characters of a day without its era

const form = () => document.getElementById("narrow");

/** The filters as API parameters. */
export function questionFilters() {
  const chosen = new FormData(form());
  const value = (name) => (chosen.get(name) ?? "").trim();
  const documents = chosen.has("in") ? chosen.getAll("in") : chosen.getAll("case-document");
  const filters = Object.fromEntries(
    Object.entries({
      section: value("section"),
      source_url_prefix: value("address"),
      tag: value("tag"),
      date_from: value("since").slice(0, ISO),
      date_to: value("until").slice(0, ISO),
    }).filter(([, given]) => given),
  );
  if (chosen.has("in") || value("case")) filters.document_ids = documents;
  return {
    ...(value("collection") && { collection_id: value("collection") }),
    ...(value("memory") && { memory_group: value("memory") }),
    ...(Object.keys(filters).length && { filters }),
  };
}

/** Whether the next question leaves documents out. */
export function isNarrow() {
  const { collection_id: collection, filters } = questionFilters();
  return Boolean(collection || filters);
}

/** Take every limit away, in the chips and in the URL. */
export function widen() {
  for (const field of [...form().elements]) {
    if (field.type === "hidden") (field.closest(".chip") ?? field).remove();
    else if (field.name !== "memory") field.value = "";
  }
  document.querySelector("[data-composer] [data-about]")?.remove();
  keepInAddress();
}

function keepInAddress() {
  const address = new URL(location.href);
  for (const name of ["in", "document", "start", "end"]) {
    if (!new FormData(form()).has(name)) address.searchParams.delete(name);
  }
  for (const field of form().elements) {
    if (!field.name || ["in", "case-document", "document", "start", "end"].includes(field.name)) continue;
    const value = field.dataset.date === undefined ? field.value : sentDay(field);
    if (value) address.searchParams.set(field.name, value);
    else address.searchParams.delete(field.name);
    field.closest(".chip")?.toggleAttribute("data-chosen", Boolean(value));
  }
  history.replaceState(history.state, "", address);
  countChosen();
}

/** How many filters are set, on the button that folds them in narrow windows. */
function countChosen() {
  const folder = document.querySelector("[data-composer] [data-folds]");
  if (!folder) return;
  const count = document.querySelectorAll("#filters > .chip[data-chosen]").length;
  folder.toggleAttribute("data-chosen", count > 0);
  folder.querySelector("[data-count]").textContent = count ? `· ${localDigits(String(count))}` : "";
}

function startFolding() {
  document.querySelector("[data-composer] [data-folds]")?.addEventListener("click", ({ currentTarget }) => {
    const isOpen = document.getElementById("filters").toggleAttribute("data-open");
    currentTarget.setAttribute("aria-expanded", String(isOpen));
  });
  countChosen();
}

/** A filter changes the URL and its chip; typed text is kept. The documents of a case are fetched. */
export function startFilters() {
  startFolding();
  form().addEventListener("submit", async (event) => {
    event.preventDefault();
    keepInAddress();
    const place = document.getElementById("case-documents");
    const wanted = form().elements.case?.value ?? "";
    if (!place || (place.dataset.of ?? "") === wanted) return;
    place.dataset.of = wanted;
    const answer = wanted ? await fetch(location.href).catch(() => null) : null;
    const page = answer?.ok ? await parsePage(answer) : null;
    place.replaceChildren(...(page?.getElementById("case-documents").childNodes ?? []));
  });
}
