// Uploads to the library: chosen or dropped files and folders. Running uploads have a row with
// progress; waiting ones are only counted, so thousands are no problem.

import { filesOf } from "./folders.js";
import { text } from "../text.js";
import { toast } from "../toasts.js";

const AT_ONCE = 2;
const MOST_ASKED = 20; // further copies are kept and only counted

const waiting = [];
const counts = { added: 0, known: 0, skipped: 0 };
let sending = 0;
let asked = 0; // copies about which nobody has decided yet
let desk = null;

export function startUpload() {
  desk = document.querySelector("[data-upload]");
  if (!desk) return;
  const pickers = {
    files: desk.querySelector("[data-files]"),
    folder: desk.querySelector("[data-folder]"),
  };
  for (const [name, picker] of Object.entries(pickers)) {
    picker.addEventListener("change", () => {
      take([...picker.files], name === "folder");
      picker.value = "";
    });
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-picks]");
    if (button) pickers[button.dataset.picks].click();
  });
  startDrop();
  const wanted = new URL(location.href).searchParams.get("add");
  if (wanted === "files") document.querySelector('[data-picks="files"]')?.focus();
  window.addEventListener("beforeunload", (event) => {
    if (sending) event.preventDefault();
  });
}

function startDrop() {
  const body = document.body;
  body.dataset.drop = text("drop_here");
  let depth = 0; // enter and leave fire for every element on the way
  const over = (by) => {
    depth = by === 0 ? 0 : Math.max(depth + by, 0);
    body.classList.toggle("dropping", depth > 0);
  };
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragenter", (event) => hasFiles(event) && over(1));
  document.addEventListener("dragleave", (event) => hasFiles(event) && over(-1));
  document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  document.addEventListener("drop", async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over(0);
    const { files, fromFolders } = await filesOf(event.dataTransfer);
    take(files, false);
    take(fromFolders, true);
  });
}

/** Skip and count the files of a folder that cannot be read. */
function take(files, isFolder) {
  const kinds = desk.dataset.accepts.split(",");
  const isRead = (file) => kinds.some((kind) => file.name.toLowerCase().endsWith(kind));
  const wanted = isFolder ? files.filter(isRead) : files;
  counts.skipped += files.length - wanted.length;
  for (const file of wanted) waiting.push([file, null]);
  tell();
  for (let lane = 0; lane < AT_ONCE; lane += 1) next();
}

async function next() {
  if (sending >= AT_ONCE || !waiting.length) return;
  sending += 1;
  const [file, known] = waiting.shift();
  const row = known ?? newRow(file);
  tell();
  try {
    const earlier = await deliver(file, row);
    if (earlier && asked < MOST_ASKED) choose(row, earlier);
    else row.remove();
    document.dispatchEvent(new Event("pramana:changed"));
  } catch (error) {
    fail(row, error.message);
  }
  sending -= 1;
  tell();
  next();
}

async function deliver(file, row) {
  const limit = Number(desk.dataset.limit);
  if (file.size > limit * 1024 * 1024) throw new Error(text("upload_too_large", { limit }));
  const taken = await send(file, row);
  counts[taken.duplicate_of ? "known" : "added"] += 1;
  return taken.duplicate_of ? taken : null;
}

/** The same content is in the library already: let the person keep both or remove this copy. */
function choose(row, taken) {
  asked += 1;
  say(row, "known", text("upload_same"));
  const choice = row.querySelector("[data-same]");
  choice.hidden = false;
  choice.querySelector("a").href = desk.dataset.documents.replace(/[0-9a-f-]{36}/, taken.duplicate_of);
  const settle = () => {
    asked -= 1;
    row.remove();
    tell();
    document.dispatchEvent(new Event("pramana:changed"));
  };
  choice.querySelector("[data-keep]").addEventListener("click", settle);
  choice.querySelector("[data-discard]").addEventListener("click", async () => {
    const answer = await fetch(`${desk.dataset.upload}${taken.id}`, {
      method: "DELETE",
      headers: { "X-CSRFToken": desk.querySelector("[name=csrfmiddlewaretoken]").value },
    }).catch(() => null);
    if (answer?.ok) settle();
    else toast(text("load_failed"), "error");
  });
}

function newRow(file) {
  const row = document.getElementById("upload-row").content.firstElementChild.cloneNode(true);
  row.querySelector("[data-name]").textContent = file.webkitRelativePath || file.name;
  row.querySelector("[data-dismiss]").addEventListener("click", () => {
    row.remove();
    tell();
  });
  row.querySelector("[data-retry]").addEventListener("click", () => {
    waiting.push([file, row]);
    say(row, "waiting", text("upload_waiting"));
    next();
  });
  desk.querySelector("[data-uploads]").append(row);
  return row;
}

/** fetch has no upload progress; XMLHttpRequest has. */
function send(file, row) {
  const body = new FormData(desk);
  for (const input of desk.querySelectorAll("input[type=file]")) body.delete(input.name);
  body.append("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", desk.dataset.upload);
  request.setRequestHeader("X-CSRFToken", desk.querySelector("[name=csrfmiddlewaretoken]").value);
  say(row, "sending", text("upload_sending"));
  request.upload.addEventListener("progress", (event) => {
    say(row, "sending", text("upload_sending"), event.loaded, event.total);
  });
  return new Promise((done, refuse) => {
    request.addEventListener("load", () => {
      if (request.status === 202) done(JSON.parse(request.responseText));
      else refuse(new Error(reason(request)));
    });
    request.addEventListener("error", () => refuse(new Error(text("upload_network"))));
    request.send(body);
  });
}

function reason(request) {
  try {
    return JSON.parse(request.responseText).message;
  } catch {
    return text("upload_refused", { status: request.status });
  }
}

function say(row, state, words, current, total) {
  row.dataset.state = state;
  row.querySelector("[data-words]").textContent = words;
  const bar = row.querySelector("progress");
  bar.hidden = state === "failed" || state === "known";
  if (total) Object.assign(bar, { max: total, value: current });
  else bar.removeAttribute("value");
  row.querySelector("[data-retry]").hidden = state !== "failed";
  row.querySelector("[data-dismiss]").hidden = state !== "failed";
}

function fail(row, why) {
  say(row, "failed", text("upload_failed", { reason: why }));
}

/** One line for waiting and finished uploads; hidden when empty. */
function tell() {
  const parts = [
    [waiting.length, "upload_left"],
    [counts.skipped, "upload_skipped"],
    [counts.known, "upload_known"],
  ];
  const words = parts.filter(([count]) => count).map(([count, name]) => text(name, { count }));
  if (words.length && counts.added) words.unshift(text("upload_added", { count: counts.added }));
  const summary = desk.querySelector("[data-summary]");
  summary.hidden = !words.length;
  summary.textContent = words.join(" · ");
  desk.querySelector("[data-tray]").hidden =
    !words.length && !desk.querySelector("[data-uploads]").children.length;
}
