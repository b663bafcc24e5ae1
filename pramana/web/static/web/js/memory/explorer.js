// The memory explorer: the graph, its side panel and the two time sliders, all kept in the URL.
// Forms are sent without leaving the page.

import { startRecordLookup } from "../record_lookup.js";
import { startEntitySearch } from "./entity_search.js";
import { openGraph } from "./graph.js";
import { startExplorerKeys } from "./shortcuts.js";
import { startLegend } from "./legend.js";
import { startPostForm } from "./post_form.js";
import { openTimeSliders } from "./time_sliders.js";
import { refresh } from "../swap.js";
import { showPane } from "../tabs.js";
import { isPhone } from "../library/text_windows.js";

const CALM = 250; // ms of rest before the side panel is fetched

const root = document.querySelector("[data-memory]");
const scene = root.querySelector("[data-scene]");
let known = stamp(); // the group's counts when its graph was fetched
let resting = 0;
let turn = 0;

const graph = openGraph(scene.querySelector("canvas"), {
  chosen: (id) => go({ entity: id || null, panel: id ? "entity" : null, fact: null, with: null }),
  between([one, other], facts) {
    if (facts.length === 1) go({ fact: facts[0][0], panel: null });
    else go({ entity: one, with: other, panel: null, fact: null, words: null });
  },
  shown: (now) => legend.show(now),
  settled: (now) => (root.dataset.drawn = String(now.count)),
  bring: (id) => fetchGraph({ entity: id }),
});
const legend = startLegend(root.querySelector("[data-legend]"), graph.toggleKind);
const times = openTimeSliders(root.querySelector("#times"), {
  changed(address, isFinal) {
    history.replaceState(history.state, "", address);
    tellTimes(isFinal);
  },
});

function stamp() {
  return document.getElementById("tally").dataset.stamp;
}

/** A complete graph is filtered at once; of a larger one another part is fetched. */
function tellTimes(isFinal) {
  if (graph.scene.graph && !graph.scene.graph.whole && isFinal) load();
  graph.setTimes(times.asked());
  clearTimeout(resting);
  resting = setTimeout(renew, CALM);
}

async function fetchGraph(asked) {
  const answer = await fetch(`${root.dataset.graph}?${new URLSearchParams(asked)}`).catch(() => null);
  return answer?.ok && !answer.redirected ? answer.json() : null;
}

async function load() {
  turn += 1;
  const mine = turn;
  scene.dataset.state = graph.scene.graph ? "ready" : "loading";
  const address = new URL(location.href).searchParams;
  const { whole = true } = graph.scene.graph ?? {};
  const asked = whole ? {} : { holds: address.get("holds") ?? "", known: address.get("known") ?? "" };
  const sent = await fetchGraph(asked);
  if (mine !== turn) return;
  if (!sent) return void (scene.dataset.state = graph.scene.graph ? "ready" : "failed");
  scene.dataset.state = sent.entities.length ? "ready" : "empty";
  scene.toggleAttribute("data-part", !sent.whole);
  times.span(sent);
  graph.setTimes(times.asked());
  graph.show(sent);
  await focus();
}

/** Select the URL's entity in the graph; fetch it if it was left out. */
async function focus() {
  const asked = new URL(location.href).searchParams;
  const id = asked.get("entity") ?? "";
  const isMissing = id && graph.scene.graph && !graph.scene.graph.place.has(id);
  if (isMissing) graph.join(await fetchGraph({ entity: id }));
  graph.choose(id, asked.get("fact") ?? "");
  if (id) graph.reveal();
}

const renew = () => refresh().catch(() => {});

/** Change the URL: the panel follows, the graph stays. */
function go(changes) {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries({ after: null, ...changes })) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  visit(address);
}

function visit(address) {
  if (address.href !== location.href) history.pushState(null, "", address);
  arrive();
}

async function arrive() {
  const asked = new URL(location.href).searchParams;
  markTab(asked.get("panel") ?? "facts");
  document.getElementById("panel").setAttribute("aria-busy", "true");
  times.read();
  graph.setTimes(times.asked());
  focus();
  await renew();
  document.getElementById("panel").removeAttribute("aria-busy");
  document.getElementById("beside").scrollTop = 0;
}

function markTab(panel) {
  root.dataset.panel = panel;
  const isGraph = isPhone.matches && root.dataset.shown === "source";
  for (const tab of root.querySelectorAll("[role=tab]")) {
    const isHere = isGraph ? tab.dataset.side === "source" : tab.dataset.panel === panel;
    tab.setAttribute("aria-selected", String(isHere));
    tab.tabIndex = isHere ? 0 : -1;
    if (isHere) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

root.addEventListener("pramana:pane", ({ detail }) => {
  if (detail.panel) go({ panel: detail.panel === "facts" ? null : detail.panel, fact: null, with: null });
});
root.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?']:not([data-more], [role=tab])");
  const act = event.target.closest("[data-does]");
  if (act) acts[act.dataset.does]?.();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  visit(new URL(link.getAttribute("href"), location.href));
});
document.getElementById("sift")?.addEventListener("submit", (event) => {
  event.preventDefault();
  go({ words: new FormData(event.target).get("words").trim() || null, fact: null, with: null });
});
window.addEventListener("popstate", arrive);
isPhone.addEventListener("change", () => markTab(root.dataset.panel));
document.addEventListener("pramana:swapped", () => {
  if (stamp() === known) return;
  known = stamp();
  load();
});

const field = root.querySelector("[data-find]");
const acts = {
  find: () => field.focus(),
  expand: graph.expand,
  none: () => go({ entity: null, fact: null, with: null, panel: null }),
  fit: graph.fit,
  nearer: () => graph.zoom(1.3),
  farther: () => graph.zoom(1 / 1.3),
  ended: times.toggleEnded,
  again: load,
  step: graph.step,
  show: () => isPhone.matches && showPane(root, "source"),
  tell() {
    root.querySelector("[role=tab][data-panel=messages]")?.click();
    document.getElementById("content")?.focus();
  },
};

startEntitySearch(field, root.dataset.found, (id) => {
  go({ entity: id, panel: "entity", fact: null, with: null });
  if (isPhone.matches) showPane(root, "claims");
});
startExplorerKeys(scene.querySelector("canvas"), acts);
startPostForm(root, {
  async sent(leadsTo) {
    if (leadsTo) history.replaceState(null, "", leadsTo);
    await arrive();
    known = stamp();
    load();
  },
});
startRecordLookup();
if (isPhone.matches && root.dataset.shown === "source") showPane(root, "source");
markTab(root.dataset.panel);
times.read();
load();
root.dataset.started = "";
