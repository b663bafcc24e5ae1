// The extraction of a table: its progress, the rows it produces, and starting it.

import { currentCase } from "../current_case.js";
import { followRun } from "./run_events.js";
import { say } from "./strings.js";
import { toast } from "../toasts.js";

const TONES = { in_progress: "working", completed: "good", failed: "bad", stopped: "off" };

export function openExtraction(root, store, told, { sending, show, renewed }) {
  const find = (name) => root.querySelector(`[data-${name}]`);
  const buttons = { read: find("does=read"), stop: find("does=stop") };
  let work = told;
  let run = null;

  /** Show the state of the extraction, and whether something is left to extract. */
  function tell(counts) {
    const isWorking = work.status === "in_progress";
    const isSeeking = isWorking && !store.columns.length;
    const ended = work.done + work.failed;
    const state = find("standing");
    state.dataset.tone = TONES[work.status] ?? "waiting";
    state.textContent = isSeeking ? say("columns_sought") : words(isWorking, ended);
    const bar = find("bar");
    bar.hidden = !isWorking;
    if (isSeeking) bar.removeAttribute("value");
    else Object.assign(bar, { max: work.total || 1, value: ended });
    find("failed").hidden = isWorking || !work.error || work.status === "stopped";
    find("reason").textContent = work.error;
    if (buttons.read) offer(isWorking, (counts.stale ?? 0) + counts.unread);
  }

  function words(isWorking, ended) {
    return isWorking ? say("progress", { done: ended, total: work.total }) : say(`table_${work.status}`);
  }

  function offer(isWorking, left) {
    const hasColumns = store.columns.length > 0;
    buttons.stop.hidden = !isWorking;
    buttons.read.hidden = isWorking || (!left && hasColumns) || !store.rows.size;
    if (!left || !hasColumns) return;
    buttons.read.querySelector("[data-words]").textContent = say("read_stale", { count: left });
  }

  async function fetchRows(query) {
    const address = `${root.dataset.base}?${new URLSearchParams(query)}`;
    const answer = await fetch(address).catch(() => null);
    return answer?.ok && !answer.redirected ? answer.json() : null;
  }

  /** Fetch these rows and the running ones; all rows if there are too many. */
  async function renewRows(ids) {
    if (ids === null) return void reload();
    const sent = await fetchRows({ documents: ids.join(",") });
    if (!sent) return;
    store.take(sent.rows);
    store.arrange();
    show();
  }

  /** Fetch the rows after a position in large parts. */
  async function rest(after, seen = null) {
    for (let next = after; next !== null; ) {
      const sent = await fetchRows({ after: next });
      if (!sent) return false;
      store.take(sent.rows);
      for (const [id] of sent.rows) seen?.add(id);
      work = sent;
      next = sent.next;
      if (seen) continue;
      store.arrange();
      show();
    }
    return true;
  }

  /** Reload the whole table: columns, rows and state. */
  async function reload() {
    const seen = new Set();
    const before = JSON.stringify(store.columns);
    if (!(await rest(0, seen))) return;
    store.keep(seen);
    store.columns = work.columns;
    store.arrange();
    show({ anew: before !== JSON.stringify(store.columns) });
    renewed();
    follow();
  }

  function follow() {
    if (work.status !== "in_progress" || run?.id === work.run) return;
    run?.stream.close();
    const counted = ({ done, failed, total }) => {
      Object.assign(work, { done, failed, total });
      tell(store.counts());
    };
    run = { id: work.run, stream: followRun(work.run, { counted, rows: renewRows, columns: reload, ended: reload }) };
  }

  /** Start an extraction of missing or stale cells, or of what `asked` says. */
  async function read(asked) {
    const begun = await sending.ask("POST", "/extract", { ...asked, ...currentCase() });
    if (!begun) return;
    if (begun.status !== "in_progress") toast(say("nothing_to_read"));
    await reload();
  }

  async function stop() {
    if (await sending.ask("POST", "/stop")) reload();
  }

  return { tell, rest, reload, follow, read, stop };
}
