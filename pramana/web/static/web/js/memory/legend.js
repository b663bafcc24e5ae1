// The legend: shape and letter of each entity type. Clicking one hides that type.

import { text } from "../text.js";

export function startLegend(list, toggle) {
  const shape = list.querySelector("template");
  const kinds = document.getElementById("kinds").content;

  function show({ types, type }) {
    const counts = types.map(() => 0);
    for (const kind of type) counts[kind] += 1;
    const buttons = [...list.querySelectorAll("button")];
    const pressed = new Map(buttons.map((each) => [each.dataset.kind, each.ariaPressed]));
    for (const old of [...list.querySelectorAll("li")]) old.remove();
    types.forEach(([name, form, letter], number) => {
      const row = shape.content.firstElementChild.cloneNode(true);
      const button = row.querySelector("button");
      button.dataset.kind = name;
      button.setAttribute("aria-pressed", pressed.get(name) ?? "true");
      const mark = kinds.querySelector(`[data-shape=${form}]`).cloneNode(true);
      mark.querySelector("text").textContent = letter;
      button.prepend(mark);
      row.querySelector("[data-name]").textContent = name;
      row.querySelector("[data-count]").textContent = text("%(count)s", { count: counts[number] });
      list.append(row);
    });
  }

  list.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-kind]");
    if (button) button.setAttribute("aria-pressed", String(toggle(button.dataset.kind)));
  });
  return { show };
}
