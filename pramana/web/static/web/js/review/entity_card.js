// The entity being decided: select a candidate, search the registry, edit before creating.

const CALM = 220; // ms without a key before the registry is searched
const MOST = 8;

export function startCard(root, { decide, save }) {
  const card = () => document.getElementById("card");
  const chosen = () => card().querySelector("[name=candidate]:checked")?.value;
  const edit = () => card().querySelector("[data-edit]");
  let timer = 0;
  let turn = 0;

  async function seek(field) {
    turn += 1;
    const mine = turn;
    const words = field.value.trim();
    const found = words.length < 2 ? { results: [] } : await ask(words);
    if (mine !== turn) return;
    const said = card().querySelector("[data-sought]");
    said.textContent = found ? "" : said.dataset.away;
    if (found && words.length >= 2 && !found.results.length) said.textContent = said.dataset.none;
    const list = card().querySelector("[data-found]");
    list.replaceChildren(...(found?.results ?? []).map(row));
    const first = list.querySelector("input");
    if (first) first.checked = true;
  }

  async function ask(words) {
    const query = new URLSearchParams({ q: words, type: card().dataset.type, limit: MOST });
    const answer = await fetch(`/entities/search/?${query}`).catch(() => null);
    return answer?.ok ? answer.json() : null;
  }

  root.addEventListener("input", (event) => {
    const field = event.target.closest("[data-seek] input");
    if (!field) return;
    clearTimeout(timer);
    timer = setTimeout(() => seek(field), CALM);
  });

  root.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-seek], [data-edit]")) return;
    event.preventDefault();
    if (event.target.matches("[data-edit]")) save(event.target);
    else card().querySelector("[data-found] input")?.focus();
  });

  root.addEventListener("click", (event) => {
    const adds = event.target.closest("[data-adds]");
    const drops = event.target.closest("[data-drops]");
    if (adds) add(adds.closest("fieldset"));
    if (drops) drop(drops);
  });

  return {
    match: () => decide({ action: "match", nes_id: chosen() }),
    create: () => decide(edit()?.hidden === false ? { ...plain(), ...edited(edit()) } : plain()),
    skip: () => decide({ action: "skip", reason: card().querySelector("[data-reason]")?.value ?? "" }),
    edit() {
      const form = edit();
      if (!form) return;
      form.hidden = !form.hidden;
      const opener = card().querySelector(".deciding [data-does=edit]");
      opener.setAttribute("aria-expanded", String(!form.hidden));
      (form.hidden ? opener : form.querySelector("input"))?.focus();
    },
    choose(number) {
      const option = card().querySelector(`[name=candidate][data-number="${number}"]`);
      if (!option) return;
      option.checked = true;
      option.focus();
    },
    search() {
      const field = card().querySelector("[data-seek] input");
      field?.focus();
      field?.select();
    },
  };
}

const plain = () => ({ action: "create", confirmed: true });

/** Names and attributes as typed; values that are not plain text stay unchanged. */
export function edited(form) {
  const [names, attributes] = form.querySelectorAll("fieldset");
  const before = JSON.parse(form.querySelector("#entity-data").textContent);
  const field = (line, name) => line.querySelector(`[name=${name}]`);
  const entity_data = {};
  for (const line of attributes.querySelectorAll("[data-rows] > [data-line]")) {
    const key = field(line, "key").value.trim();
    const value = field(line, "value");
    const original = before[field(line, "key").defaultValue];
    if (key) entity_data[key] = value.readOnly ? original : value.value.trim();
  }
  const texts = [...names.querySelectorAll("[data-rows] > [data-line]")].map((line) => ({
    text: field(line, "text").value.trim(),
    language: field(line, "language").value,
  }));
  return { names: texts.filter((name) => name.text), entity_data };
}

function row(result) {
  const line = document.getElementById("found-row").content.firstElementChild.cloneNode(true);
  const [first, ...others] = result.names.map((name) => name.text);
  const fill = (name, words) => (line.querySelector(`[data-${name}]`).textContent = words);
  line.querySelector("input").value = result.nes_id;
  fill("name", first ?? result.nes_id);
  fill("other", others.slice(0, 2).join(" · "));
  fill("id", result.nes_id);
  fill("score", `${Math.round(result.confidence * 100)} %`);
  fill("because", result.reason);
  return line;
}

function add(group) {
  const line = group.querySelector("template").content.cloneNode(true);
  group.querySelector("[data-rows]").append(line);
  group.querySelector("[data-rows] > :last-child input").focus();
}

function drop(button) {
  const group = button.closest("fieldset");
  button.closest("[data-line]").remove();
  (group.querySelector("[data-rows] > :last-child input") ?? group.querySelector("[data-adds]")).focus();
}
