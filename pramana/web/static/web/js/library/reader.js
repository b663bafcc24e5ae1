// The reader: the document, matches and outline stay in sync, and the URL keeps the position.

import { startAskPanel } from "./ask_panel.js";
import { startDerived } from "./derived.js";
import { parsePage } from "../page.js";
import { startSelection } from "./selection.js";
import { isPhone } from "./text_windows.js";
import { openMatches } from "./matches.js";
import { startKeysOf } from "../shortcuts.js";
import { showPane } from "../tabs.js";
import { text as say } from "../text.js";
import { toast } from "../toasts.js";
import { openViewer } from "../viewer/viewer.js";

const CALM = 400; // ms of rest before the URL is updated

export function startReader() {
  const reader = document.querySelector("[data-reader]");
  if (!reader) return;
  if (isPhone.matches) showPane(reader, "source");
  let resting = 0;
  let last = null;
  const viewer = openViewer(reader, { choose: (mark) => chosen(mark), moved });
  const { text } = viewer;

  const marks = (range) => (range ? { start: range.start, end: range.end } : {});
  const query = reader.dataset.query;
  const range = reader.dataset.rangeStart
    ? { start: Number(reader.dataset.rangeStart), end: Number(reader.dataset.rangeEnd) }
    : null;
  viewer.setMarks(query ? { q: query } : marks(range));
  last = viewer.current();

  /** Show a range: its window, its marks, its place on the page. */
  async function reveal(words, page) {
    if (isPhone.matches) showPane(reader, "source");
    await viewer.reveal({ ...words, page });
    write({ start: words.start, end: words.end, at: null, page: null });
  }

  const places = openMatches(reader, {
    reveal,
    current: () => viewer.place()?.start ?? viewer.current().at,
    async ask(words) {
      viewer.setMarks(words ? { q: words } : {});
      viewer.lookAt(null);
      write({ q: words || null, start: null, end: null, quote: null });
      const { at } = viewer.current();
      await text.load(at, { again: true });
      if (!viewer.showsPages()) await text.goTo(at);
    },
  });
  const derived = startDerived(reader, viewer);

  /** A pressed mark is a match of the search, or the evidence of a derived value. */
  function chosen(mark) {
    if (mark.kind === "derived") derived.find(mark);
    else places.open(mark.start);
  }

  function moved() {
    const here = viewer.current();
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (last && here.at !== last.at && isReading(reader)) write({ at: here.at, page: null });
      last = here;
    }, CALM);
  }

  const goTo = async (at) => {
    if (isPhone.matches) showPane(reader, "source");
    viewer.lookAt(null);
    await viewer.goTo(at);
  };
  reader.querySelector("#side").addEventListener("click", (event) => {
    const link = event.target.closest("[data-goes-to]");
    if (!link) return;
    event.preventDefault();
    const start = Number(link.dataset.goesTo);
    if (link.dataset.ends) reveal({ start, end: Number(link.dataset.ends) });
    else goTo(start);
  });

  // When the layout changes between phone and desktop, keep the reading position.
  isPhone.addEventListener("change", () => {
    const { at } = last;
    if (isPhone.matches) showPane(reader, "source");
    else reader.querySelector(`[role=tab][data-panel="${reader.dataset.panel}"]`)?.click();
    viewer.goTo(at);
  });

  startPanels(reader);
  startAskPanel(reader, async (words) => {
    viewer.setMarks(marks(words));
    await text.load(words.start, { again: true });
    await reveal(words);
  });
  startSelection(reader);
  startKeysOf(({ key }) => (key === "i" ? () => viewer.look() : null));
  const opensAt = Number(reader.dataset.opensAt);
  const wasHere = new URL(location.href).searchParams.has("at");
  if (range && !query) viewer.lookAt(range);
  if (wasHere) viewer.goTo(opensAt);
  else if (query) places.open(opensAt);
  else if (range) reveal(range);
  else if (opensAt) viewer.goTo(opensAt);
}

const isReading = (reader) => !isPhone.matches || reader.dataset.shown === "source";

/** Fetch panels when they are first opened. */
function startPanels(reader) {
  reader.addEventListener("pramana:pane", async (event) => {
    const name = event.detail.panel;
    const panel = name && reader.querySelector(`.panel[data-panel="${name}"]`);
    if (!panel || panel.dataset.loaded !== undefined) return;
    if (!["outline", "reading", "drawn"].includes(name)) return;
    const { rangeStart: start, rangeEnd: end } = reader.dataset;
    const range = name === "drawn" && end ? `?${new URLSearchParams({ start, end })}` : "";
    const answer = await fetch(`${reader.dataset.base}/panel/${name}${range}`).catch(() => null);
    if (!answer?.ok || answer.redirected) {
      toast(say("load_failed"), "error"); // the next click on its tab tries again
      return;
    }
    const page = await parsePage(answer);
    panel.replaceChildren(...page.body.childNodes);
    panel.dataset.loaded = "";
    document.dispatchEvent(new Event("pramana:swapped"));
  });
}

/** Keep the position in the URL, so that reload and copied links return here. */
function write(changes) {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  history.replaceState(history.state, "", address);
}
