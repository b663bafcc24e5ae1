// Corrections in words: shows what would change, then sends it, follows its run and shows the result.

import { currentCase } from "../current_case.js";
import { followRun } from "./run_events.js";
import { say, shown } from "./strings.js";

export function startCorrection(form, sending, reload) {
  if (!form) return;
  const answer = form.querySelector("[data-answer]");
  const plan = form.querySelector("[data-plan]");
  const { instruction, overwrite } = form.elements;
  let planned = "";

  async function ended() {
    const { told } = await sending.send("GET", "/corrections?limit=1");
    const [last] = told?.corrections ?? [];
    answer.textContent = last ? last.answer || last.error : "";
    instruction.value = "";
    reload();
  }

  function line(words, kind) {
    const item = document.createElement("li");
    item.textContent = words;
    item.dataset.kind = kind;
    return item;
  }

  function describe({ action, document: file, column, value, before, wording, doubt }) {
    if (action === "undo") return wording;
    const place = file ? `${file} · ${column}` : `${column}`;
    const change = file ? `${place}: ${shown(before) || "—"} → ${shown(value) || "—"}` : wording;
    return doubt ? `${change} (${doubt})` : change;
  }

  async function preview() {
    const asked = { instruction: instruction.value, overwrite: overwrite.checked };
    const told = await sending.ask("POST", "/correct/preview", asked);
    if (!told) return;
    const changes = told.changes.map((each) => line(describe(each), each.doubt ? "doubt" : "change"));
    const unclear = told.unclear.map(({ wording, reason }) => line(`“${wording}”: ${reason}`, "unclear"));
    plan.replaceChildren(...changes, ...unclear, line(say("press_again"), "hint"));
    plan.hidden = false;
    planned = instruction.value;
  }

  async function apply() {
    const asked = { instruction: instruction.value, overwrite: overwrite.checked, confirm: true };
    const begun = await sending.ask("POST", "/correct", { ...asked, ...currentCase() });
    if (!begun) return;
    plan.hidden = true;
    planned = "";
    answer.hidden = false;
    answer.textContent = say("correcting");
    followRun(begun.run_id, { counted() {}, rows() {}, columns: reload, ended });
  }

  instruction.addEventListener("input", () => {
    plan.hidden = true;
    planned = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (planned && planned === instruction.value) apply();
    else preview();
  });
}
