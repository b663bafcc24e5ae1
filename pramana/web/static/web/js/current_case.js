// The case chosen at the top of the page: what a script begins is for it.

/** The case as the API takes it; nothing where none is chosen. */
export function currentCase() {
  const chosen = document.querySelector(".top")?.dataset.case;
  return chosen ? { case_id: chosen } : {};
}
