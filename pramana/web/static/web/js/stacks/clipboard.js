// Copy and paste of ranges, as tab-separated text for spreadsheets.

import { MOST } from "./requests.js";
import { cell } from "./row_store.js";
import { meant, plain, say } from "./strings.js";
import { toast } from "../toasts.js";

const FORMULA = /^\s*[=+\-@＝＋－＠]/;

export function startClipboard(root, grid, sending) {
  root.addEventListener("copy", (event) => {
    if (event.target !== root) return;
    const { top, bottom, left, right } = grid.range();
    const rows = [];
    for (let at = top; at <= bottom; at += 1) rows.push(lineOf(grid.rowAt(at), left, right));
    event.clipboardData.setData("text/plain", rows.join("\n"));
    event.preventDefault();
    toast(say("copied_cells", { count: (bottom - top + 1) * (right - left + 1) }));
  });

  function lineOf(row, left, right) {
    const columns = grid.columns.slice(left, right + 1);
    return columns.map(({ key, type }) => written(key ? cell(row, key)[0] : row.title, type)).join("\t");
  }

  root.addEventListener("paste", (event) => {
    if (event.target !== root || root.getAttribute("aria-readonly")) return;
    event.preventDefault();
    const wishes = wishesOf(read(event.clipboardData.getData("text/plain")));
    if (wishes.length > MOST) return void toast(say("too_many", { most: MOST }), "error");
    if (wishes.length) sending.change(wishes).then(told);
  });

  function told(count) {
    if (count) toast(say("written_cells", { count }));
    grid.moved(grid.at);
  }

  /** Each pasted value in its place; one value fills the whole range. */
  function wishesOf(lines) {
    const { top, bottom, left, right } = grid.range();
    const isOne = lines.length === 1 && lines[0].length === 1;
    const height = isOne ? bottom - top + 1 : lines.length;
    const width = isOne ? right - left + 1 : Math.max(...lines.map((line) => line.length));
    const wishes = [];
    for (let down = 0; down < height; down += 1) {
      const row = grid.rowAt(top + down);
      for (let across = 0; row && across < width; across += 1) {
        const column = grid.columns[left + across];
        const value = isOne ? lines[0][0] : lines[down][across];
        if (!column?.key || value === undefined) continue;
        wishes.push({ row, key: column.key, body: { value: meant(value, column.type) } });
      }
    }
    return wishes;
  }
}

/** A value as a field of the text; formulas are escaped. */
export function written(value, type) {
  const words = plain(value, type);
  const safe = typeof value === "string" && FORMULA.test(words) ? `'${words}` : words;
  return /["\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Parse rows of fields; a quoted field may contain tabs and line breaks. */
export function read(words) {
  const lines = [[]];
  const fields = /(?:"((?:[^"]|"")*)"|([^\t\n\r]*))(\t|\r?\n|$)/gy;
  for (let found = fields.exec(words); found; found = fields.exec(words)) {
    const field = found[1] === undefined ? found[2] : found[1].replaceAll('""', '"');
    lines.at(-1).push(FORMULA.test(field.slice(1)) && field.startsWith("'") ? field.slice(1) : field);
    if (!found[3]) break;
    if (found[3] !== "\t") lines.push([]);
  }
  const isBlank = (line) => line.length === 0 || (line.length === 1 && line[0] === "");
  while (lines.length > 1 && isBlank(lines.at(-1))) lines.pop(); // a copied range ends with a line break
  return lines;
}
