// The image of the current page, with the focused words marked on it.

import { text as say } from "../text.js";

const CALM = 150; // ms a page must be visible before its image is loaded
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 0.004; // share of the page around marked words

export function openPicture(reader, text) {
  const panel = reader.querySelector("#picture");
  if (!panel) return null;
  const side = reader.querySelector("#side");
  const paper = panel.querySelector("[data-paper]");
  const image = paper.querySelector("img");
  const drawing = paper.querySelector("svg");
  const failed = panel.querySelector("[data-paper-failed]");
  const place = panel.querySelector("[data-picture-place]");
  let page = Number(image.dataset.page);
  let words = null; // the range to mark
  let leads = "text";
  let timer = 0;

  const address = (number) => `/api/documents/${reader.dataset.document}/pages/${number}`;
  const isShown = () => panel.offsetParent !== null;

  function look(number) {
    page = number;
    place.textContent = say("page_of", {
      page: number + 1,
      total: Number(reader.dataset.pages),
    });
    clearTimeout(timer);
    timer = setTimeout(draw, CALM);
  }

  function draw() {
    if (!isShown()) return;
    if (Number(image.dataset.page) !== page || image.dataset.failed !== undefined) {
      delete image.dataset.failed;
      paper.dataset.loading = "";
      image.dataset.page = page;
      image.alt = say("picture_of", { page: page + 1 });
      image.src = `${address(page)}/image`;
    }
    mark();
  }

  image.addEventListener("load", () => {
    delete paper.dataset.loading;
    failed.hidden = true;
    paper.hidden = false;
  });
  image.addEventListener("error", () => {
    image.dataset.failed = "";
    failed.hidden = false;
    paper.hidden = true;
  });
  panel.querySelector("[data-paper-again]").addEventListener("click", draw);

  async function mark() {
    drawing.replaceChildren();
    const number = page;
    if (!words || !touches(number)) return;
    const query = new URLSearchParams(words);
    const answer = await fetch(`${address(number)}/boxes?${query}`).catch(() => null);
    if (!answer?.ok || number !== page) return;
    const { boxes } = await answer.json();
    drawing.replaceChildren(...boxes.map(rectangle));
    if (boxes.length && leads === "text") show(boxes[0][2]);
  }

  /** Whether the range overlaps a page. */
  function touches(number) {
    const leaf = text.holder.querySelector(`.leaf[data-page="${number}"]`);
    if (!leaf) return false;
    return words.start <= Number(leaf.dataset.end) && words.end > Number(leaf.dataset.start);
  }

  function rectangle([, left, top, right, bottom]) {
    const shape = document.createElementNS(SVG, "rect");
    shape.setAttribute("x", left - MARGIN);
    shape.setAttribute("y", top - MARGIN);
    shape.setAttribute("width", right - left + 2 * MARGIN);
    shape.setAttribute("height", bottom - top + 2 * MARGIN);
    return shape;
  }

  function show(share) {
    side.scrollTop = paper.offsetTop + paper.offsetHeight * share - side.clientHeight * 0.3;
  }

  for (const button of panel.querySelectorAll("[data-turn-by]")) {
    button.addEventListener("click", () => {
      const next = page + Number(button.dataset.turnBy);
      if (next < 0 || next >= Number(reader.dataset.pages)) return;
      leads = "text";
      reader.dispatchEvent(new CustomEvent("pramana:page", { detail: { page: next } }));
    });
  }
  const larger = panel.querySelector("[data-zoom]");
  larger.addEventListener("click", () => {
    const is = larger.getAttribute("aria-pressed") !== "true";
    larger.setAttribute("aria-pressed", String(is));
    paper.classList.toggle("large", is);
  });

  // The pane under the pointer leads; the other follows.
  for (const kind of ["pointerenter", "wheel", "touchstart", "focusin"]) {
    side.addEventListener(kind, () => (leads = "side"), { passive: true });
    reader.querySelector("#source").addEventListener(kind, () => (leads = "text"), { passive: true });
  }
  side.addEventListener(
    "scroll",
    () => {
      if (leads !== "side" || !isShown()) return;
      const down = side.scrollTop + side.clientHeight * 0.3 - paper.offsetTop;
      text.keepStep(page, Math.min(Math.max(down / paper.offsetHeight, 0), 1));
    },
    { passive: true },
  );

  return {
    follow(number, share) {
      if (leads !== "text") return;
      if (number !== page) look(number);
      if (isShown() && !drawing.childElementCount) show(share);
    },
    point(range, number) {
      words = range;
      leads = "text";
      look(number ?? page);
    },
    draw,
  };
}
