// Requests that change cells: a few at a time, with errors reported once.

import { say } from "./strings.js";
import { toast } from "../toasts.js";

const AT_ONCE = 4;
export const MOST = 500; // cells that are changed in one go

export function openRequests(root, store, redraw) {
  const done = []; // this person's changes, newest last
  const api = root.dataset.api;
  const token = () => document.querySelector("#act [name=csrfmiddlewaretoken]").value;

  async function send(method, path, body) {
    const answer = await fetch(api + path, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => null);
    if (!answer) return { error: say("lost") };
    const told = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
    return answer.ok ? { told } : { error: reason(told), status: answer.status };
  }

  /** The same, reporting errors at once. */
  async function ask(method, path, body) {
    const { told, error } = await send(method, path, body);
    if (error) toast(error, "error");
    return told;
  }

  const place = ({ row, key }) => `/rows/${row.id}/cells/${encodeURIComponent(key)}`;

  /** Change cells: `[{row, key, body}]`. Returns how many were changed. */
  async function change(wishes) {
    if (wishes.length > MOST) return void toast(say("too_many", { most: MOST }), "error");
    const changed = [];
    const refused = [];
    const left = [...wishes];
    const lane = async () => {
      for (let wish = left.shift(); wish; wish = left.shift()) {
        const { told, error, status } = await send("PATCH", place(wish), wish.body);
        if (error) refused.push(error);
        if (status === 409) await renew(wish.row); // someone else changed it first: show the current value
        if (told) {
          changed.push(wish);
          store.take([compact(told)]);
        }
        redraw();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    if (changed.length) done.push(changed);
    if (refused.length) tell(refused, wishes.length);
    return changed.length;
  }

  function tell(refused, total) {
    const slots = { count: refused.length, total, reason: refused[0] };
    toast(total === 1 ? refused[0] : say("some_refused", slots), "error");
  }

  /** Undo this person's last change, in all its cells. */
  async function undo() {
    const changed = done.pop();
    if (!changed) return void toast(say("nothing_to_undo"));
    for (const { row, key } of changed) {
      const query = new URLSearchParams({ document_id: row.id, column: key, limit: 1 });
      const { told } = await send("GET", `/changes?${query}`);
      const [last] = told?.changes ?? [];
      if (last && !last.undone_at) await undoOne(last.id, row);
    }
    toast(say("undone"));
  }

  async function undoOne(changeId, row) {
    const told = await ask("POST", `/changes/${changeId}/undo`);
    if (told) await renew(row);
    return Boolean(told);
  }

  async function renew(row) {
    const { told } = await send("GET", `/rows/${row.id}`);
    if (told) store.take([compact(told)]);
    redraw();
  }

  return { ask, send, change, undo, undoOne, renew };
}

/** An API row in the grid's compact form. */
function compact({ document_id, title, status, error, cells }) {
  const short = Object.entries(cells).map(([key, { value, state, trust, at }]) => [
    key,
    [value, state, trust, at],
  ]);
  return [document_id, title, status, error, Object.fromEntries(short)];
}

function reason(told) {
  if (typeof told.detail === "string") return told.detail;
  return told.detail?.[0]?.msg ?? say("lost");
}
