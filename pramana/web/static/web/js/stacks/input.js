// Keyboard and mouse input of the grid: move, select ranges, and start actions.

const PAIR = 1200; // ms in which g belongs to the next key

export function startInput(root, grid, store, acts) {
  let pairUntil = 0;

  const to = (row, column, extend) => grid.goTo(row, column, { extend });
  const last = () => store.view.length - 1;
  const lastColumn = () => grid.columns.length - 1;

  const walks = {
    ArrowUp: ({ row, column }, far) => [far ? 0 : row - 1, column],
    ArrowDown: ({ row, column }, far) => [far ? last() : row + 1, column],
    ArrowLeft: ({ row, column }, far) => [row, far ? 0 : column - 1],
    ArrowRight: ({ row, column }, far) => [row, far ? lastColumn() : column + 1],
    Home: ({ row }, far) => [far ? 0 : row, 0],
    End: ({ row }, far) => [far ? last() : row, lastColumn()],
    PageUp: ({ row, column }) => [row - grid.page(), column],
    PageDown: ({ row, column }) => [row + grid.page(), column],
    j: ({ row, column }) => [row + 1, column],
    k: ({ row, column }) => [row - 1, column],
  };
  const deeds = {
    Enter: acts.edit,
    F2: acts.edit,
    " ": acts.panel,
    r: () => acts.judge("reviewed"),
    f: () => acts.judge("flagged"),
    l: () => acts.judge("locked"),
    o: () => acts.judge("extracted"),
    t: () => acts.judge("stale"),
    Delete: acts.empty,
    Backspace: acts.empty,
    m: acts.menu,
    e: acts.doubtful,
    u: acts.undo,
    Escape: leave,
  };

  function leave() {
    if (grid.anchor) {
      grid.anchor = null;
      grid.mark();
    } else {
      acts.leave();
    }
  }

  root.addEventListener("keydown", (event) => {
    if (event.target !== root || event.isComposing) return;
    const held = event.ctrlKey || event.metaKey;
    if (held && event.key.toLowerCase() === "z") return used(event, acts.undo);
    if (held && event.key.toLowerCase() === "a") return used(event, chooseAll);
    if (event.altKey && event.key === "ArrowDown") return used(event, acts.menu);
    if (event.altKey && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      return used(event, () => widen(event.key === "ArrowRight" ? 16 : -16));
    }
    const isPair = Date.now() < pairUntil; // g l opens the library instead of locking
    pairUntil = event.key === "g" ? Date.now() + PAIR : 0;
    if (isPair || event.altKey) return undefined;
    if (event.key === "Tab") return tab(event);
    const walk = walks[event.key];
    if (walk && !(held && event.key.length === 1)) {
      return used(event, () => to(...walk(grid.at, held), event.shiftKey));
    }
    if (!held && deeds[event.key]) return used(event, deeds[event.key]);
    return undefined;
  });

  function used(event, deed) {
    event.preventDefault();
    deed();
  }

  /** Move to the next cell, row by row; at either end the focus leaves the grid. */
  function tab(event) {
    const by = event.shiftKey ? -1 : 1;
    const place = grid.at.row * grid.columns.length + grid.at.column + by;
    if (place < 0 || place >= store.view.length * grid.columns.length) return;
    event.preventDefault();
    to(Math.floor(place / grid.columns.length), place % grid.columns.length);
  }

  function chooseAll() {
    grid.anchor = { row: 0, column: 0 };
    grid.at = { row: last(), column: lastColumn() };
    grid.mark();
  }

  function widen(by) {
    const column = grid.columns[grid.at.column];
    grid.resize(column, grid.widthOf(column) + by);
  }

  const placeOf = (event) => {
    const box = event.target.closest(".grid-body .grid-cell");
    if (!box) return null;
    const column = [...box.parentElement.children].indexOf(box);
    return { row: Number(box.parentElement.dataset.place), column };
  };

  let dragging = false;
  root.addEventListener("pointerdown", (event) => {
    const place = placeOf(event);
    if (!place || event.button !== 0 || event.target.closest("textarea")) return;
    to(place.row, place.column, event.shiftKey);
    dragging = event.pointerType === "mouse";
  });
  root.addEventListener("pointermove", (event) => {
    const place = dragging && event.buttons ? placeOf(event) : null;
    if (!place || (place.row === grid.at.row && place.column === grid.at.column)) return;
    to(place.row, place.column, true);
  });
  window.addEventListener("pointerup", () => (dragging = false));
  root.addEventListener("click", (event) => placeOf(event) && acts.touched(event));
  root.addEventListener("dblclick", (event) => placeOf(event) && acts.edit());
}
