// Entity search by name, in either script, while typing.

const CALM = 160; // ms without a key before a request

export function startEntitySearch(field, address, chosen) {
  const list = document.getElementById(field.getAttribute("aria-controls"));
  const shape = list.querySelector("template");
  let timer = 0;
  let turn = 0;
  let at = -1;

  const options = () => [...list.querySelectorAll("[role=option]")];

  function show(entities) {
    for (const old of options()) old.remove();
    entities.forEach((entity, number) => {
      const option = shape.content.firstElementChild.cloneNode(true);
      option.id = `found-${number}`;
      option.dataset.id = entity.id;
      option.querySelector("[data-name]").textContent = entity.name;
      option.querySelector("[data-type]").textContent = entity.type;
      list.append(option);
    });
    list.querySelector("[data-none]").hidden = entities.length > 0;
    open(true);
    mark(entities.length ? 0 : -1);
  }

  function open(isOpen) {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) field.removeAttribute("aria-activedescendant");
  }

  function mark(place) {
    at = place;
    options().forEach((option, number) => option.setAttribute("aria-selected", String(number === at)));
    if (at < 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", `found-${at}`);
    options()[at].scrollIntoView({ block: "nearest" });
  }

  async function ask() {
    const words = field.value.trim();
    turn += 1;
    const mine = turn;
    if (!words) return open(false);
    const answer = await fetch(`${address}?${new URLSearchParams({ words })}`).catch(() => null);
    if (mine !== turn || !answer?.ok) return;
    show((await answer.json()).entities);
  }

  function take(option) {
    if (!option) return;
    open(false);
    field.value = "";
    field.blur();
    chosen(option.dataset.id);
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, CALM);
  });
  field.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = options();
    if (by && all.length && !list.hidden) {
      event.preventDefault();
      mark((at + by + all.length) % all.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!list.hidden) take(all[at]);
    } else if (event.key === "Escape") {
      open(false);
    }
  });
  field.addEventListener("blur", () => setTimeout(() => open(false), 150)); // a click comes first
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => take(event.target.closest("[role=option]")));
}
