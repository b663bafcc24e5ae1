// Evidence in the text and its place in the list: focusing one shows the other.

import { text } from "./text.js";
import { showPane } from "./tabs.js";

export function startReader() {
  const panes = document.querySelector("[data-reader]");
  const marks = [...document.querySelectorAll("mark[data-hit]")];
  if (!panes || !marks.length) return;
  let at = -1;

  const go = (to, { scroll = true } = {}) => {
    marks[at]?.removeAttribute("data-focused");
    at = (to + marks.length) % marks.length;
    const mark = marks[at];
    mark.dataset.focused = "";
    if (scroll) mark.scrollIntoView({ block: "center" });
    tell(panes, marks.length, at, mark);
  };

  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      showPane(panes, "source");
      go(at + Number(button.dataset.step));
    });
  }
  for (const [index, mark] of marks.entries()) {
    mark.addEventListener("click", () => go(index, { scroll: false }));
  }
  for (const link of panes.querySelectorAll("[data-group]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      showPane(panes, "source");
      go(marks.findIndex((mark) => mark.dataset.of === link.dataset.group));
    });
  }
  go(Math.max(0, marks.findIndex((mark) => mark.dataset.hit === "first")));
}

function tell(panes, total, at, mark) {
  for (const place of document.querySelectorAll("[data-place]")) {
    place.textContent = text("hit_of", { current: at + 1, total });
  }
  for (const link of panes.querySelectorAll("[data-group]")) {
    if (link.dataset.group === mark.dataset.of) {
      link.setAttribute("aria-current", "true");
      link.scrollIntoView({ block: "nearest" });
    } else {
      link.removeAttribute("aria-current");
    }
  }
}
