// Live updates: one event stream per visible page, closed while the page is hidden.

import { refresh } from "./swap.js";
import { text } from "./text.js";
import { toast } from "./toasts.js";

const CALM = 700; // ms between two refreshes of the page
const RETRY = [1000, 2000, 5000, 15000];

let source = null;
let failures = 0;
let timer = 0;
let dirty = false;
let busy = false;
let warning = null;

export function startLive() {
  if (!document.body.dataset.stream) return;
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  document.addEventListener("pramana:changed", changed);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && open());
  if (!document.hidden) open();
}

function open() {
  if (source) return;
  source = new EventSource(document.body.dataset.stream);
  source.onopen = restored;
  source.onmessage = (event) => {
    restored();
    show(JSON.parse(event.data));
  };
  source.onerror = lost;
}

function close() {
  source?.close();
  source = null;
  clearTimeout(timer);
}

/** The stream may end when the server restarts or a proxy times out; report only repeated loss. */
function lost() {
  close();
  timer = setTimeout(open, RETRY[Math.min(failures, RETRY.length - 1)]);
  failures += 1;
  if (failures === 3 && !warning) warning = toast(text("lost"), "error");
}

function restored() {
  if (failures) changed(); // something may have changed meanwhile
  failures = 0;
  if (warning) {
    warning.remove();
    warning = null;
    toast(text("back"));
  }
}

function show(news) {
  if (!news.counts) return; // the server announces the end of the stream
  pulse(news);
  changed();
}

function pulse(news) {
  const link = document.querySelector(".pulse");
  const working = news.counts.queued + news.counts.running;
  link.dataset.state = working ? "working" : "idle";
  const words = { 0: text("idle"), 1: text("working_one", { count: 1 }) };
  link.querySelector(".words").textContent =
    words[working] ?? text("working_many", { count: working });
  measure(link.querySelector("progress"), news.jobs);
}

/** The progress of all counted work, as one bar. */
function measure(bar, jobs) {
  const counted = jobs.map((job) => job.progress).filter((progress) => progress?.total);
  bar.hidden = !counted.length;
  if (bar.hidden) return;
  bar.max = counted.reduce((sum, { total }) => sum + total, 0);
  bar.value = counted.reduce((sum, { current }) => sum + current, 0);
}

/** A submitted form may change this page, so refresh afterwards. */
const isSending = () => document.querySelector("form[data-sending]") !== null;

/** Refresh the live parts, at most once per CALM. */
async function changed() {
  dirty = true;
  if (busy || !document.querySelector("[data-live]")) return;
  busy = true;
  while (dirty) {
    dirty = isSending();
    if (!dirty) await refresh().catch(() => {});
    await new Promise((settle) => setTimeout(settle, CALM));
  }
  busy = false;
}
