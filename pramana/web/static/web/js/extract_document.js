// The document of an extraction: the words a value rests on stand out, in the text and on the
// picture of the page; a click on them leads to their field.

import { openPicture } from "./picture.js";
import { showPane } from "./tabs.js";
import { isPhone, openText } from "./windows.js";

const meets = ({ start, end }, place) => Number(start) < place.end && Number(end) > place.start;

export function openDocument(root, choose) {
  if (!root.querySelector("[data-text]")) return null;
  const text = openText(root);
  const picture = openPicture(root, text);
  const pane = root.querySelector("#source");
  let near = ""; // the path under the hand
  let lit = null; // the place being looked at

  const isShown = () => !isPhone.matches || root.dataset.shown === "source";

  function light() {
    for (const mark of text.holder.querySelectorAll("mark[data-hit]")) {
      mark.toggleAttribute("data-own", mark.dataset.of === near);
      mark.toggleAttribute("data-focused", Boolean(lit) && meets(mark.dataset, lit));
    }
  }

  function scroll() {
    const mark = text.holder.querySelector("mark[data-focused]");
    if (isShown()) mark?.scrollIntoView({ block: "center" });
  }

  async function reveal({ start, end, page }, { now = false } = {}) {
    lit = { start: Number(start), end: Number(end) };
    if (now && isPhone.matches) showPane(root, "source");
    await text.load(lit.start);
    light();
    scroll();
    if (page !== "" && page !== undefined) picture?.point(lit, Number(page));
  }

  function look(wanted = root.dataset.shows === "text" ? "picture" : "text") {
    if (!picture) return;
    root.dataset.shows = wanted;
    for (const button of root.querySelectorAll("[data-look]")) {
      button.setAttribute("aria-pressed", String(button.dataset.look === wanted));
    }
    if (wanted === "picture") picture.draw();
    else scroll();
  }

  async function turnTo(page) {
    const address = `/api/documents/${root.dataset.document}/pages?first=${page}&limit=1`;
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    await text.load((await answer.json()).pages[0].start);
    picture.point(lit ?? { start: 0, end: 0 }, page);
  }

  /** The same text with the evidence as it is now; what is on the screen stays there. */
  async function renew() {
    const isWhole = text.holder.childElementCount === 1;
    const { at } = text.current();
    const scroller = isPhone.matches ? document.scrollingElement : pane;
    const top = scroller.scrollTop;
    await text.load(at, { again: true });
    if (isWhole) scroller.scrollTop = top;
    else if (isShown()) await text.goTo(at);
  }

  new MutationObserver(light).observe(text.holder, { childList: true });
  text.holder.addEventListener("click", (event) => {
    const mark = event.target.closest("mark[data-of]");
    if (!mark || getSelection().toString()) return;
    choose(mark.dataset.of);
  });
  for (const button of root.querySelectorAll("[data-look]")) {
    button.addEventListener("click", () => look(button.dataset.look));
  }
  root.addEventListener("pramana:page", (event) => turnTo(event.detail.page));
  root.addEventListener("pramana:pane", () => {
    if (isShown()) scroll();
    picture?.draw();
  });

  return {
    reveal,
    look,
    renew,
    hint(path) {
      near = path;
      light();
    },
    forget() {
      lit = null;
      light();
    },
  };
}
