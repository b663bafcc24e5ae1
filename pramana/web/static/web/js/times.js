// "5 minutes ago" that stays true while the page is open, with the exact moment on hover.

import { text } from "./text.js";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

export function startTimes() {
  refresh();
  setInterval(refresh, 20000);
  document.addEventListener("pramana:swapped", refresh);
}

function refresh() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const moment = new Date(time.dateTime);
    time.title = exact.format(moment);
    const words = ago((Date.now() - moment) / 1000);
    if (words && time.textContent !== words) time.textContent = words;
  }
}

/** Under a minute, keep the server's text ("just now"). */
function ago(seconds) {
  for (const [unit, size] of UNITS) {
    const count = Math.round(seconds / size);
    if (seconds >= size) return text(count === 1 ? `${unit}_ago` : `${unit}s_ago`, { count });
  }
  return "";
}
