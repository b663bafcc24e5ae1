// Questions in the reader, beside the page: about the selected words, this document or all of them.
// An answer that does not say enough can be asked for again with a wider reach.

import { copyWords } from "../copy.js";
import { currentCase } from "../current_case.js";
import { freshId } from "../frames.js";
import { fail, keep, rendered } from "../ask/exchanges.js";
import { listen } from "../ask/answer_stream.js";
import { onSelection } from "./selection.js";

const WIDER = { words: ["document", "all"], document: ["all"], all: [] };

export function startAskPanel(reader, reveal) {
  const panel = reader.querySelector("[data-asking]");
  if (!panel) return;
  const form = panel.querySelector("[data-ask-here]");
  const about = panel.querySelector("[data-words]");
  const thread = panel.querySelector("[data-exchanges]");
  const session = freshId();
  let words = null; // the selection that a question may be about
  let isBusy = false;

  const reachOf = () => form.elements.reach.value;

  function choose(reach) {
    form.elements.reach.value = reach;
    about.hidden = reach !== "words";
  }

  /** What limits the answer, as the API takes it. */
  async function limits(reach) {
    if (reach === "all") return {};
    if (reach === "document") return { filters: { document_ids: [reader.dataset.document] } };
    const query = new URLSearchParams({ start: words.start, end: words.end });
    const answer = await fetch(`/api/documents/${reader.dataset.document}/text?${query}`);
    return { selected_text: (await answer.json()).text };
  }

  async function ask(query, reach) {
    if (isBusy) return;
    isBusy = true;
    thread.querySelector(".instead[data-offer]")?.remove();
    const exchange = document.getElementById("exchange").content.firstElementChild.cloneNode(true);
    exchange.dataset.request = freshId();
    exchange.querySelector("[data-query]").textContent = query;
    thread.prepend(exchange);
    const heard = await listen(exchange, send(exchange, query, reach), {
      began: () => {},
      moved: () => {},
    });
    isBusy = false;
    if (heard.error !== undefined || heard.isLost) return fail(exchange, heard.error ?? "");
    await settle(exchange, heard, query, reach);
  }

  async function send(exchange, query, reach) {
    const body = { query, session_id: session, ...(await limits(reach)), ...currentCase() };
    return fetch("/chat/stream", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": form.elements.csrfmiddlewaretoken.value,
        "X-Request-ID": exchange.dataset.request,
      },
      body: JSON.stringify(body),
    });
  }

  async function settle(exchange, heard, query, reach) {
    about.toggleAttribute("data-about", reach === "words");
    if (reach === "words") {
      Object.assign(about.dataset, { document: words.document, start: words.start, end: words.end });
    }
    const fresh = await rendered(panel, exchange.dataset.request);
    if (fresh) exchange.replaceWith(fresh);
    else keep(exchange, heard);
    offer(fresh ?? exchange, query, reach);
    const link = panel.querySelector("[data-conversation]");
    link.href = `${panel.dataset.home}/${session}`;
    panel.querySelector("[data-continue]").hidden = false;
    document.dispatchEvent(new Event("pramana:swapped"));
  }

  /** Offer to ask the same question of more text. */
  function offer(exchange, query, reach) {
    const wider = panel.querySelector("[data-wider]").content.firstElementChild.cloneNode(true);
    for (const button of [...wider.querySelectorAll("button")]) {
      if (!WIDER[reach].includes(button.dataset.reach)) button.remove();
    }
    if (!wider.childElementCount) return;
    wider.dataset.offer = "";
    wider.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      choose(button.dataset.reach);
      ask(query, button.dataset.reach);
    });
    exchange.append(wider);
  }

  onSelection("ask-here", (selected) => {
    words = selected;
    panel.querySelector("[data-about-words]").hidden = false;
    about.querySelector("[data-quote]").textContent = selected.quote.slice(0, 200);
    choose("words");
    reader.querySelector('[role=tab][data-panel="ask"]').click();
    form.elements.query.focus();
  });
  form.addEventListener("change", () => choose(reachOf()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const query = form.elements.query.value.trim();
    if (!query || isBusy) return;
    form.elements.query.value = "";
    ask(query, reachOf());
  });
  form.elements.query.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const exchange = event.target.closest("[data-exchange]");
    if (button?.matches("[data-copy]")) {
      copyWords(exchange.querySelector("[data-copied]").content.textContent);
    }
    if (button?.matches("[data-again]")) {
      ask(exchange.querySelector("[data-query]").textContent, reachOf());
    }
    if (button?.matches("[data-asks]")) ask(button.textContent.trim(), "all");
    show(event);
  });

  /** A citation of this document is shown on this page. */
  function show(event) {
    const link = event.target.closest("a[data-cite]");
    if (!link || event.ctrlKey || event.metaKey) return;
    const place = new URL(link.href);
    const [start, end] = ["start", "end"].map((name) => Number(place.searchParams.get(name)));
    if (place.pathname !== reader.dataset.base || !end) return;
    event.preventDefault();
    reveal({ start, end });
  }
}
