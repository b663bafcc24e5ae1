// Search within the document: the list of matches, stepping between them, and new searches.

import { parsePage } from "../page.js";
import { text as say } from "../text.js";
import { toast } from "../toasts.js";

const CALM = 300; // ms after the last key

export function openMatches(reader, { reveal, current, ask }) {
  const panel = reader.querySelector("#found");
  const field = panel.querySelector("[data-within] input");
  const shown = panel.querySelector("[data-found]");
  let request = null;
  let timer = 0;

  const list = () => shown.querySelector("[data-places]");
  const links = () => [...shown.querySelectorAll("[data-places] a")];
  const range = (link) => ({ start: Number(link.dataset.start), end: Number(link.dataset.end) });

  const nearest = (all, at) => Math.max(0, all.findIndex((link) => range(link).end > at));

  async function fetched(after) {
    request?.abort();
    request = new AbortController();
    const query = new URLSearchParams({ q: reader.dataset.query, ...after });
    const answer = await fetch(`${reader.dataset.base}/panel/found?${query}`, {
      credentials: "same-origin",
      signal: request.signal,
    });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    return (await parsePage(answer)).body;
  }

  /** Ignore a search that was replaced by a newer one. */
  function missed(error) {
    if (error.name !== "AbortError") toast(say("load_failed"), "error");
  }

  async function focus(link) {
    for (const each of links()) each.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    link.scrollIntoView({ block: "nearest" });
    const count = Number(list().dataset.skipped) + links().indexOf(link) + 1;
    const words = say("hit_of", { current: count, total: Number(list().dataset.total) });
    for (const place of document.querySelectorAll("[data-place]")) place.textContent = words;
    await reveal(range(link), Number(link.dataset.page));
  }

  async function step(by) {
    const all = links();
    if (!all.length) return;
    const at = all.findIndex((link) => link.hasAttribute("aria-current"));
    const next = at < 0 ? nearest(all, current()) : at + by;
    if (next >= all.length && list().dataset.next) await more();
    else if (next < 0 && Number(list().dataset.skipped)) return restart(all[0]);
    const now = links();
    await focus(now[(next + now.length) % now.length]);
  }

  async function more() {
    const coming = (await fetched({ after: list().dataset.next })).querySelector("[data-places]");
    list().append(...[...coming.children].map((row) => document.adoptNode(row)));
    list().dataset.next = coming.dataset.next;
  }

  /** The list began in the middle; load the matches before it. */
  async function restart(first) {
    const start = Number(first.dataset.start);
    shown.replaceChildren(...(await fetched({})).childNodes);
    const before = links().filter((link) => Number(link.dataset.start) < start);
    await focus(before.at(-1) ?? links()[0]);
  }

  /** A new search: list its matches, mark the text, and go to the nearest match from here. */
  async function search() {
    const query = field.value.trim();
    if (query === reader.dataset.query) return;
    reader.dataset.query = query;
    const body = await fetched({}).catch(missed);
    if (!body) return;
    shown.replaceChildren(...body.childNodes);
    const total = Number(list()?.dataset.total ?? 0);
    reader.querySelector("[data-total]").textContent = total ? total.toLocaleString("en") : "";
    document.querySelector("[data-walk]").hidden = !total;
    const here = current();
    await ask(query);
    const all = links();
    if (all.length) await focus(all[nearest(all, here)]);
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, CALM);
  });
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search().then(() => field.blur());
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) step(Number(button.dataset.step));
  });
  shown.addEventListener("click", (event) => {
    const link = event.target.closest("[data-places] a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focus(link);
  });

  return {
    /** The first match that ends after this offset. */
    open(at) {
      const all = links();
      if (all.length) focus(all[nearest(all, at)]);
    },
  };
}
