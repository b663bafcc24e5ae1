// Filters and order of the rows: chips, the search field and the URL.

import { say } from "./strings.js";

const CALM = 120; // ms

export function openFilters(root, store, changed) {
  const chips = [...root.querySelectorAll("[data-state-filter]")];
  const field = root.querySelector("[data-find]");
  let timer = 0;

  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const { stateFilter } = chip.dataset;
      const { states } = store.asked;
      store.asked.states = states.includes(stateFilter)
        ? states.filter((each) => each !== stateFilter)
        : [...states, stateFilter];
      changed();
    });
  }
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      store.asked.find = field.value.trim().toLowerCase();
      changed();
    }, CALM);
  });

  function press() {
    for (const chip of chips) {
      const isOn = store.asked.states.includes(chip.dataset.stateFilter);
      chip.setAttribute("aria-pressed", String(isOn));
      chip.toggleAttribute("data-chosen", isOn);
    }
  }

  /** Read the filters from the URL. */
  function recall() {
    const asked = new URL(location.href).searchParams;
    const known = new Set(chips.map((chip) => chip.dataset.stateFilter));
    const where = {};
    for (const [name, value] of asked) if (name.startsWith("where.")) where[name.slice(6)] = value;
    Object.assign(store.asked, {
      states: (asked.get("state") ?? "").split(",").filter((each) => known.has(each)),
      find: (asked.get("find") ?? "").toLowerCase(),
      sort: asked.get("sort"),
      down: asked.get("order") === "down",
      where,
    });
    field.value = asked.get("find") ?? "";
    press();
  }

  function remember() {
    const address = new URL(location.href);
    const { states, find, sort, down, where } = store.asked;
    for (const name of [...address.searchParams.keys()]) {
      if (name !== "table") address.searchParams.delete(name);
    }
    const said = { state: states.join(","), find, sort, order: sort && down ? "down" : "" };
    for (const [key, words] of Object.entries(where)) said[`where.${key}`] = words;
    for (const [name, value] of Object.entries(said)) if (value) address.searchParams.set(name, value);
    history.replaceState(history.state, "", address);
    press();
  }

  function count(counts, seen, total) {
    for (const chip of chips) {
      const number = counts[chip.dataset.stateFilter] ?? 0;
      chip.querySelector("[data-count]").textContent = number ? say("%(number)s", { number }) : "";
      chip.hidden = !number && !store.asked.states.includes(chip.dataset.stateFilter);
    }
    const all = say(total === 1 ? "rows_one" : "rows_many", { count: total });
    root.querySelector("[data-shown]").textContent = seen === total ? all : say("shown", { shown: seen, total });
  }

  return { recall, remember, count };
}
