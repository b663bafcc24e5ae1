// Actions for text that someone selects.
// To add one, add a button to selection_toolbar.html and, where a link is not enough, register an
// action with onSelection("name", (words) => { ... }).

import { copyWords } from "../copy.js";
import { text as say } from "../text.js";

const CALM = 120; // ms after the selection last changed
const LONGEST = 300; // characters of a quote in a link

const actions = new Map();

/** Run `does` with {document, title, start, end, page, quote, address} when its button is pressed. */
export function onSelection(name, does) {
  actions.set(name, does);
}

onSelection("copy-link", (words) => copyWords(words.address));
onSelection("copy-citation", (words) => copyWords(say("citation", words)));
onSelection("keep-field", ({ start, end, quote }) => {
  const dialog = document.getElementById("keep-field");
  const { elements } = dialog.querySelector("form");
  Object.assign(elements.start, { value: start });
  Object.assign(elements.end, { value: end });
  dialog.querySelector("[data-quote]").textContent = [...quote].slice(0, LONGEST).join("");
  dialog.showModal();
  elements.name.focus();
});

export function startSelection(reader) {
  const menu = document.querySelector("[data-selection]");
  const holder = reader.querySelector("[data-viewer]");
  let words = null;
  let timer = 0;

  const update = () => {
    const selection = document.getSelection();
    words = selected(reader, holder, selection);
    menu.hidden = !words;
    if (words) stand(menu, selection.getRangeAt(0).getBoundingClientRect());
  };
  const updateSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(update, CALM);
  };
  const follow = () => {
    if (words) updateSoon();
    menu.hidden = true;
  };
  document.addEventListener("selectionchange", updateSoon);
  document.addEventListener("scroll", follow, { capture: true, passive: true });
  menu.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the selection
  menu.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    clearTimeout(timer);
    update(); // the selection may have changed since it was last calm
    if (!words) return;
    if (button.dataset.leadsTo) location.assign(filled(button.dataset.leadsTo, words));
    else actions.get(button.dataset.does)?.(words);
    menu.hidden = true;
  });
}

/** The selected text with its place in the document, or null. */
function selected(reader, holder, selection) {
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!holder.contains(range.commonAncestorContainer)) return null;
  const from = placed(holder, range.startContainer, range.startOffset);
  const to = placed(holder, range.endContainer, range.endOffset);
  const quote = range.toString().replace(/\s+/g, " ").trim();
  if (!quote || !from || !to || to.offset <= from.offset) return null;
  const start = from.offset;
  const end = to.offset;
  const short = [...quote].slice(0, LONGEST).join("");
  const query = new URLSearchParams({ start, end, quote: short });
  const address = `${location.origin}${reader.dataset.base}?${query}`;
  const page = from.page + 1;
  return {
    document: reader.dataset.document,
    title: reader.dataset.title,
    ...{ start, end, page, quote, address },
  };
}

/** The text offset of a DOM point in code points; JavaScript counts UTF-16 units. */
function placed(holder, node, offset) {
  const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  const paragraph = element.closest("[data-at]") ?? nextParagraph(holder, node, offset);
  if (!paragraph) return null;
  const before = document.createRange();
  before.selectNodeContents(paragraph);
  if (paragraph.contains(node)) before.setEnd(node, offset);
  else before.collapse(true);
  const page = Number(paragraph.closest("[data-page]").dataset.page);
  return { offset: Number(paragraph.dataset.at) + [...before.toString()].length, page };
}

/** The same offset, or null between paragraphs. */
export function offsetAt(holder, node, offset) {
  return placed(holder, node, offset)?.offset ?? null;
}

/** A selection may begin or end between paragraphs, or words of a page; then use the start of the
 * next one. */
function nextParagraph(holder, node, offset) {
  const point = document.createRange();
  point.setStart(node, offset);
  return [...holder.querySelectorAll("[data-at]")].find(
    (paragraph) => point.comparePoint(paragraph, 0) >= 0,
  );
}

function stand(menu, box) {
  const width = menu.offsetWidth;
  const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, 8), innerWidth - width - 8);
  const above = box.top - menu.offsetHeight - 8;
  menu.style.left = `${left}px`;
  menu.style.top = `${above > 60 ? above : Math.min(box.bottom + 8, innerHeight - 60)}px`;
}

function filled(address, words) {
  return address.replace(/\{(\w+)\}/g, (_, slot) => encodeURIComponent(words[slot]));
}
