// The document of a review: highlights the mentions of the current entity.

import { openViewer } from "../viewer/viewer.js";

const begins = (mark, place) => mark.start >= place.start && mark.start < place.end;

export function openDocument(root, choose) {
  const viewer = openViewer(root, { isLit: begins, choose: chosen });
  if (!viewer) return null;

  function chosen({ start, of }) {
    if (!of) return; // it belongs to the document's metadata
    viewer.lookAt({ start, end: start + 1 });
    choose(of, viewer.place());
  }

  function places() {
    return JSON.parse(document.getElementById("places")?.textContent ?? "[]");
  }

  return {
    reveal: viewer.reveal,
    place: viewer.place,
    /** Fetch the text again, with the marks as they are now. */
    reload() {
      viewer.renewMarks();
      return viewer.text.load(viewer.place()?.start ?? viewer.text.current().at, { again: true });
    },
    look: viewer.look,
    focus: viewer.standOut,
    /** Step to another mention of the entity; by 0, the current or first one. */
    step(by) {
      const all = places();
      if (!all.length) return;
      const at = all.findIndex((place) => place.start === viewer.place()?.start);
      const next = by ? (Math.max(at, by > 0 ? at : 0) + by + all.length) % all.length : Math.max(at, 0);
      viewer.reveal(all[next], { now: by !== 0 });
    },
  };
}
