// Shortcuts of the explorer: `/` searches an entity, and arrows move between entities.

import { isTyping, startKeysOf } from "../shortcuts.js";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const isWriting = (element) => isTyping(element) && element.type !== "range";

export function startExplorerKeys(canvas, acts) {
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
  const actFor = ({ key, target }) => {
    const arrow = target === canvas && ARROWS[key];
    return arrow ? () => acts.step(...arrow) : presses[key];
  };
  startKeysOf(actFor, { isWriting });
}
