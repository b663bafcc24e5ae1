// The explorer's keys. They come before the page's own: here `/` finds an entity.

import { isTyping } from "./keys.js";

const PATIENCE = 1200; // ms in which `g` still begins a pair of keys
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function startKeysOf(canvas, acts) {
  const presses = {
    "/": acts.find,
    e: acts.expand,
    x: acts.none,
    0: acts.fit,
    "+": acts.nearer,
    "=": acts.nearer,
    "-": acts.farther,
    o: acts.ended,
    m: acts.tell,
  };
  let paired = -PATIENCE; // when `g` was pressed

  document.addEventListener(
    "keydown",
    (event) => {
      const isWriting = isTyping(event.target) && event.target.type !== "range";
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
      if (document.querySelector("dialog[open]")) return;
      const isSecond = event.timeStamp - paired < PATIENCE;
      paired = event.key === "g" ? event.timeStamp : -PATIENCE;
      const arrow = event.target === canvas && ARROWS[event.key];
      const act = arrow ? () => acts.step(...arrow) : presses[event.key];
      if (!act || isSecond) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    },
    { capture: true },
  );
}
