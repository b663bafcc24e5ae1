// The image of the current page, with the focused words marked on it.

import { text as say } from "../text.js";

const CALM = 150; // ms a page must be visible before its image is loaded
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 0.004; // share of the page around marked words
const MOST_MATCHES = 12; // matches of a search that are marked on one page
const ZOOM = { step: 1.25, least: 50, most: 400 }; // percent of the pane's width

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
    const boxes = words && touches(number) ? await boxesOf(words, number) : [];
    if (number !== page) return;
    drawing.replaceChildren(...boxes.map(rectangle));
    if (boxes.length && leads === "text") show(boxes[0][2]);
    await markMatches(number);
  }

  async function boxesOf({ start, end }, number) {
    const query = new URLSearchParams({ start, end });
    const answer = await fetch(`${address(number)}/boxes?${query}`).catch(() => null);
    return answer?.ok ? (await answer.json()).boxes : [];
  }

  /** The other matches of the search on this page; clicking one goes to it. */
  async function markMatches(number) {
    const links = reader.querySelectorAll(`#found [data-places] a[data-page="${number}"]`);
    for (const link of [...links].slice(0, MOST_MATCHES)) {
      if (Number(link.dataset.start) === words?.start) continue;
      const boxes = await boxesOf({ start: link.dataset.start, end: link.dataset.end }, number);
      if (number !== page) return;
      for (const shape of boxes.map(rectangle)) {
        shape.classList.add("match");
        shape.addEventListener("click", () => link.click());
        drawing.append(shape);
      }
    }
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
  startZoom(panel, paper);

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

/** Buttons, Ctrl with the wheel, and a button that fits the page to the width. */
function startZoom(panel, paper) {
  const share = panel.querySelector("[data-zoom-share]");
  let percent = 100;

  function zoom(to) {
    percent = Math.min(Math.max(Math.round(to), ZOOM.least), ZOOM.most);
    paper.style.setProperty("--zoom", `${percent}%`);
    share.textContent = `${percent} %`;
  }

  for (const button of panel.querySelectorAll("[data-zoom-by]")) {
    const by = Number(button.dataset.zoomBy);
    button.addEventListener("click", () => zoom(by ? percent * ZOOM.step ** by : 100));
  }
  paper.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(percent * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    },
    { passive: false },
  );
}
