// The document of a review: highlights the mentions of the current entity.

import { openSource } from "../library/document_pane.js";

const begins = ({ dataset: { start } }, place) =>
  Number(start) >= place.start && Number(start) < place.end;

export function openDocument(root, choose) {
  const source = openSource(root, { isLit: begins, choose: chosen });
  if (!source) return null;

  function chosen(mark) {
    const start = Number(mark.dataset.start);
    source.lookAt({ start, end: start + 1 });
    choose(mark.dataset.of, source.place());
  }

  function places() {
    return JSON.parse(document.getElementById("places")?.textContent ?? "[]");
  }

  return {
    reveal: source.reveal,
    place: source.place,
    /** Fetch the text again, with the marks as they are now. */
    reload: () => source.text.load(source.place()?.start ?? source.text.current().at, { again: true }),
    look: source.look,
    focus: source.standOut,
    /** Step to another mention of the entity; by 0, the current or first one. */
    step(by) {
      const all = places();
      if (!all.length) return;
      const at = all.findIndex((place) => place.start === source.place()?.start);
      const next = by ? (Math.max(at, by > 0 ? at : 0) + by + all.length) % all.length : Math.max(at, 0);
      source.reveal({ ...all[next], page: all[next].page ?? "" }, { now: by !== 0 });
    },
  };
}
