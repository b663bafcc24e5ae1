// Small images of the pages beside the viewer; only those in sight exist.

import { text as say } from "../text.js";
import { PageStack } from "./page_stack.js";

const WIDTH = 84;
const LABEL = 22; // px under each image for its number
const CALM = 120; // ms a page must be in sight before its image is loaded

export function openThumbs(strip, choose) {
  const track = strip.querySelector("[data-track]");
  const shown = new Map();
  let documentId = "";
  let stack = null;
  let count = 0;
  let page = 0;
  let timer = 0;

  function render() {
    if (!stack || strip.hidden) return;
    const { scrollTop: top, clientHeight: height } = strip;
    const [first, last] = stack.between(top - height / 2, top + height * 1.5);
    for (const [number, thumb] of shown) {
      if (number >= first && number <= last) continue;
      thumb.remove();
      shown.delete(number);
    }
    for (let number = first; number <= last; number += 1) if (!shown.has(number)) add(number);
    clearTimeout(timer);
    timer = setTimeout(fill, CALM);
  }

  function add(number) {
    const thumb = document.createElement("button");
    thumb.type = "button";
    thumb.className = "thumb";
    thumb.dataset.page = number;
    thumb.ariaLabel = say("page_of", { page: number + 1, total: count });
    thumb.tabIndex = number === page ? 0 : -1;
    if (number === page) thumb.ariaCurrent = "true";
    thumb.style.top = `${stack.tops[number]}px`;
    const frame = document.createElement("span");
    frame.style.height = `${stack.heights[number]}px`;
    const label = document.createElement("small");
    label.textContent = say("number", { number: number + 1 });
    thumb.append(frame, label);
    shown.set(number, thumb);
    const after = [...track.children].find((each) => Number(each.dataset.page) > number);
    track.insertBefore(thumb, after ?? null);
  }

  function fill() {
    for (const [number, thumb] of shown) {
      const frame = thumb.firstElementChild;
      if (frame.childElementCount) continue;
      const image = document.createElement("img");
      image.alt = "";
      image.src = `/api/documents/${documentId}/pages/${number}/image?size=small`;
      frame.append(image);
    }
  }

  function mark(number) {
    if (number === page) return;
    page = number;
    for (const [each, thumb] of shown) {
      thumb.ariaCurrent = each === page ? "true" : null;
      thumb.tabIndex = each === page ? 0 : -1;
    }
    scrollTo();
  }

  function scrollTo() {
    if (!stack || strip.hidden) return;
    const top = stack.tops[page];
    const isSeen = top >= strip.scrollTop && top + stack.heights[page] + LABEL <= strip.scrollTop + strip.clientHeight;
    if (!isSeen) strip.scrollTop = top - strip.clientHeight / 3;
    render();
  }

  strip.addEventListener("scroll", () => requestAnimationFrame(render), { passive: true });
  strip.addEventListener("click", (event) => {
    const thumb = event.target.closest(".thumb");
    if (thumb) choose(Number(thumb.dataset.page));
  });
  strip.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !event.target.closest(".thumb")) return;
    event.preventDefault();
    const next = Math.min(Math.max(page + by, 0), count - 1);
    mark(next);
    choose(next);
    shown.get(next)?.focus({ preventScroll: true });
  });

  return {
    mark,
    /** Show the pages of a document. */
    open(id, layout) {
      documentId = id;
      count = layout.length;
      stack = new PageStack(layout, { width: WIDTH, gap: LABEL + 8, edge: 12 });
      track.style.height = `${stack.total + LABEL}px`;
      track.replaceChildren();
      shown.clear();
      scrollTo();
    },
    toggle(wanted = strip.hidden) {
      strip.hidden = !wanted;
      scrollTo();
    },
  };
}
