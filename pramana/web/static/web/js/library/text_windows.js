// A long text in windows: neighbours are fetched while scrolling and distant windows are removed, so
// the page stays as light as its first window.

import { parsePage } from "../page.js";
import { text as say } from "../text.js";
import { toast } from "../toasts.js";

const MOST = 10; // windows on the page
const AHEAD = 900; // px before an edge becomes visible
const LINE = 0.3; // the reading line, as a share of the height

export const isPhone = matchMedia("(max-width: 760px)");

export function openText(reader) {
  const pane = reader.querySelector("#source");
  const holder = reader.querySelector("[data-text]");
  const edges = {
    before: reader.querySelector("[data-edge=before]"),
    after: reader.querySelector("[data-edge=after]"),
  };
  const busy = { before: false, after: false };
  let asked = {}; // what to mark in every window
  let turn = 0; // counts replacements, so that a late window is not added to another text
  let observer = null;

  const scroller = () => (isPhone.matches ? document.scrollingElement : pane);
  const top = () => (isPhone.matches ? 0 : pane.getBoundingClientRect().top);
  const line = () => top() + scroller().clientHeight * LINE;

  async function fetched(where) {
    const query = new URLSearchParams({ ...asked, ...where });
    const answer = await fetch(`${reader.dataset.base}/window?${query}`, {
      credentials: "same-origin",
    });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const page = await parsePage(answer);
    return document.adoptNode(page.querySelector(".window"));
  }

  /** Change the content around `anchor` without moving it on the screen. */
  function steadily(anchor, change) {
    const before = anchor.getBoundingClientRect().top;
    change();
    scroller().scrollTop += anchor.getBoundingClientRect().top - before;
  }

  async function extend(side) {
    if (edges[side].hidden || busy[side]) return;
    busy[side] = true;
    const mine = turn;
    const rim = side === "before" ? holder.firstElementChild : holder.lastElementChild;
    try {
      const where = side === "before" ? { before: rim.dataset.start } : { after: rim.dataset.end };
      const coming = await fetched(where);
      if (mine === turn) steadily(rim, () => put(side, coming));
    } catch {
      edges[side].dataset.failed = "";
      toast(say("load_failed"), "error");
      return;
    } finally {
      busy[side] = false;
    }
    if (isNear(edges[side])) await extend(side);
  }

  function put(side, coming) {
    const isNew = coming.dataset.start !== coming.dataset.end;
    if (isNew) holder[side === "before" ? "prepend" : "append"](coming);
    while (holder.children.length > MOST) {
      (side === "before" ? holder.lastElementChild : holder.firstElementChild).remove();
    }
    settle();
    if (!isNew) edges[side].hidden = true;
  }

  function settle() {
    edges.before.hidden = holder.firstElementChild.dataset.first !== undefined;
    edges.after.hidden = holder.lastElementChild.dataset.last !== undefined;
    for (const edge of Object.values(edges)) delete edge.dataset.failed;
  }

  function isNear(edge) {
    if (edge.hidden || edge.dataset.failed !== undefined) return false;
    const box = edge.getBoundingClientRect();
    return box.bottom > top() - AHEAD && box.top < top() + scroller().clientHeight + AHEAD;
  }

  function watch() {
    observer?.disconnect();
    const near = (entries) => {
      for (const entry of entries) if (entry.isIntersecting) extend(entry.target.dataset.edge);
    };
    const root = isPhone.matches ? null : pane;
    observer = new IntersectionObserver(near, { root, rootMargin: `${AHEAD}px 0px` });
    for (const edge of Object.values(edges)) observer.observe(edge);
  }

  for (const [side, edge] of Object.entries(edges)) {
    edge.addEventListener("click", (event) => {
      event.preventDefault();
      delete edge.dataset.failed;
      extend(side);
    });
  }
  isPhone.addEventListener("change", watch);
  watch();

  const holds = (at) =>
    Number(holder.firstElementChild.dataset.start) <= at &&
    at < Number(holder.lastElementChild.dataset.end);

  function paragraphAt(at) {
    let found = null;
    for (const paragraph of holder.querySelectorAll("p[data-at]")) {
      if (Number(paragraph.dataset.at) > at) break;
      found = paragraph;
    }
    return found;
  }

  /** Load the window that contains this offset, if needed. */
  async function load(at, { again = false } = {}) {
    if (holds(at) && !again) return;
    turn += 1;
    const mine = turn;
    const coming = await fetched({ at }).catch(() => null);
    if (mine !== turn) return;
    if (coming) holder.replaceChildren(coming);
    else toast(say("load_failed"), "error");
    settle();
  }

  return {
    holder,
    holds,
    load,
    setMarks(marks) {
      asked = marks;
    },
    /** The page and paragraph at the reading line, and how far down it is. */
    current() {
      const leaves = [...holder.querySelectorAll(".leaf")];
      const at = line();
      const leaf = leaves.findLast((each) => each.getBoundingClientRect().top <= at) ?? leaves[0];
      if (!leaf) return { page: 0, share: 0, at: 0 }; // nothing is open yet
      const box = leaf.getBoundingClientRect();
      const share = Math.min(Math.max((at - box.top) / Math.max(box.height, 1), 0), 1);
      const paragraphs = [...leaf.querySelectorAll("p[data-at]")];
      const first = paragraphs.find((each) => each.getBoundingClientRect().bottom > top() + 8);
      return {
        page: Number(leaf.dataset.page),
        share,
        at: Number(first?.dataset.at ?? leaf.dataset.start),
      };
    },
    async goTo(at) {
      await load(at);
      const leaf = holder.querySelector(`.leaf[data-start="${at}"]`);
      (leaf ?? paragraphAt(at))?.scrollIntoView({ block: "start" });
    },
    /** Scroll so that this share of a page is at the reading line. */
    keepStep(page, share) {
      const leaf = holder.querySelector(`.leaf[data-page="${page}"]`);
      if (!leaf) return;
      const box = leaf.getBoundingClientRect();
      scroller().scrollTop += box.top + box.height * share - line();
    },
  };
}
