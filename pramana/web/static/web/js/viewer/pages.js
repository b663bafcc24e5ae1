// The pages of a document as images, one under the other. Only those near the window exist, so ten
// thousand scroll like ten. Words can be selected on them, and marks are drawn and can be pressed.

import { text as say } from "../text.js";
import { drawMarks, layWords, markAt, startWordSelection } from "./page_layers.js";
import { lastNotAbove, PageStack } from "./page_stack.js";

const GAP = 14;
const EDGE = 16;
const WIDEST = 1100; // px of a page that fits its pane
const TALLEST = 30_000_000; // px; browsers stop a little above
const NEAR = 0.6; // share of the window's height in which pages exist before they are seen
const CALM = 90; // ms a page must be near before it is loaded
const SHARP = 1200; // px beyond which the large image is loaded
const LINE = 0.3; // the reading line, as a share of the height
const ZOOM = { step: 1.2, least: 40, most: 400 }; // percent of the pane's width
const KEPT = 60; // pages whose words are remembered

/** `marksOf(page)` returns a promise of marks; `isLit(mark, range)` says whether a mark belongs to the
 * range in focus; `choose(mark)` is called with a pressed mark and `moved()` after scrolling. */
export function openPages(scroller, { marksOf, isLit, choose, moved }) {
  const track = scroller.querySelector("[data-track]");
  const sheets = new Map(); // the pages that exist, by number
  const words = new Map(); // promises of the words of pages
  let documentId = "";
  let layout = [];
  let starts = [];
  let stack = null;
  let percent = 100;
  let focus = null; // the range that stands out
  let owner = ""; // whose marks stand out
  let pending = null; // where to go once the pane has a size
  let timer = 0;
  let frame = 0;
  let turn = 0; // counts documents, so that a late response is not drawn on another one

  const address = (number) => `/api/documents/${documentId}/pages/${number}`;
  const isMeasured = () => stack !== null && scroller.clientWidth > 0;

  async function open(id) {
    turn += 1;
    const mine = turn;
    documentId = id;
    layout = [];
    stack = null;
    focus = null;
    words.clear();
    for (const number of [...sheets.keys()]) drop(number);
    scroller.dataset.loading = "";
    const answer = await fetch(`/api/documents/${id}/page-layout`).catch(() => null);
    const found = answer?.ok ? (await answer.json()).pages : null;
    if (mine !== turn) return;
    delete scroller.dataset.loading;
    track.replaceChildren(...(found ? [] : [notice(() => open(id))]));
    if (!found) return;
    layout = found;
    starts = layout.map(([, , start]) => start);
    measure();
  }

  /** Lay the pages out again, and keep what is at the reading line. */
  function measure() {
    if (!layout.length || !scroller.clientWidth) return;
    const here = stack ? current() : null;
    const middle = (scroller.scrollLeft + scroller.clientWidth / 2) / Math.max(scroller.scrollWidth, 1);
    stack = new PageStack(layout, { width: pageWidth(), gap: GAP, edge: EDGE });
    track.style.height = `${stack.total}px`;
    track.style.width = `${Math.max(stack.width + 2 * EDGE, scroller.clientWidth)}px`;
    for (const sheet of sheets.values()) place(sheet);
    if (pending) go(pending);
    else if (here) goTo(here.page, here.share);
    scroller.scrollLeft = middle * scroller.scrollWidth - scroller.clientWidth / 2;
    render();
  }

  function pageWidth() {
    const least = Number(scroller.dataset.leastWidth ?? 0); // narrower, its words could not be read
    const fitting = Math.max(Math.min(scroller.clientWidth - 2 * EDGE, WIDEST), least);
    const tall = layout.reduce((sum, [wide, high]) => sum + high / Math.max(wide, 1), 0);
    return Math.min((fitting * percent) / 100, TALLEST / tall);
  }

  function render() {
    if (!isMeasured()) return;
    const { scrollTop: top, clientHeight: height } = scroller;
    const [first, last] = stack.between(top - height * NEAR, top + height * (1 + NEAR));
    for (const number of [...sheets.keys()]) if (number < first || number > last) drop(number);
    for (let number = first; number <= last; number += 1) if (!sheets.has(number)) add(number);
    clearTimeout(timer);
    timer = setTimeout(fill, CALM);
  }

  function add(number) {
    const element = document.createElement("section");
    element.className = "folio";
    element.dataset.page = number;
    element.setAttribute("aria-label", say("page_of", { page: number + 1, total: layout.length }));
    const image = document.createElement("img");
    image.alt = say("picture_of", { page: number + 1 });
    image.draggable = false;
    const [boxes, layer] = ["boxes", "words"].map((name) => {
      const part = document.createElement("div");
      part.className = name;
      return part;
    });
    boxes.ariaHidden = "true";
    element.append(image, boxes, layer);
    const sheet = { number, element, image, boxes, layer, drawn: [], marks: null, size: "" };
    sheets.set(number, sheet);
    place(sheet);
    const after = [...track.children].find((each) => Number(each.dataset.page) > number);
    track.insertBefore(element, after ?? null);
  }

  function drop(number) {
    sheets.get(number)?.element.remove();
    sheets.delete(number);
  }

  function place({ number, element }) {
    element.style.top = `${stack.tops[number]}px`;
    element.style.width = `${stack.width}px`;
    element.style.height = `${stack.heights[number]}px`;
  }

  /** Load what is near; the page that is read comes first. */
  function fill() {
    const here = current().page;
    const near = [...sheets.values()].sort((a, b) => Math.abs(a.number - here) - Math.abs(b.number - here));
    near.forEach(paint);
    near.forEach(mark);
  }

  function paint(sheet) {
    const size = stack.width * devicePixelRatio > SHARP ? "large" : "normal";
    if (sheet.size === size || sheet.size === "large") return;
    sheet.size = size;
    const coming = new Image();
    const mine = turn;
    coming.addEventListener("load", () => {
      if (mine !== turn) return;
      sheet.image.src = coming.src;
      sheet.element.dataset.loaded = "";
    });
    coming.addEventListener("error", () => {
      if (mine !== turn || sheet.element.dataset.loaded !== undefined) return;
      const failed = notice(() => {
        failed.remove();
        sheet.size = "";
        paint(sheet);
      });
      sheet.element.append(failed);
    });
    coming.src = `${address(sheet.number)}/image${size === "large" ? "?size=large" : ""}`;
  }

  function notice(again) {
    const copy = scroller.querySelector("[data-sheet-failed]").content.cloneNode(true);
    const part = copy.firstElementChild;
    part.querySelector("[data-again]").addEventListener("click", again);
    return part;
  }

  function wordsOf(number) {
    if (!words.has(number)) {
      if (words.size > KEPT) words.delete(words.keys().next().value);
      const fetched = fetch(`${address(number)}/words`)
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null)
        .then((found) => {
          if (!found) words.delete(number); // asked for again when the page is next seen
          return found?.words ?? [];
        });
      words.set(number, fetched);
    }
    return words.get(number);
  }

  /** Lay the words of a page and draw its marks; the marks are fetched once. */
  async function mark(sheet) {
    const mine = turn;
    sheet.marks ??= marksOf(sheet.number);
    const asked = sheet.marks;
    const [found, marks] = await Promise.all([wordsOf(sheet.number), asked]);
    if (mine !== turn || sheets.get(sheet.number) !== sheet || sheet.marks !== asked) return;
    if (sheet.words !== found) {
      sheet.words = found;
      const [wide, high] = layout[sheet.number];
      layWords(sheet.layer, found, wide / high);
    }
    sheet.known = marks;
    draw(sheet);
  }

  function draw(sheet) {
    if (!sheet.words) return;
    const lit = (each) => focus !== null && isLit(each, focus);
    const marks = sheet.known ?? [];
    const own = focus && !marks.some(lit) ? [{ ...focus, isFocus: true }] : [];
    sheet.drawn = drawMarks(sheet.boxes, sheet.words, [...marks, ...own], {
      isLit: (each) => Boolean(each.isFocus) || lit(each),
      isOwn: (each) => owner !== "" && each.of === owner,
    });
  }

  const redraw = () => sheets.forEach(draw);

  /** The page at the reading line, how far down it is, and where its text begins. */
  function current() {
    if (!stack) return { page: 0, share: 0, at: 0 };
    const line = scroller.scrollTop + scroller.clientHeight * LINE;
    const page = scroller.scrollTop < EDGE ? 0 : stack.at(line);
    const share = (line - stack.tops[page]) / Math.max(stack.heights[page], 1);
    return { page, share: Math.min(Math.max(share, 0), 1), at: starts[page] ?? 0 };
  }

  /** Scroll so that this share of a page is at the reading line; without a share, its top to the top. */
  function goTo(page, share = null) {
    const number = Math.min(Math.max(page, 0), Math.max(layout.length - 1, 0));
    if (!isMeasured()) return void (pending = { page: number, share });
    pending = null;
    const line = share === null ? EDGE / 2 : scroller.clientHeight * LINE;
    scroller.scrollTop = stack.tops[number] + stack.heights[number] * (share ?? 0) - line;
    render();
  }

  /** Scroll to the page that holds this offset of the text. */
  function goToText(at) {
    if (isMeasured()) goTo(pageOf(at));
    else pending = { at };
  }

  function go({ range, at, page, share }) {
    if (range) reveal(range, page);
    else if (at !== undefined) goToText(at);
    else goTo(page, share);
  }

  /** Let a range stand out and scroll to it. */
  async function reveal(range, page) {
    const mine = turn;
    focus = range;
    const number = page ?? pageOf(range.start);
    if (!isMeasured()) return void (pending = { range, page });
    pending = null;
    if (!isInSight(number)) goTo(number);
    redraw();
    const found = await wordsOf(number);
    if (mine !== turn || focus !== range || !isMeasured()) return;
    const first = found.find((word) => word[1] < range.end && word[2] > range.start);
    if (first) show(number, first);
    render();
  }

  function isInSight(number) {
    const top = stack.tops[number] - scroller.scrollTop;
    return top < scroller.clientHeight && top + stack.heights[number] > 0;
  }

  /** Scroll to a word if it is not well inside the window. */
  function show(number, [, , , left, top]) {
    const y = stack.tops[number] + stack.heights[number] * top;
    const down = (y - scroller.scrollTop) / scroller.clientHeight;
    if (down < 0.12 || down > 0.7) scroller.scrollTop = y - scroller.clientHeight * LINE;
    const x = stack.width * left;
    const isAside = x < scroller.scrollLeft || x > scroller.scrollLeft + scroller.clientWidth * 0.8;
    if (isAside) scroller.scrollLeft = x - scroller.clientWidth * 0.2;
  }

  const pageOf = (at) => lastNotAbove(starts, at);

  function zoom(to) {
    percent = Math.min(Math.max(Math.round(to), ZOOM.least), ZOOM.most);
    measure();
    return percent;
  }

  function pressed(sheet, event) {
    const { left, top, width, height } = sheet.getBoundingClientRect();
    const drawn = sheets.get(Number(sheet.dataset.page))?.drawn ?? [];
    const found = markAt(drawn, (event.clientX - left) / width, (event.clientY - top) / height);
    if (found && !found.isFocus) choose(found);
  }

  scroller.addEventListener("scroll", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      render();
      moved();
    });
  }, { passive: true });
  scroller.addEventListener("mousemove", (event) => {
    const sheet = event.target.closest(".folio");
    if (!sheet || event.buttons) return;
    const { left, top, width, height } = sheet.getBoundingClientRect();
    const drawn = sheets.get(Number(sheet.dataset.page))?.drawn ?? [];
    const found = markAt(drawn, (event.clientX - left) / width, (event.clientY - top) / height);
    scroller.toggleAttribute("data-over-mark", Boolean(found && !found.isFocus));
    if (found?.name) sheet.title = found.name;
    else sheet.removeAttribute("title");
  }, { passive: true });
  startWordSelection(scroller, pressed);
  new ResizeObserver(measure).observe(scroller);

  return {
    open,
    goTo,
    goToText,
    reveal,
    current,
    pageOf,
    zoom,
    zoomBy: (steps) => zoom(steps ? percent * ZOOM.step ** steps : 100),
    layout: () => layout,
    isShown: () => scroller.clientWidth > 0,
    /** Let a range stand out without going there; null for none. */
    lookAt(range) {
      focus = range;
      redraw();
    },
    standOut(of) {
      owner = of;
      redraw();
    },
    /** Fetch the marks again. */
    renewMarks() {
      for (const sheet of sheets.values()) {
        sheet.marks = null;
        mark(sheet);
      }
    },
  };
}
