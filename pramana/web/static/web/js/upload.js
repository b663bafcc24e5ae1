// Files into the library: picked or dropped anywhere, several at once, each with its own progress.

import { text } from "./text.js";

const AT_ONCE = 2;

const waiting = [];
let sending = 0;
let desk = null;

export function startUpload() {
  desk = document.querySelector("[data-upload]");
  if (!desk) return;
  const picker = desk.querySelector("input[type=file]");
  picker.addEventListener("change", () => {
    take(picker.files);
    picker.value = "";
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-picks]")) picker.click();
  });
  startDrop();
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
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    over(0);
    take(event.dataTransfer.files);
  });
}

function take(files) {
  for (const file of files) {
    const row = document.getElementById("upload-row").content.firstElementChild.cloneNode(true);
    row.querySelector("[data-name]").textContent = file.name;
    row.querySelector("[data-dismiss]").addEventListener("click", () => drop(row));
    row.querySelector("[data-retry]").addEventListener("click", () => queue(file, row));
    desk.querySelector("[data-uploads]").append(row);
    queue(file, row);
  }
}

function drop(row) {
  row.remove();
  showDesk();
}

function showDesk() {
  const list = desk.querySelector("[data-uploads]");
  list.hidden = !list.children.length;
}

function queue(file, row) {
  showDesk();
  say(row, "waiting", text("upload_waiting"));
  const limit = Number(desk.dataset.limit);
  if (file.size > limit * 1024 * 1024) {
    fail(row, text("upload_too_large", { limit }));
    return;
  }
  waiting.push([file, row]);
  next();
}

async function next() {
  if (sending >= AT_ONCE || !waiting.length) return;
  sending += 1;
  const [file, row] = waiting.shift();
  try {
    await send(file, row);
    drop(row);
    document.dispatchEvent(new Event("pramana:changed"));
  } catch (error) {
    fail(row, error.message);
  }
  sending -= 1;
  next();
}

/** fetch cannot tell how much has been sent; XMLHttpRequest can. */
function send(file, row) {
  const body = new FormData();
  body.append("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", desk.dataset.upload);
  request.setRequestHeader("X-CSRFToken", desk.querySelector("[name=csrfmiddlewaretoken]").value);
  request.upload.addEventListener("progress", (event) => {
    say(row, "sending", text("upload_sending"), event.loaded, event.total);
  });
  return new Promise((done, refuse) => {
    request.addEventListener("load", () => {
      if (request.status === 202) done();
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
  bar.hidden = state === "failed";
  if (total) Object.assign(bar, { max: total, value: current });
  else bar.removeAttribute("value");
  row.querySelector("[data-retry]").hidden = state !== "failed";
  row.querySelector("[data-dismiss]").hidden = state !== "failed";
}

function fail(row, why) {
  say(row, "failed", text("upload_failed", { reason: why }));
}
