// The document of an extraction: highlights the evidence of the current field.

import { isPhone } from "../library/text_windows.js";
import { openViewer } from "../viewer/viewer.js";

export function openDocument(root, choose) {
  const viewer = openViewer(root, { choose: (mark) => choose(mark.of) });
  if (!viewer) return null;
  const { text } = viewer;
  const pane = root.querySelector("#source");

  /** Refresh the evidence without moving the text on the screen. */
  async function renew() {
    viewer.renewMarks();
    const isWhole = text.holder.childElementCount === 1;
    const { at } = text.current();
    const scroller = isPhone.matches ? document.scrollingElement : pane;
    const top = scroller.scrollTop;
    await text.load(at, { again: true });
    if (isWhole) scroller.scrollTop = top;
    else if (viewer.isShown()) await text.goTo(at);
  }

  return {
    reveal: viewer.reveal,
    look: viewer.look,
    renew,
    hint: viewer.standOut,
    forget: () => viewer.lookAt(null),
  };
}
