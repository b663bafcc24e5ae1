// The viewer of a document: its pages, its text, or both in step. Reader, Ask, Extract, Review and
// Stacks open it; the evidence of their current work is marked in both.

import { isPhone, openText } from "../library/text_windows.js";
import { showPane } from "../tabs.js";
import { text as say } from "../text.js";
import { openPages } from "./pages.js";
import { openThumbs } from "./thumbnails.js";

const KEPT = "pramana.viewer.shows";
const KEPT_THUMBS = "pramana.viewer.thumbs";
const LOOKS = ["page", "both", "text"];

const meets = (mark, range) => mark.start < range.end && mark.end > range.start;

/** `isLit(mark, range)` says whether a mark belongs to the range in focus; `choose(mark)` is called
 * with a pressed mark; `moved()` after scrolling; with `onlyPages` there is no text beside. Null if
 * there is nothing to show. */
export function openViewer(
  root,
  { isLit = meets, choose = () => {}, moved = () => {}, onlyPages = false } = {},
) {
  const viewer = root.querySelector("[data-viewer]");
  if (!viewer?.querySelector("[data-text]")) return null;
  const text = openText(root);
  const field = viewer.querySelector("[data-current-page]");
  const strip = viewer.querySelector("[data-thumbs]");
  const pages = openPages(viewer.querySelector("[data-sheets]"), { marksOf, isLit, choose, moved: scrolled });
  const thumbs = openThumbs(strip, (page) => turnTo(page));
  let asked = {}; // what the server is asked to mark
  let added = []; // marks that the page knows itself
  let owner = ""; // whose marks stand out
  let lit = null; // the range in focus
  let leads = "pages"; // which of both is followed by the other
  let opened = ""; // the document whose pages are open

  const shows = () => viewer.dataset.shows;
  const isPictured = () => viewer.dataset.pictured !== undefined;
  const showsPages = () => isPictured() && shows() !== "text";
  const showsText = () => shows() !== "page";
  const isShown = () => !isPhone.matches || viewer.offsetParent !== null;

  async function marksOf(page) {
    const query = new URLSearchParams({ ...asked, page });
    const answer = await fetch(`${root.dataset.base}/marks?${query}`).catch(() => null);
    const found = answer?.ok && !answer.redirected ? (await answer.json()).marks : [];
    return [...found, ...added];
  }

  function lightText() {
    for (const element of text.holder.querySelectorAll("mark[data-hit]")) {
      const mark = { ...element.dataset, start: Number(element.dataset.start), end: Number(element.dataset.end) };
      element.toggleAttribute("data-own", owner !== "" && mark.of === owner);
      element.toggleAttribute("data-focused", lit !== null && isLit(mark, lit));
    }
  }

  function scrollText() {
    text.holder.querySelector("mark[data-focused]")?.scrollIntoView({ block: "center" });
  }

  async function openPagesOnce() {
    const id = root.dataset.document;
    if (opened === id) return;
    opened = id;
    await pages.open(id);
    if (opened === id) thumbs.open(id, pages.layout());
  }

  async function reveal({ start, end, page }, { now = false } = {}) {
    lit = { start: Number(start), end: Number(end) };
    if (now && isPhone.matches) showPane(root, "source");
    const number = page === "" || page === undefined || page === null ? undefined : Number(page);
    if (isPictured()) pages.reveal(lit, number);
    if (!showsText() && isPictured()) return lightText();
    await text.load(lit.start);
    lightText();
    if (isShown()) scrollText();
  }

  const current = () => (showsPages() && pages.isShown() ? pages.current() : text.current());

  async function goTo(at) {
    if (showsPages()) pages.goToText(at);
    if (showsText()) await text.goTo(at);
    tell();
  }

  async function turnTo(page) {
    if (isPictured()) {
      pages.goTo(page);
      if (showsText()) await text.goTo(pages.layout()[page]?.[2] ?? 0);
    } else {
      const start = await startOf(root.dataset.document, page, text.holder);
      if (start !== null) await text.goTo(start);
    }
    tell();
  }

  /** Write the current page into its field, and mark its thumbnail. */
  function tell() {
    const { page } = current();
    if (field && document.activeElement !== field) field.value = page + 1;
    thumbs.mark(page);
    moved();
  }

  function scrolled() {
    if (!showsPages()) return;
    tell();
    if (shows() !== "both" || leads !== "pages") return;
    const here = pages.current();
    if (text.holds(here.at)) text.keepStep(here.page, here.share);
    else text.load(here.at).then(() => text.keepStep(here.page, here.share));
  }

  async function look(wanted = nextLook()) {
    if (!isPictured()) return;
    const here = current();
    viewer.dataset.shows = wanted;
    for (const button of viewer.querySelectorAll("[data-look]")) {
      button.setAttribute("aria-pressed", String(button.dataset.look === wanted));
    }
    localStorage.setItem(KEPT, wanted);
    if (showsPages()) await openPagesOnce();
    if (showsText()) {
      const isLitHere = lit !== null && pages.pageOf(lit.start) === here.page;
      await text.load(isLitHere ? lit.start : here.at);
      lightText();
      if (isLitHere) scrollText();
      else text.keepStep(here.page, here.share);
    }
    if (showsPages()) pages.goTo(here.page, here.share);
    tell();
  }

  function nextLook() {
    const names = isPhone.matches ? ["page", "text"] : LOOKS;
    return names[(names.indexOf(shows()) + 1) % names.length];
  }

  function zoomBy(steps) {
    viewer.querySelector("[data-zoom-share]").textContent = `${say("number", { number: pages.zoomBy(steps) })} %`;
  }

  function toggleThumbs(wanted = strip.hidden) {
    thumbs.toggle(wanted);
    viewer.querySelector("[data-toggles-thumbs]").setAttribute("aria-pressed", String(wanted));
    localStorage.setItem(KEPT_THUMBS, wanted ? "open" : "shut");
  }

  function press(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.look) look(button.dataset.look);
    if (button.dataset.zoomBy) zoomBy(Number(button.dataset.zoomBy));
    if (button.dataset.togglesThumbs !== undefined) toggleThumbs();
  }

  function startEvents() {
    const sheets = viewer.querySelector("[data-sheets]");
    viewer.querySelector(".viewbar")?.addEventListener("click", press);
    viewer.querySelector("[data-turn]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const total = isPictured() ? pages.layout().length : Number(root.dataset.pages);
      turnTo(Math.min(Math.max(Number(field.value) || 1, 1), total || 1) - 1);
      field.blur();
    });
    sheets.addEventListener("keydown", (event) => {
      const by = { "+": 1, "=": 1, "-": -1, 0: 0 }[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      zoomBy(by);
    });
    sheets.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 0.5 : -0.5);
    }, { passive: false });
    for (const kind of ["pointerenter", "wheel", "touchstart", "focusin"]) {
      sheets.addEventListener(kind, () => (leads = "pages"), { passive: true });
      viewer.querySelector("#source").addEventListener(kind, () => (leads = "text"), { passive: true });
    }
    startTextEvents();
  }

  function startTextEvents() {
    let frame = 0;
    const follow = () => {
      if (!showsText() || !isShown()) return;
      if (shows() === "both") {
        const here = text.current();
        if (leads === "text") pages.goTo(here.page, here.share);
      } else {
        tell();
      }
    };
    document.addEventListener("scroll", (event) => {
      const isOwn = event.target === document ? isPhone.matches : event.target.id === "source";
      if (!isOwn) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    }, { capture: true, passive: true });
    new MutationObserver(lightText).observe(text.holder, { childList: true });
    text.holder.addEventListener("click", (event) => {
      const mark = event.target.closest("mark[data-hit]");
      if (!mark?.dataset.of || getSelection().toString()) return;
      choose({ ...mark.dataset, start: Number(mark.dataset.start), end: Number(mark.dataset.end) });
    });
    root.addEventListener("pramana:pane", () => {
      if (isShown() && lit && showsText()) scrollText();
    });
  }

  /** Show the pages or the text of the document that the root names. */
  async function open() {
    const kept = onlyPages ? "page" : localStorage.getItem(KEPT);
    const wanted = LOOKS.includes(kept) ? kept : "page";
    const isBothOnPhone = wanted === "both" && isPhone.matches;
    viewer.dataset.shows = isPictured() ? (isBothOnPhone ? "page" : wanted) : "text";
    for (const button of viewer.querySelectorAll("[data-look]")) {
      button.setAttribute("aria-pressed", String(button.dataset.look === shows()));
    }
    if (!isPictured()) return;
    if (localStorage.getItem(KEPT_THUMBS) === "open" && !isPhone.matches) toggleThumbs(true);
    if (showsPages()) await openPagesOnce();
  }

  startEvents();
  open();

  return {
    text,
    reveal,
    current,
    goTo,
    turnTo,
    look,
    isShown,
    showsPages,
    element: viewer,
    /** The range in focus, or null. */
    place: () => lit,
    lookAt(range) {
      lit = range;
      lightText();
      pages.lookAt(range);
    },
    standOut(of) {
      owner = of;
      lightText();
      pages.standOut(of);
    },
    /** Choose what the server marks: a query, a range, or nothing. */
    setMarks(marks) {
      asked = marks;
      text.setMarks(marks);
      pages.renewMarks();
    },
    /** Marks {start, end, of, kind} that are drawn on the pages too. */
    addMarks(marks) {
      added = marks;
      pages.renewMarks();
    },
    renewMarks: pages.renewMarks,
    /** Show another document, at a range. */
    async show({ document: id, base, pictured, language, pageCount }) {
      root.dataset.document = id;
      root.dataset.base = base;
      root.dataset.pages = pageCount;
      text.holder.lang = language;
      viewer.toggleAttribute("data-pictured", pictured);
      viewer.querySelector("[data-page-total]").textContent = say("of_total", { total: Number(pageCount) });
      lit = null;
      await open();
    },
  };
}

/** Where a page begins whose text is not loaded; null if the server does not answer. */
async function startOf(id, page, holder) {
  const known = holder.querySelector(`.leaf[data-page="${page}"]`);
  if (known) return Number(known.dataset.start);
  const answer = await fetch(`/api/documents/${id}/pages?first=${page}&limit=1`).catch(() => null);
  return answer?.ok ? ((await answer.json()).pages[0]?.start ?? null) : null;
}
