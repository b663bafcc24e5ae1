// The current case, for work that scripts start.

/** The case as an API parameter; empty without one. */
export function currentCase() {
  const chosen = document.querySelector(".top")?.dataset.case;
  return chosen ? { case_id: chosen } : {};
}
