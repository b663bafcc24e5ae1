// The workspace: fields on one side, their evidence on the other. Changes by the agent and by
// other people arrive by themselves.

import { openDocument } from "./document.js";
import { startFields } from "./fields.js";
import { renewParts, sayWhat } from "./parts.js";
import { startKeysOf } from "../shortcuts.js";
import { parsePage } from "../page.js";
import { showPane } from "../tabs.js";
import { toast } from "../toasts.js";
import { isPhone } from "../library/text_windows.js";

const CALM = 250; // ms in which several updates become one
const WORKING = 1500; // ms between two polls of running work

const root = document.querySelector("[data-extract]");
const act = document.getElementById("act");
const isWorking = () => document.getElementById("standing").dataset.working !== undefined;

const source = openDocument(root, (path) => {
  openPanel("fields");
  if (isPhone.matches) showPane(root, "claims");
  fields.choose(path);
});
const fields = startFields(root, source);
let stream = null;
let timer = 0;
let calm = 0;
let turn = 0;
let shown = fields.evidence();

/** Fetch the current parts. */
async function show() {
  turn += 1;
  const mine = turn;
  const answer = await fetch(`${root.dataset.base}/parts${location.search}`).catch(() => null);
  if (mine === turn && answer?.ok && !answer.redirected) put(await parsePage(answer));
  watch();
}

function put(page) {
  if (!renewParts(page)) return;
  fields.mark();
  const now = fields.evidence();
  if (now !== shown) source?.renew();
  shown = now;
}

/** Send a form and show the response. True unless it was refused. */
async function send(form, submitter) {
  turn += 1;
  const address = new URL(submitter?.getAttribute("formaction") ?? form.action, location.href);
  address.search = location.search;
  const body = new FormData(form, submitter);
  form.querySelector("[name=confirmed]")?.remove(); // it counts for this button only
  const headers = { "X-Parts": "1" };
  const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
  if (!answer?.ok) return void toast(root.dataset.saidFailed, "error");
  const page = await parsePage(answer);
  if (sayWhat(page)) return false;
  if (form.matches("[data-editor]")) fields.close();
  else if (form.id !== "act") form.reset();
  put(page);
  return true;
}

async function submitted(event) {
  if (event.defaultPrevented || event.submitter?.dataset.leaves !== undefined) return;
  const form = event.target;
  if (form !== act && !form.matches("[data-quiet]")) return;
  event.preventDefault();
  const isEdit = form.matches("[data-editor]") || event.submitter?.matches("[data-removes]");
  if (form.dataset.sending !== undefined) return;
  form.dataset.sending = "";
  const isDone = await send(form, event.submitter);
  delete form.dataset.sending;
  if (isDone && isEdit) fields.again();
  if (isDone && form.matches("[data-plan]")) openPanel("activity");
  if (isDone && form.matches("[data-correct]")) document.querySelector("[data-plan] button")?.focus();
  watch();
}

function openPanel(name) {
  if (root.dataset.panel !== name) document.getElementById(`tab-${name}`).click();
}

function nextPanel() {
  const names = ["fields", "activity", "history"];
  openPanel(names[(names.indexOf(root.dataset.panel) + 1) % names.length]);
}

/** While an agent works, follow its stream, and poll slowly in case the stream is lost. */
function watch() {
  clearTimeout(timer);
  if (!isWorking() || document.hidden) return close();
  timer = setTimeout(show, WORKING);
  if (stream) return;
  stream = new EventSource(root.dataset.stream);
  stream.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.complete || frame.error !== undefined) close();
    clearTimeout(calm);
    calm = setTimeout(show, CALM);
  });
}

function close() {
  stream?.close();
  stream = null;
}

function order() {
  document.querySelector("[data-order]")?.click();
}

function undo() {
  const button = document.querySelector("#past [data-undoes]");
  if (button) act.requestSubmit(button);
  else toast(root.dataset.saidNothing);
}

function toLookAt() {
  openPanel("fields");
  if (!fields.step(1, (row) => row.dataset.tone === "low")) toast(root.dataset.saidClear);
}

function add() {
  openPanel("fields");
  document.querySelector("[data-adding] [name=path]")?.focus();
}

for (const each of [root, act]) each.addEventListener("submit", submitted);
root.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-order]");
  if (!chip || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  history.replaceState(history.state, "", chip.href);
  show();
});
root.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (!event.target.matches("[data-correct] textarea")) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});
root.addEventListener("pramana:pane", (event) => {
  if (!event.detail.panel) return;
  const address = new URL(location.href);
  address.searchParams.set("panel", event.detail.panel);
  history.replaceState(history.state, "", address);
  document.getElementById("work").scrollTop = 0;
});
root.addEventListener("pramana:cancelled", show);
document.addEventListener("visibilitychange", () => (document.hidden ? watch() : show()));
window.addEventListener("pagehide", close);

const presses = {
  j: () => fields.step(1),
  k: () => fields.step(-1),
  n: toLookAt,
  e: () => fields.edit("value"),
  r: () => fields.edit("name"),
  x: () => fields.remove(),
  "+": add,
  z: undo,
  o: order,
  i: () => source?.look(),
  v: nextPanel,
};
startKeysOf(({ key }) => presses[key]);
watch();
root.dataset.started = "";
