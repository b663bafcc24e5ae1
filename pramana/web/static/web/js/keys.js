// Keys. An element with data-key="n" is pressed by n; data-key="g h" by g, then h.

const PATIENCE = 1200; // ms between the two keys of a pair

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

function find(keys) {
  const exact = document.querySelector(`[data-key="${CSS.escape(keys)}"]`);
  if (exact) {
    first = "";
    return exact;
  }
  const last = keys.split(" ").pop();
  return document.querySelector(`[data-key="${CSS.escape(last)}"]`);
}

function use(target) {
  if (target.matches("input:not([type=file]), textarea, select")) {
    target.focus();
    target.select?.();
  } else {
    target.click();
  }
}

export function isTyping(element) {
  return Boolean(element?.closest?.("input, textarea, select, [contenteditable]"));
}
