// Derived values in the text: while their panel is open their evidence is underlined, the selected
// one is highlighted, and clicking underlined words finds their value. Uses CSS highlights, so the
// text's elements stay unchanged.

import { offsetAt } from "./selection.js";

export function startDerived(reader, viewer) {
  const { holder } = viewer.text;
  const panel = reader.querySelector('.panel[data-panel="drawn"]');
  const strands = () => [...panel.querySelectorAll("[data-goes-to][data-ends]")].map(spanOf);
  const isOpen = () => reader.dataset.panel === "drawn";
  let chosen = null;

  function draw() {
    const shown = isOpen() ? strands() : [];
    viewer.addMarks(shown.map(({ start, end }) => ({ start, end, kind: "derived" })));
    drawInText(shown);
  }

  function drawInText(shown = isOpen() ? strands() : []) {
    if (!CSS.highlights) return;
    CSS.highlights.set("drawn", new Highlight(...rangesOf(holder, shown)));
    CSS.highlights.set("chosen", new Highlight(...rangesOf(holder, isOpen() && chosen ? [chosen] : [])));
  }

  function pressed({ clientX, clientY }) {
    if (!isOpen() || !getSelection().isCollapsed) return;
    const point = document.caretPositionFromPoint?.(clientX, clientY);
    const at = point && offsetAt(holder, point.offsetNode, point.offset);
    find({ start: at, end: at + 1 });
  }

  /** Highlight the values based on these words, and scroll to them. */
  function find(words) {
    const met = strands().filter(({ start, end }) => start < words.end && words.start < end);
    for (const line of panel.querySelectorAll(".strand[data-lit]")) delete line.dataset.lit;
    for (const { link } of met) link.closest(".strand").dataset.lit = "";
    met[0]?.link.scrollIntoView({ block: "nearest" });
    if (met.length) choose(met[0]);
  }

  function choose(span) {
    chosen = span;
    drawInText();
    viewer.lookAt({ start: span.start, end: span.end });
  }

  panel.addEventListener("click", ({ target }) => {
    const link = target.closest("[data-goes-to][data-ends]");
    if (link) choose(spanOf(link));
  });
  holder.addEventListener("click", pressed);
  reader.addEventListener("pramana:pane", draw);
  document.addEventListener("pramana:swapped", draw);
  new MutationObserver(() => drawInText()).observe(holder, { childList: true });
  draw();
  return { find };
}

const spanOf = (link) => ({ start: Number(link.dataset.goesTo), end: Number(link.dataset.ends), link });

/** The spans as DOM ranges; offsets are code points. */
function rangesOf(holder, spans) {
  const ranges = [];
  if (!spans.length) return ranges;
  for (const paragraph of holder.querySelectorAll("p[data-at]")) {
    const from = Number(paragraph.dataset.at);
    const until = from + [...paragraph.textContent].length;
    for (const { start, end } of spans) {
      if (start < until && from < end) ranges.push(rangeIn(paragraph, Math.max(start - from, 0), end - from));
    }
  }
  return ranges;
}

function rangeIn(paragraph, start, end) {
  const range = new Range();
  range.selectNodeContents(paragraph);
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let passed = 0; walker.nextNode(); ) {
    const letters = [...walker.currentNode.data];
    const unit = (count) => letters.slice(0, count).join("").length;
    if (start >= passed && start < passed + letters.length) range.setStart(walker.currentNode, unit(start - passed));
    passed += letters.length;
    if (end <= passed) {
      range.setEnd(walker.currentNode, unit(end - passed + letters.length));
      break;
    }
  }
  return range;
}
