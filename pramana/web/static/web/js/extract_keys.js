// The workspace's keys. They come before the page's own.

import { isTyping } from "./keys.js";

const PATIENCE = 1200; // ms in which `g` still begins a pair of keys

export function startKeysOf(presses) {
  let paired = -PATIENCE; // when `g` was pressed

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]") || event.target.closest("[role=tablist]")) return;
      const isSecond = event.timeStamp - paired < PATIENCE;
      paired = event.key === "g" ? event.timeStamp : -PATIENCE;
      const act = presses[event.key];
      if (!act || isSecond) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    },
    { capture: true },
  );
}
