// Actions on the selected cells.

import { cell } from "./row_store.js";

const DOUBTFUL = new Set(["flagged", "stale"]);

export function openActions(grid, store, { sending, editor, panel, canChange }) {
  function chosen() {
    const { top, bottom, left, right } = grid.range();
    const found = [];
    for (let place = top; place <= bottom; place += 1) {
      for (const { key } of grid.columns.slice(left, right + 1)) {
        if (key && grid.rowAt(place)) found.push({ row: grid.rowAt(place), key });
      }
    }
    return found;
  }

  async function change(body, wanted = () => true) {
    const wishes = chosen().filter(wanted).map((each) => ({ ...each, body }));
    if (!canChange || !wishes.length) return;
    await sending.change(wishes);
    panel.moved();
  }

  /** Go to the next cell that needs a check. */
  function nextDoubtful() {
    const wide = grid.columns.length;
    const total = store.view.length * wide;
    const from = grid.at.row * wide + grid.at.column;
    for (let step = 1; step <= total; step += 1) {
      const place = (from + step) % total;
      const [row, column] = [Math.floor(place / wide), place % wide];
      const { key } = grid.columns[column];
      if (key && DOUBTFUL.has(cell(store.view[row], key)[1])) return grid.goTo(row, column);
    }
    return undefined;
  }

  async function undo() {
    if (!canChange) return;
    await sending.undo();
    panel.moved();
  }

  return {
    edit: () => canChange && editor.edit(),
    judge: (state) => change({ state }),
    empty: () => change({ value: null }, ({ row, key }) => cell(row, key)[0] !== null),
    undo,
    doubtful: nextDoubtful,
  };
}
