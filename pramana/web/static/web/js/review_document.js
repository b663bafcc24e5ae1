// The document of a review: mentions of the entity being decided stand out, in the text and on the
// picture of its page; a click on a mention leads to its entity.

import { openPicture } from "./picture.js";
import { showPane } from "./tabs.js";
import { isPhone, openText } from "./windows.js";

export function openDocument(root, choose) {
  if (!root.querySelector("[data-text]")) return null;
  const text = openText(root);
  const picture = openPicture(root, text);
  let entity = "";
  let lit = null; // the place being looked at

  const isShown = () => !isPhone.matches || root.dataset.shown === "source";

  function light() {
    for (const mark of text.holder.querySelectorAll("mark[data-hit]")) {
      const at = Number(mark.dataset.start);
      mark.toggleAttribute("data-own", mark.dataset.of === entity);
      mark.toggleAttribute("data-focused", Boolean(lit) && at >= lit.start && at < lit.end);
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

  function places() {
    return JSON.parse(document.getElementById("places")?.textContent ?? "[]");
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
    if (!mark || getSelection().toString()) return;
    const start = Number(mark.dataset.start);
    lit = { start, end: start + 1 };
    choose(mark.dataset.of, lit);
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
    focus(index) {
      entity = index;
      light();
    },
    /** Another mention of the same entity; by 0, the one at hand or the first. */
    step(by) {
      const all = places();
      if (!all.length) return;
      const at = all.findIndex((place) => place.start === lit?.start);
      const next = by ? (Math.max(at, by > 0 ? at : 0) + by + all.length) % all.length : Math.max(at, 0);
      reveal({ ...all[next], page: all[next].page ?? "" }, { now: by !== 0 });
    },
  };
}
