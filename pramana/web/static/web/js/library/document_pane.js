// The document pane of reviews and extractions: highlights a claim's evidence in the text and on
// the page image; clicking evidence selects its claim.

import { openPicture } from "./page_image.js";
import { showPane } from "../tabs.js";
import { isPhone, openText } from "./text_windows.js";

/** `isLit(mark, place)` says whether a mark belongs to the current place; `choose(mark)` is called
 * with the clicked mark. Null if there is no text. */
export function openSource(root, { isLit, choose }) {
  if (!root.querySelector("[data-text]")) return null;
  const text = openText(root);
  const picture = openPicture(root, text);
  let owner = ""; // whose marks are highlighted
  let lit = null; // the current place

  const isShown = () => !isPhone.matches || root.dataset.shown === "source";

  function light() {
    for (const mark of text.holder.querySelectorAll("mark[data-hit]")) {
      mark.toggleAttribute("data-own", mark.dataset.of === owner);
      mark.toggleAttribute("data-focused", lit !== null && isLit(mark, lit));
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

  new MutationObserver(light).observe(text.holder, { childList: true });
  text.holder.addEventListener("click", (event) => {
    const mark = event.target.closest("mark[data-of]");
    if (mark && !getSelection().toString()) choose(mark);
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
    text,
    isShown,
    reveal,
    look,
    /** The current place, or null. */
    place: () => lit,
    lookAt(place) {
      lit = place;
      light();
    },
    standOut(of) {
      owner = of;
      light();
    },
  };
}
