// A review session: one entity at a time. Shortcuts decide, the next entity follows, the text scrolls
// along; decisions of others arrive by themselves.

import { parsePage } from "../page.js";
import { startCorrections } from "./corrections.js";
import { edited, startCard } from "./entity_card.js";
import { openDocument } from "./document.js";
import { startReviewKeys } from "./shortcuts.js";
import { renewParts } from "./parts.js";
import { startConversation } from "./conversation.js";
import { showPane } from "../tabs.js";
import { toast } from "../toasts.js";
import { isPhone } from "../library/text_windows.js";

const CALM = 150; // ms in which several updates become one
const WORKING = 1500; // ms between two polls of running work

const root = document.querySelector("[data-review]");
const standing = () => document.getElementById("standing");
const source = openDocument(root, (entity, place) => goTo(entity, { place }));
const decided = []; // entities this person decided, for undo
let current = standing().dataset.focused; // the current entity
let meant = null; // the decision that conflicted with someone else's
let busy = false;
let turn = 0;
let timer = 0;

const card = () => document.getElementById("card");
const rows = () => [...document.querySelectorAll("#queue [data-index]")];
const isReview = () => standing().dataset.status === "awaiting_review";

/** Fetch the current claims for this entity. */
async function show({ entity = current, conflict = "", anew = false } = {}) {
  turn += 1;
  const mine = turn;
  const thread = talk.thread();
  const query = new URLSearchParams({ entity, talk: thread, conflict });
  const answer = await fetch(`${root.dataset.base}/claims?${query}`).catch(() => null);
  if (mine !== turn) return;
  if (answer?.ok && !answer.redirected) {
    const page = await parsePage(answer);
    const status = page.getElementById("standing").dataset.status;
    if (status !== standing().dataset.status) return location.reload();
    renewParts(page, { anew });
    current = standing().dataset.focused;
    source?.focus(current);
  }
  watchWork();
}

function watchWork() {
  clearTimeout(timer);
  const isWorking = standing().dataset.working !== undefined;
  if (isWorking && !document.hidden) timer = setTimeout(show, WORKING);
}

async function goTo(entity, { place = null } = {}) {
  if (entity === undefined || entity === "") return;
  const row = rows().find((each) => each.dataset.index === entity);
  for (const each of rows()) each.removeAttribute("aria-current");
  row?.setAttribute("aria-current", "true");
  current = entity;
  remember(entity);
  if (place === null && row?.dataset.start) source?.reveal(row.dataset);
  if (place !== null && isPhone.matches) showPane(root, "claims");
  await show({ entity, anew: true });
  document.getElementById("work").scrollTop = 0;
}

function remember(entity) {
  const address = new URL(location.href);
  address.searchParams.set("entity", entity);
  history.replaceState(history.state, "", address);
}

function step(by) {
  const all = rows();
  const at = all.findIndex((row) => row.dataset.index === current);
  goTo(all[Math.min(Math.max(at + by, 0), all.length - 1)]?.dataset.index);
}

/** The next undecided entity from here, or the same one. */
function following() {
  const all = rows();
  const at = all.findIndex((row) => row.dataset.index === current);
  const ahead = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  return ahead.find((row) => row.dataset.decided === undefined)?.dataset.index ?? current;
}

async function send(method, path, body) {
  const answer = await fetch(root.dataset.api + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": document.querySelector("#act [name=csrfmiddlewaretoken]").value,
    },
    body: body && JSON.stringify(body),
  }).catch(() => null);
  if (!answer) toast(root.dataset.saidFailed, "error");
  else if (!answer.ok && answer.status !== 409) toast((await answer.json()).message, "error");
  return answer;
}

async function decide(asked, { again = false } = {}) {
  const entity = card().dataset.entity;
  if (!isReview() || busy || entity === undefined) return;
  if (asked.action === "match" && !asked.nes_id) return void toast(root.dataset.saidUnchosen);
  busy = true;
  const seen = again ? undefined : card().dataset.seen;
  const next = following();
  const answer = await send("POST", `entities/${entity}/`, { ...asked, seen });
  busy = false;
  if (answer?.status === 409) {
    meant = asked;
    await show({ entity, conflict: asked.action, anew: true });
  } else if (answer?.ok) {
    decided.push(entity);
    await goTo(next);
  }
}

async function reopen(entity) {
  if (!isReview() || busy) return;
  if (entity === undefined) return void toast(root.dataset.saidNothing);
  const answer = await send("DELETE", `entities/${entity}/`);
  if (!answer?.ok) return;
  toast(root.dataset.saidUndone);
  await goTo(entity);
}

const talk = startConversation({ show, send, focused: () => current });
const corrections = startCorrections(root, { send, card, isReview, goTo, show, source, edited });
const acts = startCard(root, { decide, save: corrections.save });

Object.assign(acts, corrections, {
  accept: async () => decided.push(...(await corrections.accept())),
  next: () => step(1),
  previous: () => step(-1),
  undo: () => reopen(decided.pop() ?? (card().dataset.decided === undefined ? undefined : current)),
  reopen: () => reopen(current),
  keep: () => show({ anew: true }),
  override: () => meant && decide(meant, { again: true }),
  mention: (by) => source?.step(by),
  look: () => source?.look(),
  talk: talk.toggle,
});

function listen() {
  if (!root.dataset.events) return;
  let calm = 0;
  let stream = null;
  const open = () => {
    stream?.close();
    stream = document.hidden ? null : new EventSource(root.dataset.events);
    stream?.addEventListener("message", () => {
      clearTimeout(calm);
      calm = setTimeout(show, CALM);
    });
  };
  document.addEventListener("visibilitychange", open);
  window.addEventListener("pagehide", () => stream?.close());
  open();
}

root.addEventListener("click", (event) => {
  const row = event.target.closest("#queue [data-index]");
  if (row && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    goTo(row.dataset.index);
  }
  const place = event.target.closest("[data-place]");
  if (place) source?.reveal(place.dataset, { now: true });
  const act = event.target.closest("[data-does]");
  if (act) acts[act.dataset.does]?.();
  const by = event.target.closest("[data-step]");
  if (by) acts.mention(Number(by.dataset.step));
});

startReviewKeys(acts);
listen();
watchWork();
source?.focus(current);
if (isReview()) source?.step(0);
root.dataset.started = "";
