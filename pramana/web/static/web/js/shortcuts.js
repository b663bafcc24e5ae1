// Keyboard shortcuts. An element with data-key="n" is pressed by n; data-key="g h" by g, then h.
// data-row-key="r" works only while its row has the focus.

const PATIENCE = 1200; // ms between the two keys of a pair
const FIELD = "input:not([type=file], [type=checkbox], [type=radio]), textarea";

let first = "";
let forget = 0;

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const target = find(pressed(event.key));
    if (!target) return;
    event.preventDefault();
    use(target);
  });
}

function pressed(key) {
  const pair = first ? `${first} ${key}` : key;
  clearTimeout(forget);
  first = first ? "" : key;
  forget = setTimeout(() => (first = ""), PATIENCE);
  return pair;
}

/** Try the pair first, then its last key alone; a row's shortcuts before the page's. */
function find(keys) {
  const row = document.activeElement?.closest("tr, li");
  for (const wanted of new Set([keys, keys.split(" ").pop()])) {
    const name = CSS.escape(wanted);
    const target =
      row?.querySelector(`[data-row-key="${name}"]`) ??
      document.querySelector(`[data-key="${name}"]`);
    if (target) {
      first = "";
      return target;
    }
  }
  return null;
}

function use(target) {
  if (target.matches(`${FIELD}, select`)) {
    target.focus();
    target.select?.();
  } else {
    target.click();
  }
}

/** Shortcuts of one page: `actFor(event)` returns the action of a key. They run before the global
 * ones, except after `g`, which begins a pair. */
export function startKeysOf(actFor, { isWriting = isTyping } = {}) {
  let paired = -PATIENCE; // when `g` was pressed

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const isSecond = event.timeStamp - paired < PATIENCE;
      paired = event.key === "g" ? event.timeStamp : -PATIENCE;
      const act = actFor(event);
      if (!act || isSecond) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    },
    { capture: true },
  );
}

export function isTyping(element) {
  return Boolean(element?.closest?.(`${FIELD}, select, [contenteditable]`));
}
