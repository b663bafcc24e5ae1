// The conversation: sends the question, shows sentences as they arrive, and replaces them with the
// server's rendering at the end. An answer in progress when the page opens is followed from where
// it was.

import { copyWords } from "../copy.js";
import { fail, keep, rendered, renewHistory } from "./exchanges.js";
import { freshId } from "../frames.js";
import { listen } from "./answer_stream.js";
import { currentCase } from "../current_case.js";
import { isNarrow, questionFilters, startFilters, widen } from "./filters.js";
import { openSource } from "./source_pane.js";
import { showPane } from "../tabs.js";
import { isPhone } from "../library/text_windows.js";

const NEAR = 120; // px from the end of the conversation that still count as the end
const PAUSE = 1000; // ms before reconnecting

export function startAsk() {
  const ask = document.querySelector("[data-ask]");
  if (!ask) return;
  const source = openSource(ask);
  const thread = ask.querySelector("[data-exchanges]");
  const scroller = ask.querySelector("[data-scrolls]");
  const composer = ask.querySelector("[data-composer]");
  const field = composer.elements.query;
  const [send, stop] = ["[data-send]", "[data-stop]"].map((each) => composer.querySelector(each));
  let under = null; // the answer being streamed

  const scroll = () => (isPhone.matches ? document.scrollingElement : scroller);
  const toEnd = () => (scroll().scrollTop = scroll().scrollHeight);
  const isAtEnd = () => scroll().scrollHeight - scroll().scrollTop - scroll().clientHeight < NEAR;

  function busy(isBusy) {
    send.hidden = isBusy;
    stop.hidden = !isBusy;
  }

  /** Follow an exchange to its end, then show it as the server does. */
  async function follow(exchange, begin) {
    const control = new AbortController();
    under = { exchange, control };
    busy(true);
    const heard = await listen(exchange, begin(control.signal), {
      began: () => settleAt(ask),
      moved: () => isAtEnd() && toEnd(),
    });
    if (under?.exchange === exchange) {
      under = null;
      busy(false);
    }
    if (heard.isStopped) putOff(exchange);
    else if (heard.isLost) await pickUp(exchange);
    else if (heard.error !== undefined) fail(exchange, heard.error);
    else await settle(exchange, heard);
  }

  /** The connection broke, but the answer continues on the server. Reconnect once. */
  async function pickUp(exchange) {
    if (exchange.dataset.pickedUp !== undefined) return fail(exchange, "");
    exchange.dataset.pickedUp = "";
    await new Promise((wait) => setTimeout(wait, PAUSE));
    await goOn(exchange);
  }

  async function settle(exchange, heard) {
    const wasAtEnd = isAtEnd();
    const fresh = await rendered(ask, exchange.dataset.request);
    if (fresh) exchange.replaceWith(fresh);
    else keep(exchange, heard);
    const shown = fresh ?? exchange;
    document.dispatchEvent(new Event("pramana:swapped"));
    if (isNarrow()) shown.querySelector("[data-widen]")?.removeAttribute("hidden");
    if (wasAtEnd) toEnd();
    const first = shown.querySelector("[data-answer] a[data-cite], .sources a[data-cite]");
    if (first) source.offer(first);
    renewHistory(ask);
  }

  function putOff(exchange) {
    exchange.querySelector("[data-working]")?.remove();
    delete exchange.dataset.underWay;
    exchange.append(document.getElementById("exchange-stopped").content.cloneNode(true));
    toEnd();
  }

  function begin(query, selected = composer.querySelector("[data-selected]")) {
    under?.control.abort();
    ask.querySelector("[data-opening]")?.remove();
    ask.dataset.session ||= freshId();
    const exchange = document.getElementById("exchange").content.firstElementChild.cloneNode(true);
    exchange.dataset.request = freshId();
    exchange.querySelector("[data-query]").textContent = query;
    thread.append(exchange);
    toEnd();
    const body = { query, session_id: ask.dataset.session, ...questionFilters(), ...currentCase() };
    if (selected) Object.assign(body, { selected_text: selected.content.textContent });
    follow(exchange, (signal) =>
      fetch("/chat/stream", {
        method: "POST",
        signal,
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": composer.elements.csrfmiddlewaretoken.value,
          "X-Request-ID": exchange.dataset.request,
        },
        body: JSON.stringify(body),
      }),
    );
  }

  function goOn(exchange) {
    const said = exchange.querySelectorAll("[data-answer] .said").length;
    return follow(exchange, (signal) =>
      fetch(`/chat/stream/${exchange.dataset.request}?after=${said}`, { signal }),
    );
  }

  composer.addEventListener("submit", (event) => {
    event.preventDefault();
    const query = field.value.trim();
    if (!query || under) return;
    field.value = "";
    begin(query);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && under) {
      event.preventDefault();
      under.control.abort();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      composer.requestSubmit();
    }
  });
  stop.addEventListener("click", () => under?.control.abort());
  scroller.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const exchange = button.closest("[data-exchange]");
    if (button.matches("[data-asks]") && !under) begin(button.textContent.trim(), null);
    if (button.matches("[data-copy]"))
      copyWords(exchange.querySelector("[data-copied]").content.textContent);
    if (button.matches("[data-again]") && !under) {
      begin(exchange.querySelector("[data-query]").textContent);
      if (!exchange.id) exchange.remove(); // it was not saved, so the new one replaces it
    }
    if (button.matches("[data-widen]") && !under) {
      widen();
      begin(exchange.querySelector("[data-query]").textContent, null);
    }
    if (button.matches("[data-go-on]") && !under) {
      exchange.querySelector("[data-stopped]").remove();
      goOn(exchange);
    }
  });
  startFilters();
  window.addEventListener("popstate", () => location.reload());

  const asShown = () => ask.querySelector(`#tab-${ask.dataset.shown === "talk" ? "talk" : ask.dataset.panel}`).click();
  if (isPhone.matches) asShown();
  isPhone.addEventListener("change", () => {
    if (isPhone.matches) showPane(ask, "talk");
    else ask.querySelector(`#tab-${ask.dataset.panel}`).click();
  });
  toEnd();
  const left = thread.querySelector("[data-under-way]");
  if (left) goOn(left);
  const last = thread.querySelector("[data-exchange]:last-child a[data-cite]");
  if (last) source.offer(last);
  if (!isPhone.matches) field.focus({ preventScroll: true });
}

/** Give the conversation its URL once its first question is saved. */
function settleAt(ask) {
  const path = `${ask.dataset.home}/${ask.dataset.session}`;
  if (location.pathname !== path) history.pushState(null, "", path + location.search);
}
