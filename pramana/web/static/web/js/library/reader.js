// The reader: text, page image, matches and outline stay in sync, and the URL keeps the position.

import { startAskPanel } from "./ask_panel.js";
import { startDerived } from "./derived.js";
import { parsePage } from "../page.js";
import { startSelection } from "./selection.js";
import { isPhone, openText } from "./text_windows.js";
import { openPicture } from "./page_image.js";
import { openMatches } from "./matches.js";
import { showPane } from "../tabs.js";
import { text as say } from "../text.js";
import { toast } from "../toasts.js";

const LEAD = "pramana.reader.lead";
const CALM = 400; // ms of rest before the URL is updated

export function startReader() {
  const reader = document.querySelector("[data-reader]");
  if (!reader) return;
  if (isPhone.matches) showPane(reader, "source");
  const text = openText(reader);
  const picture = openPicture(reader, text);
  const field = reader.querySelector("[data-current-page]");
  let resting = 0;
  let last = text.current();

  const marks = (range) => (range ? { start: range.start, end: range.end } : {});
  const query = reader.dataset.query;
  const range = reader.dataset.rangeStart
    ? { start: Number(reader.dataset.rangeStart), end: Number(reader.dataset.rangeEnd) }
    : null;
  text.setMarks(query ? { q: query } : marks(range));

  /** Show a range: its window, its marks, its place on the image. */
  async function reveal(words, page) {
    if (isPhone.matches) showPane(reader, "source");
    await text.load(words.start);
    light(text.holder, words)?.scrollIntoView({ block: "center" });
    picture?.point(words, page ?? text.current().page);
    write({ start: words.start, end: words.end, at: null, page: null });
  }

  const places = openMatches(reader, {
    reveal,
    current: () => text.current().at,
    async ask(words) {
      text.setMarks(words ? { q: words } : {});
      write({ q: words || null, start: null, end: null, quote: null });
      const { at } = text.current();
      await text.load(at, { again: true });
      await text.goTo(at);
    },
  });

  function moved() {
    const here = text.current();
    if (field && document.activeElement !== field) field.value = here.page + 1;
    picture?.follow(here.page, here.share);
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (here.at !== last.at && isReading(reader)) write({ at: here.at, page: null });
      last = here;
    }, CALM);
  }

  let frame = 0;
  document.addEventListener(
    "scroll",
    (event) => {
      if (event.target.id === "side" || !isReading(reader)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(moved);
    },
    { capture: true, passive: true },
  );

  const goTo = async (at) => {
    if (isPhone.matches) showPane(reader, "source");
    await text.goTo(at);
    moved();
  };
  const turnTo = async (page) => {
    const known = text.holder.querySelector(`.leaf[data-page="${page}"]`);
    const start = known ? Number(known.dataset.start) : await startOf(reader, page);
    if (start !== null) await goTo(start);
  };
  reader.addEventListener("pramana:page", (event) => turnTo(event.detail.page));
  reader.addEventListener("pramana:pane", () => picture?.draw());
  reader.querySelector("[data-turn]")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = Math.min(Math.max(Number(field.value) || 1, 1), Number(reader.dataset.pages));
    turnTo(wanted - 1);
    field.blur();
  });
  reader.querySelector("#side").addEventListener("click", (event) => {
    const link = event.target.closest("[data-goes-to]");
    if (!link) return;
    event.preventDefault();
    goTo(Number(link.dataset.goesTo));
  });

  // When the layout changes between phone and desktop, keep the reading position.
  isPhone.addEventListener("change", () => {
    const { at } = last;
    if (isPhone.matches) showPane(reader, "source");
    else reader.querySelector(`[role=tab][data-panel="${reader.dataset.panel}"]`)?.click();
    text.goTo(at);
  });

  startPanels(reader);
  startLead(reader);
  startDerived(reader, text.holder);
  startAskPanel(reader, async (words) => {
    text.setMarks(marks(words));
    await text.load(words.start, { again: true });
    await reveal(words);
  });
  startSelection(reader);
  const opensAt = Number(reader.dataset.opensAt);
  const wasHere = new URL(location.href).searchParams.has("at");
  if (range && !query) light(text.holder, range);
  if (wasHere) text.goTo(opensAt);
  else if (query) places.open(opensAt);
  else if (range) reveal(range);
  else if (opensAt) text.goTo(opensAt);
}

const isReading = (reader) => !isPhone.matches || reader.dataset.shown === "source";

/** Focus the marks of a range, and return the first. */
function light(holder, { start, end }) {
  for (const mark of holder.querySelectorAll("mark[data-focused]")) delete mark.dataset.focused;
  const lit = [...holder.querySelectorAll("mark[data-hit]")].filter((mark) => {
    const at = Number(mark.dataset.start);
    return at >= start && at < end;
  });
  for (const mark of lit) mark.dataset.focused = "";
  return lit[0];
}

/** The start of a page that is not loaded; on failure, stay. */
async function startOf(reader, page) {
  const address = `/api/documents/${reader.dataset.document}/pages?first=${page}&limit=1`;
  const answer = await fetch(address, { credentials: "same-origin" }).catch(() => null);
  if (answer?.ok) return (await answer.json()).pages[0].start;
  toast(say("load_failed"), "error");
  return null;
}

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

/** The image may take the wide pane; this browser remembers it. */
function startLead(reader) {
  const button = reader.querySelector("[data-leads-page]");
  if (!button) return;
  const lead = (isPage) => {
    reader.dataset.lead = isPage ? "page" : "text";
    button.setAttribute("aria-pressed", String(isPage));
    localStorage.setItem(LEAD, reader.dataset.lead);
    if (isPage) reader.querySelector('[role=tab][data-panel="picture"]').click();
  };
  button.addEventListener("click", () => lead(reader.dataset.lead !== "page"));
  if (localStorage.getItem(LEAD) === "page" && !isPhone.matches) lead(true);
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
