// Corrections of a review: the metadata, and what an entity is. Each is saved at once, and can be
// taken back.

import { onSelection, startSelection } from "../library/selection.js";
import { toast } from "../toasts.js";

export function startCorrections(root, { send, card, isReview, goTo, show, source, edited }) {
  const form = (name) => root.querySelector(`[data-${name}]`);

  /** Send corrections one after the other, then show what they changed. */
  async function correct(corrections, after) {
    if (!isReview() || root.dataset.correcting !== undefined) return;
    root.dataset.correcting = "";
    let done = null;
    for (const each of corrections) {
      const answer = await send("POST", "corrections/", each);
      done = answer?.ok ? await answer.json() : null;
      if (!done) break;
    }
    if (done) toast(done.message);
    if (done) await after(done);
    delete root.dataset.correcting;
  }

  /** Correct entities, then show one of them and the marks in the text. */
  function correctEntities(next, ...corrections) {
    return correct(corrections, async (done) => {
      const fields = form("edit");
      if (fields) fields.hidden = true; // news may replace the card from now on
      await source?.reload();
      await goTo(String(next(done)));
    });
  }

  const current = () => Number(card().dataset.entity);
  const stay = () => current();

  async function saveMetadata(fields) {
    const changed = [...fields.elements].filter(
      (each) => each.name && each.value.trim() !== startValue(each).trim(),
    );
    const set = ({ name, value }) => ({ action: "set_metadata", field: name, value });
    if (!changed.length) return void toast(root.dataset.saidUnchanged);
    await correct(changed.map(set), async () => {
      toggleMetadata(false);
      await show();
    });
  }

  function restoreMetadata(field) {
    return correct([{ action: "restore_metadata", field }], () => show());
  }

  function toggleMetadata(isOpen) {
    const fields = form("metadata");
    if (!fields) return;
    const about = fields.closest("details");
    fields.hidden = !(isOpen ?? (fields.hidden || !about.open));
    if (!fields.hidden) about.open = true;
    const opener = about.querySelector("[data-does=metadata]");
    opener.setAttribute("aria-expanded", String(!fields.hidden));
    (fields.hidden ? opener : fields.querySelector("input")).focus();
  }

  function save(fields) {
    const entity = current();
    const { names, entity_data } = edited(fields);
    const corrections = [{ action: "edit", entity, names, entity_data }];
    const type = fields.elements.type;
    if (type.value !== startValue(type)) {
      const [entity_type, entity_sub_type] = type.value.split(" ");
      corrections.unshift({ action: "retype", entity, entity_type, entity_sub_type });
    }
    return correctEntities(stay, ...corrections);
  }

  async function add(fields) {
    const { name, type } = fields.elements;
    const corrections = [{ action: "add", name: name.value, entity_type: type.value }];
    await correctEntities(({ entities }) => entities.at(-1), ...corrections);
  }

  for (const entity_type of ["PERSON", "ORGANIZATION", "LOCATION"]) {
    onSelection(`add-${entity_type}`, ({ start, end }) => {
      getSelection().removeAllRanges();
      correctEntities(({ entities }) => entities.at(-1), { action: "add", start, end, entity_type });
    });
  }
  if (document.querySelector("[data-selection]") && root.querySelector("[data-text]")) {
    startSelection(root);
  }

  root.addEventListener("submit", (event) => {
    const fields = event.target.closest("[data-metadata], [data-add]");
    if (!fields) return;
    event.preventDefault();
    if (fields.matches("[data-metadata]")) saveMetadata(fields);
    else add(fields);
  });
  root.addEventListener("click", (event) => {
    const restores = event.target.closest("[data-restores]");
    if (restores) restoreMetadata(restores.dataset.restores);
  });

  return {
    save,
    metadata: () => toggleMetadata(),
    restore: () => correctEntities(stay, { action: "restore", entity: current() }),
    remove: () => correctEntities(stay, { action: "remove", entity: current() }),
    merge() {
      const other = form("edit").elements.merge.value;
      if (other === "") return void form("edit").elements.merge.focus();
      const entities = [current(), Number(other)];
      correctEntities(() => Math.min(...entities), { action: "merge", entities });
    },
    split() {
      const start = source?.place()?.start;
      if (start === undefined) return;
      const last = ({ entities }) => entities.at(-1);
      correctEntities(last, { action: "split", entity: current(), starts: [start] });
    },
    add() {
      const field = form("add")?.elements.name;
      if (!field) return;
      field.value = getSelection().toString().replace(/\s+/g, " ").trim() || field.value;
      field.focus();
      field.select();
    },
    async ask() {
      const answer = isReview() ? await send("POST", "ask/") : null;
      if (answer?.ok) await show({ anew: true });
    },
    async accept() {
      const answer = isReview() ? await send("POST", "accept/") : null;
      if (!answer?.ok) return [];
      const { entities } = await answer.json();
      if (!entities.length) toast(root.dataset.saidNoneSure);
      else await show({ anew: true });
      return entities.map(String);
    },
  };
}

/** The value that a field had when the page was made. */
function startValue(field) {
  if (field.defaultValue !== undefined) return field.defaultValue;
  return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0].value;
}
