// A small button beside selected text asks about that text alone.

const REST = 150; // ms after the selection last changed
const MOST = 64000; // characters the server takes

function startSelection(root, host, words, askAbout) {
  const button = make("button", { type: "button", className: "about-this", hidden: true });
  button.append(drawn("ask"), make("span", {}, words.ask_selection));
  root.append(button);
  let timer = 0;

  const selected = () => {
    const selection = document.getSelection();
    if (!selection?.rangeCount || selection.isCollapsed) return "";
    if (host.contains(selection.anchorNode) || isField(document.activeElement)) return "";
    return selection.toString().trim().slice(0, MOST);
  };

  function stand() {
    const isShown = Boolean(selected());
    button.hidden = !isShown;
    if (!isShown) return;
    const box = document.getSelection().getRangeAt(0).getBoundingClientRect();
    const left = Math.min(Math.max(box.left, 8), innerWidth - button.offsetWidth - 8);
    const above = box.top - button.offsetHeight - 8;
    button.style.left = `${left}px`;
    button.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - 48)}px`;
  }

  document.addEventListener("selectionchange", () => {
    clearTimeout(timer);
    timer = setTimeout(stand, REST);
  });
  document.addEventListener("scroll", () => (button.hidden = true), { capture: true, passive: true });
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the selection
  button.addEventListener("click", () => {
    const text = selected();
    button.hidden = true;
    if (text) askAbout(text);
  });
}

const isField = (element) => Boolean(element?.closest?.("input, textarea, [contenteditable]"));
