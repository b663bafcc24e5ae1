// Finished exchanges: the server's rendering, or a fallback without it.

import { parsePage } from "../page.js";
import { text } from "../text.js";

/** The server's rendering of the exchange; null if it was not saved. */
export async function rendered(ask, request) {
  const about = ask.querySelector("[data-about]")?.dataset ?? {};
  const { document: of, start, end } = about;
  const query = of ? `?${new URLSearchParams({ document: of, start, end })}` : "";
  const answer = await fetch(`${ask.dataset.home}/exchange/${request}${query}`).catch(() => null);
  if (!answer?.ok || answer.redirected) return null;
  const page = await parsePage(answer);
  return document.adoptNode(page.querySelector("[data-exchange]"));
}

/** Without the server's copy, keep the streamed sentences and their sources. */
export function keep(exchange, heard) {
  exchange.querySelector("[data-working]")?.remove();
  delete exchange.dataset.underWay;
  if (heard.sources?.fallback_message) {
    exchange.querySelector("[data-answer]").textContent = heard.sources.fallback_message;
  }
  exchange.append(document.getElementById("exchange-lost").content.cloneNode(true));
  exchange.append(listed(heard.sources?.sources ?? []));
}

function listed(sources) {
  const list = document.createElement("ol");
  list.className = "sources";
  for (const [at, { title, source_url: address }] of sources.entries()) {
    if (!/^(\/|https?:)/.test(address ?? "")) continue;
    const link = document.createElement("a");
    Object.assign(link, { href: address, textContent: `${at + 1} ${title}` });
    list.appendChild(document.createElement("li")).append(link);
  }
  return list;
}

export function fail(exchange, reason) {
  exchange.querySelector("[data-working]")?.remove();
  exchange.append(document.getElementById("exchange-failed").content.cloneNode(true));
  exchange.querySelector("[data-reason]").textContent = reason || text("ask_network");
}

const RENEWED = ["history", "conversation-name", "conversation-actions", "conversation-dialogs"];

/** Refresh the list of conversations, and what can be done with this one. */
export async function renewHistory(ask) {
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const page = await parsePage(answer);
  for (const id of RENEWED) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceChildren(...fresh.childNodes);
  }
  document.dispatchEvent(new Event("pramana:swapped"));
}
