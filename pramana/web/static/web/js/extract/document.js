// The document of an extraction: highlights the evidence of the current field.

import { isPhone } from "../library/text_windows.js";
import { openSource } from "../library/document_pane.js";

const meets = ({ dataset }, place) =>
  Number(dataset.start) < place.end && Number(dataset.end) > place.start;

export function openDocument(root, choose) {
  const source = openSource(root, { isLit: meets, choose: (mark) => choose(mark.dataset.of) });
  if (!source) return null;
  const { text } = source;
  const pane = root.querySelector("#source");

  /** Refresh the evidence without moving the text on the screen. */
  async function renew() {
    const isWhole = text.holder.childElementCount === 1;
    const { at } = text.current();
    const scroller = isPhone.matches ? document.scrollingElement : pane;
    const top = scroller.scrollTop;
    await text.load(at, { again: true });
    if (isWhole) scroller.scrollTop = top;
    else if (source.isShown()) await text.goTo(at);
  }

  return {
    reveal: source.reveal,
    look: source.look,
    renew,
    hint: source.standOut,
    forget: () => source.lookAt(null),
  };
}
