// The source pane: the document, open at the cited words.

import { parsePage } from "../page.js";
import { showPane } from "../tabs.js";
import { isPhone } from "../library/text_windows.js";
import { openViewer } from "../viewer/viewer.js";

const CALM = 120; // ms before the quote under the pointer is shown

export function openSource(ask) {
  const panel = ask.querySelector("#cited");
  const head = panel.querySelector("[data-place]");
  const viewer = openViewer(ask, { choose: ({ of }) => of && cited[Number(of)] && open(cited[Number(of)]) });
  let cited = []; // the citations of the document that is shown
  let turn = 0; // counts openings, so that a late response does not replace a newer one

  /** Find the linked words, then show the document at them. */
  async function open(link) {
    const mine = ++turn;
    const address = new URL(link.href);
    const id = address.pathname.split("/").pop();
    mark(ask, link);
    const answer = await fetch(`${ask.dataset.home}/source/${id}${address.search}`).catch(() => null);
    if (mine !== turn) return;
    if (!answer?.ok || answer.redirected) return gone();
    const page = await parsePage(answer);
    if (mine !== turn) return;
    const place = document.adoptNode(page.querySelector(".place"));
    head.replaceChildren(place);
    delete panel.dataset.empty;
    await show(place.dataset);
    cited = [...ask.querySelectorAll("a.cite[data-cite]")].filter((each) => pathOf(each) === address.pathname);
    viewer.addMarks(cited.map(citationMark).filter((each) => each.end > each.start));
  }

  async function show({ document: id, base, start, end, language, pages, pictured }) {
    const range = { start: Number(start), end: Number(end) };
    const isRange = range.end > range.start;
    viewer.show({ document: id, base, language, pageCount: pages, pictured: pictured !== undefined });
    viewer.setMarks(isRange ? range : {});
    await viewer.text.load(range.start, { again: true });
    if (isRange) await viewer.reveal(range);
    else await viewer.goTo(range.start);
  }

  function gone() {
    head.replaceChildren(document.getElementById("place-gone").content.cloneNode(true));
    panel.dataset.empty = "";
  }

  ask.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-cite]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showPane(ask, "side");
    ask.querySelector("#tab-source").click();
    open(link);
  });
  ask.addEventListener("focusin", (event) => {
    const link = event.target.closest("a.cite[data-cite]");
    if (link?.matches(":focus-visible") && !isPhone.matches) open(link);
  });
  startPeek(ask);
  return {
    /** Show it if there is room beside the conversation; else wait for a click. */
    offer(link) {
      if (!isPhone.matches && ask.dataset.panel === "source") open(link);
    },
  };
}

const pathOf = (link) => new URL(link.href).pathname;

function citationMark(link, index) {
  const query = new URL(link.href).searchParams;
  return {
    start: Number(query.get("start")),
    end: Number(query.get("end")),
    of: String(index),
    name: link.dataset.quote,
  };
}

function mark(ask, link) {
  for (const each of ask.querySelectorAll("a[data-cite][aria-current]")) {
    each.removeAttribute("aria-current");
  }
  link.setAttribute("aria-current", "true");
}

/** Show the quote of a citation while it is hovered or focused. */
function startPeek(ask) {
  const peek = document.getElementById("peek");
  let timer = 0;
  const show = (cite) => {
    peek.querySelector("[data-words]").textContent = `“${cite.dataset.quote}”`;
    peek.querySelector("[data-title]").textContent = cite.dataset.title;
    peek.hidden = false;
    cite.setAttribute("aria-describedby", "peek");
    stand(peek, cite.getBoundingClientRect());
  };
  const hide = () => {
    clearTimeout(timer);
    peek.hidden = true;
  };
  const soon = (event) => {
    const cite = event.target.closest(".cite[data-quote]");
    if (!cite) return;
    clearTimeout(timer);
    timer = setTimeout(() => show(cite), CALM);
  };
  for (const name of ["pointerover", "focusin"]) ask.addEventListener(name, soon);
  for (const name of ["pointerout", "focusout", "click"]) ask.addEventListener(name, hide);
  ask.querySelector("[data-scrolls]").addEventListener("scroll", hide, { passive: true });
  ask.addEventListener("click", (event) => {
    const cite = event.target.closest("button.cite");
    if (cite) show(cite);
  });
}

function stand(peek, box) {
  const width = peek.offsetWidth;
  const left = Math.min(Math.max(box.left - 24, 8), innerWidth - width - 8);
  const below = box.bottom + 8;
  const fits = below + peek.offsetHeight < innerHeight - 8;
  peek.style.left = `${left}px`;
  peek.style.top = `${fits ? below : box.top - peek.offsetHeight - 8}px`;
}
