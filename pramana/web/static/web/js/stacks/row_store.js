// The rows of a table: all of them, and which are visible in which order.

import { shown } from "./strings.js";

const NOTHING = [null, "empty", 0, null]; // value, state, trust, when

export function openRows(told) {
  const rows = new Map();
  const store = { columns: told.columns, rows, view: [], asked: { states: [], where: {} } };

  let known = told.columns;

  function take(sent) {
    for (const [id, title, status, error, cells] of sent) {
      const row = rows.get(id);
      if (row) Object.assign(row, { title, status, error, cells, said: null });
      else rows.set(id, { id, title, status, error, cells, said: null, place: rows.size });
    }
  }

  /** Keep only these rows; the others were removed from the stack. */
  function keep(ids) {
    for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id);
    [...rows.values()].forEach((row, place) => (row.place = place));
  }

  function arrange() {
    const { sort, down } = store.asked;
    if (store.columns !== known) for (const row of rows.values()) row.said = null;
    known = store.columns;
    const found = [...rows.values()].filter(fits);
    if (sort) {
      const kind = store.columns.find((column) => column.key === sort)?.type;
      found.sort((a, b) => compare(a, b, sort, kind) * (down ? -1 : 1) || a.place - b.place);
    }
    store.view = found;
  }

  function fits(row) {
    const { states, find, where } = store.asked;
    if (states.length && !states.some((state) => has(row, state))) return false;
    if (find && !Object.values(said(row)).some((each) => each.includes(find))) return false;
    return Object.entries(where).every(([key, words]) => (said(row)[key] ?? "").includes(words));
  }

  function has(row, state) {
    if (state === "failed") return row.status === "failed";
    return store.columns.some(({ key }) => cell(row, key)[1] === state);
  }

  /** A row's searchable text by column in lower case, cached because thousands are searched. */
  function said(row) {
    if (row.said) return row.said;
    row.said = { "": row.title.toLowerCase() };
    for (const { key, type } of store.columns) row.said[key] = shown(cell(row, key)[0], type).toLowerCase();
    return row.said;
  }

  /** Counts of cells per state, and of failed rows. */
  function counts() {
    const found = { failed: 0, unread: 0 };
    for (const row of rows.values()) {
      if (row.status === "failed") found.failed += 1;
      if (row.status !== "done") found.unread += 1;
      for (const { key } of store.columns) {
        const state = cell(row, key)[1];
        found[state] = (found[state] ?? 0) + 1;
      }
    }
    return found;
  }

  take(told.rows);
  arrange();
  return Object.assign(store, { take, keep, arrange, counts });
}

export const cell = (row, key) => row.cells[key] ?? NOTHING;

/** Compare values: empty cells last, numbers as numbers, text by locale. */
function compare(a, b, key, kind) {
  if (key === "document") return order.compare(a.title, b.title);
  const [one, other] = [cell(a, key)[0], cell(b, key)[0]];
  if (one === null || other === null) return (one === null) - (other === null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return order.compare(shown(one, kind), shown(other, kind));
}

const order = new Intl.Collator(undefined, { numeric: true });
