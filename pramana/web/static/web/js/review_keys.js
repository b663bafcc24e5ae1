// The review's keys. They come before the page's own: here `/` searches the registry.

import { isTyping } from "./keys.js";

const PATIENCE = 1200; // ms in which `g` still begins a pair of keys

export function startKeysOf(acts) {
  const presses = {
    j: acts.next,
    k: acts.previous,
    m: acts.match,
    c: acts.create,
    e: acts.edit,
    s: acts.skip,
    u: acts.undo,
    n: () => acts.mention(1),
    p: () => acts.mention(-1),
    i: acts.look,
    t: acts.talk,
    "/": acts.search,
  };
  let paired = -PATIENCE; // when `g` was pressed

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const isSecond = event.timeStamp - paired < PATIENCE;
      paired = event.key === "g" ? event.timeStamp : -PATIENCE;
      const number = /^[1-5]$/.test(event.key) && Number(event.key);
      const act = number ? () => acts.choose(number) : presses[event.key];
      if (!act || isSecond) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    },
    { capture: true },
  );
}
