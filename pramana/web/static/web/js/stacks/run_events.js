// Events of a run: fetches each finished row, updates the count, and reloads at the end.

const CALM = 300; // ms in which several rows become one request
const MOST = 60; // rows requested by id; more are requested all together
const ENDS = new Set(["done", "failed", "cancelled"]);

export function followRun(runId, { counted, rows, columns, ended }) {
  let stream = null;
  let timer = 0;
  const waiting = new Set();

  function flush() {
    timer = 0;
    const ids = [...waiting];
    waiting.clear();
    rows(ids.length > MOST ? null : ids);
  }

  function hear({ kind, payload }) {
    if (kind === "stack.row") {
      waiting.add(payload.document_id);
      timer ||= setTimeout(flush, CALM);
      counted(payload);
    } else if (kind === "stack.columns") {
      columns();
    } else if (ENDS.has(kind)) {
      close();
      ended(kind);
    }
  }

  function open() {
    stream?.close();
    stream = document.hidden ? null : new EventSource(`/api/runs/${runId}/events`);
    stream?.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  }

  function close() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
    document.removeEventListener("visibilitychange", open);
  }

  document.addEventListener("visibilitychange", open);
  window.addEventListener("pagehide", () => stream?.close());
  open();
  return { close };
}
